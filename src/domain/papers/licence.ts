import { addMonths, type IsoDate } from "#domain/dates.ts";
import { driverTerms } from "#domain/pricing/rental-terms.ts";

/** Whole years from one date to another; somebody born on 29 February is a year older on 28 February. */
export function yearsBetween(from: IsoDate, to: IsoDate): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return addMonths(from, 12 * years) <= to ? years : years - 1;
}

export const isOldEnough = (birthDate: IsoDate, on: IsoDate): boolean =>
  yearsBetween(birthDate, on) >= driverTerms.age;

/** Counts from the holder's first licence; if its date isn't known, from the issue of this licence. */
export const hasDrivenEnough = (
  { firstIssuedOn, issuedOn }: { firstIssuedOn?: IsoDate | null; issuedOn: IsoDate },
  on: IsoDate,
): boolean => yearsBetween(firstIssuedOn ?? issuedOn, on) >= driverTerms.yearsOfDriving;

/** A licence's dates, as its holder types them. */
export type LicenceDates = {
  birthDate: IsoDate;
  issuedOn: IsoDate;
  expiresOn: IsoDate;
  firstIssuedOn?: IsoDate | null | undefined;
};
export type LicenceDateError =
  | "future"
  | "too_young"
  | "before_birth"
  | "after_issue"
  | "before_issue"
  | "over";

/** No licence anywhere is given to somebody younger. */
const youngestDriver = 14;
const longestLife = 120;

/** Impossible dates, by field. The person who checks the licence judges dates that are only too late for us. */
export function licenceDateErrors(
  { birthDate, issuedOn, expiresOn, firstIssuedOn }: LicenceDates,
  today: IsoDate,
): Partial<Record<keyof LicenceDates, LicenceDateError>> {
  const errors: Partial<Record<keyof LicenceDates, LicenceDateError>> = {};
  const age = yearsBetween(birthDate, today);
  if (birthDate > today) errors.birthDate = "future";
  else if (age < youngestDriver || age > longestLife) errors.birthDate = "too_young";
  if (issuedOn > today) errors.issuedOn = "future";
  else if (!errors.birthDate && yearsBetween(birthDate, issuedOn) < youngestDriver)
    errors.issuedOn = "before_birth";
  if (expiresOn <= issuedOn) errors.expiresOn = "before_issue";
  else if (expiresOn < today) errors.expiresOn = "over";
  if (firstIssuedOn && firstIssuedOn > issuedOn) errors.firstIssuedOn = "after_issue";
  else if (firstIssuedOn && !errors.birthDate && yearsBetween(birthDate, firstIssuedOn) < youngestDriver)
    errors.firstIssuedOn = "before_birth";
  return errors;
}
