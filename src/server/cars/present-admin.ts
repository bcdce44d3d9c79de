import { createHash } from "node:crypto";
import type { FleetCar } from "#contract/admin/cars.ts";
import { translatedInto } from "#domain/cars/host/translated.ts";
import { wireMoney } from "#domain/money.ts";
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
    version: versionOf(row),
  };
}

/** Differs whenever anything of the car does. */
export const versionOf = (car: FleetRow): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(car).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest("base64url")
    .slice(0, 22);

export const etagOf = (version: string): string => `"${version}"`;
