import type { FleetCar } from "#contract/admin/cars.ts";
import { translatedInto } from "#domain/cars/host/translated.ts";
import { wireMoney } from "#domain/money.ts";
import { versionOf } from "#server/http/etag.ts";
import type { CarImageStore } from "#server/media/images/open-images.ts";
import type { FleetRow } from "./admin-filters.ts";

/** A whole car for administrators. */
export function presentFleetCar(imageStore: CarImageStore, row: FleetRow): FleetCar {
  const { translated: translation, ...car } = row;
  const translated = translatedInto(car, translation);
  const { image, pictures: shown } = imageStore.imagesOf(car);
  return {
    ...car,
    retiredAt: car.retiredAt?.toISOString() ?? null,
    descriptionZh: car.descriptionZh ?? "",
    ...(translated && { translated }),
    plateNumber: car.plateNumber ?? "",
    monthlyPrice: wireMoney(car.monthlyPrice),
    image: car.images[0] ?? image,
    pictures: [...shown] as FleetCar["pictures"],
    version: fleetVersionOf(row),
  };
}

/** The version of a car of the fleet, computed from its whole row. */
export const fleetVersionOf = (car: FleetRow): string =>
  versionOf(JSON.stringify(Object.entries(car).toSorted(([a], [b]) => (a < b ? -1 : 1))));
