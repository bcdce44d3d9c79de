import type { Car } from "#contract/catalogue.ts";
import { wireMoney } from "#domain/money.ts";
import type { PictureStore } from "#server/pictures-interim.ts";
import type { CarRow } from "./queries.ts";

/** A car as anybody may see it. */
export function presentCar(pictures: PictureStore, { descriptionZh, monthlyPrice, ...car }: CarRow): Car {
  return { ...car, ...pictures.picturesOf(car), monthlyPrice: wireMoney(monthlyPrice), ...(descriptionZh !== null && { descriptionZh }) };
}
