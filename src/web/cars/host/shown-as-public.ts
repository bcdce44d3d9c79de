import type { Car } from "#contract/cars.ts";
import type { HostCar } from "#contract/host-cars.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import { readHostFields, type TypedFields, usualValues, wholeValues } from "#domain/cars/host/fields.ts";
import { publicFacts } from "#domain/cars/fields.ts";
import { carOfHost } from "#domain/cars/host/columns.ts";
import { translatedInto } from "#domain/cars/host/translated.ts";
import { wireMoney } from "#domain/money.ts";
import type { IsoDate } from "#domain/dates.ts";
import { pick } from "#domain/pick.ts";
import type { Language } from "#domain/languages.ts";

type PublicCar = { car: Car; isWhole: boolean };

/**
 * A car as its public page will show it, from the typed values. Missing fields are left empty. Pictures keep the
 * addresses of the host's own files.
 */
export function shownAsPublic(
  own: HostCar,
  typed: TypedFields,
  today: IsoDate,
  language: Language,
): PublicCar {
  const read = readHostFields(typed, today);
  const whole = wholeValues(read);
  const { values } = read;
  const columns = carOfHost(
    whole ?? { ...usualValues(), year: Number(today.slice(0, 4)), seats: 5, ...values },
    typed.bodyStyle !== "",
  );
  const translated = translatedInto(columns, columns.translated);
  return {
    isWhole: whole !== undefined,
    car: {
      id: own.id,
      name: carNameIn(columns.name, language),
      brand: columns.brand,
      model: columns.model,
      year: columns.year,
      category: columns.category,
      bodyStyle: columns.bodyStyle,
      colour: columns.colour,
      monthlyPrice: wireMoney(columns.monthlyPrice),
      description: columns.description,
      ...(columns.descriptionZh && { descriptionZh: columns.descriptionZh }),
      ...(translated && { translated }),
      features: columns.features,
      image: own.images[0] ?? "",
      images: own.images,
      pictures: own.pictures,
      city: columns.city,
      state: columns.state,
      zipCode: columns.zipCode,
      minRentDays: columns.minRentDays,
      ...pick(columns, publicFacts),
      available: true,
      noticeDays: columns.noticeDays,
      maxRentDays: columns.maxRentDays,
      instantBook: columns.instantBook,
    },
  };
}
