import type { AdminCar } from "#contract/admin/cars.ts";
import { translatedInto } from "#domain/cars/host/translated.ts";
import { wireMoney } from "#domain/money.ts";
import { versionOf } from "#server/http/etag.ts";
import type { CarImageStore } from "#server/media/images/open-images.ts";
import type { AdminCarRow } from "./admin-filters.ts";

/** A whole car for administrators. */
export function presentAdminCar(imageStore: CarImageStore, row: AdminCarRow): AdminCar {
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
    pictures: [...shown] as AdminCar["pictures"],
    version: carVersionOf(row),
  };
}

/** The version of a car of the fleet, computed from its whole row. */
export const carVersionOf = (car: AdminCarRow): string =>
  versionOf(JSON.stringify(Object.entries(car).toSorted(([a], [b]) => (a < b ? -1 : 1))));
