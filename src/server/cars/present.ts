import type { Car } from "#contract/cars.ts";
import { wireMoney } from "#domain/money.ts";
import { meanOf } from "#domain/reviews/reviews.ts";
import type { CarImageStore } from "#server/media/images/open-images.ts";
import type { CarRow } from "./queries.ts";

/** A car as anybody may see it. */
export function presentCar(
  imageStore: CarImageStore,
  { descriptionZh, monthlyPrice, pictureTexts, rated, recommendedRank: _rank, ...car }: CarRow,
): Car {
  const { image, images, pictures: shown } = imageStore.imagesOf({ ...car, pictureTexts });
  return {
    ...car,
    image,
    images: [...images],
    pictures: [...shown] as Car["pictures"],
    monthlyPrice: wireMoney(monthlyPrice),
    ...(descriptionZh !== null && { descriptionZh }),
    ...(rated && rated.count > 0 && { rating: { mean: meanOf(rated), count: rated.count } }),
  };
}
