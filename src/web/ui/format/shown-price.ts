import type { ErrorBody } from "#contract/errors.ts";
import type { Quote } from "#contract/quotes.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import type { Price } from "#domain/pricing/pricing.ts";
import {
  longestRentalMonths,
  type Rental,
  rentalDays,
  returnDateFor,
} from "#domain/pricing/rental-length.ts";

/** A stretch of days in which a car is free. */
export type FreeRange = NonNullable<ErrorBody["nextFree"]>[number];

/** A price as pages show it, from a quote or computed in the browser. */
export type ShownPrice = Pick<
  Quote,
  | "lines"
  | "fees"
  | "taxes"
  | "taxLines"
  | "taxRates"
  | "total"
  | "days"
  | "months"
  | "discountPercent"
  | "milesIncluded"
>;

/** A price computed in the browser, in the format in which the server writes prices. */
export function shownPrice({
  lines,
  fees,
  taxes,
  total,
  days,
  months,
  discountPercent,
  milesIncluded,
  taxLines,
  taxRates,
}: Price): ShownPrice {
  const wireLines = lines.map(({ kind, amount }) => ({ kind, amount: wireMoney(amount) }));
  return {
    lines: wireLines,
    fees: wireMoney(fees),
    taxes: wireMoney(taxes),
    total: wireMoney(total),
    days,
    months,
    discountPercent,
    milesIncluded,
    ...(taxLines?.length && {
      taxLines: taxLines.map(({ tax, amount }) => ({ tax, amount: wireMoney(amount) })),
    }),
    ...(taxRates?.length && { taxRates: [...taxRates] }),
  };
}

/** The wanted rental, moved into a free range: with the same length, or up to the range's last day. */
export function moveInto(range: FreeRange, wanted: Rental): Rental {
  const returnDate = sameLength(range.from, wanted);
  return {
    pickupDate: range.from,
    returnDate: range.until && returnDate > range.until ? range.until : returnDate,
  };
}

/** "Three months" stays three calendar months; any other length stays the same number of days. */
function sameLength(from: IsoDate, wanted: Rental): IsoDate {
  for (let months = 1; months <= longestRentalMonths; months++) {
    if (returnDateFor(wanted.pickupDate, months) === wanted.returnDate) return returnDateFor(from, months);
  }
  return addDays(from, rentalDays(wanted));
}
