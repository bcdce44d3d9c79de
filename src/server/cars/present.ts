import type { Car, CarHost } from "#contract/cars.ts";
import { translatedInto } from "#domain/cars/host/translated.ts";
import { longestRent } from "#domain/cars/car-rules.ts";
import { wireMoney } from "#domain/money.ts";
import { responseRateOf } from "#domain/orders/host-answers.ts";
import { meanOf, publicName } from "#domain/reviews/reviews.ts";
import type { CarImageStore } from "#server/media/images/open-images.ts";
import type { CarOwner, CarRow } from "./queries.ts";

/** A car as anybody may see it. */
export function presentCar(
  imageStore: CarImageStore,
  {
    descriptionZh,
    translated,
    monthlyPrice,
    pictureTexts,
    rated,
    recommendedRank: _rank,
    hostId: _hostId,
    noticeDays,
    maxRentDays,
    instantBook,
    owner,
    ...car
  }: CarRow,
): Car {
  const machines = translatedInto({ ...car, descriptionZh }, translated);
  const { image, images, pictures: shown } = imageStore.imagesOf({ ...car, pictureTexts });
  return {
    ...car,
    image,
    images: [...images],
    pictures: [...shown] as Car["pictures"],
    monthlyPrice: wireMoney(monthlyPrice),
    ...(descriptionZh !== null && { descriptionZh }),
    ...(machines && { translated: machines }),
    ...(noticeDays > 0 && { noticeDays }),
    ...(maxRentDays < longestRent && { maxRentDays }),
    ...(instantBook && { instantBook }),
    ...(owner && { host: presentCarHost(owner) }),
    ...(rated && rated.count > 0 && { rating: { mean: meanOf(rated), count: rated.count } }),
  };
}

/** A host as anybody may see them: the first name alone. */
export function presentCarHost({ fullName, username, since, rated, answers }: CarOwner): CarHost {
  const shown = answers ? responseRateOf(answers) : undefined;
  return {
    firstName: publicName(fullName),
    username,
    since,
    ...(rated.count > 0 && { rating: { mean: meanOf(rated), count: rated.count } }),
    ...(shown && { answers: shown }),
  };
}
