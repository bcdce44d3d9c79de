import { cityNamed } from "#domain/cars/cars.ts";
import type { enterBooking, enterPlanOrder } from "#contract/admin/booking.ts";
import type { BodySent } from "#contract/endpoint.ts";
import type { QuoteRequest } from "#contract/quotes.ts";
import { isDate, type IsoDate } from "#domain/dates.ts";
import { customerFields, place, rentalFields } from "#domain/fields/order.ts";
import { type FieldRule, text } from "#domain/fields/rules.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import type { LiabilityOption } from "#domain/pricing/insurance.ts";
import type { Language } from "#domain/languages.ts";
import { type Tier, tiers } from "#domain/pricing/plans.ts";
import { rentalErrorField, type Rental, rentalError, type StayError } from "#domain/pricing/rental-length.ts";
import { readForm } from "#web/ui/form/form-rules.ts";
import type { CarStay } from "#web/ui/form/words/rental-error-words.ts";

/** The fields of an order that an administrator enters, in the order of the page. */
export const newOrderFields = [
  "pickupDate",
  "returnDate",
  "pickupTime",
  "returnTime",
  "carId",
  "tier",
  "location",
  "insurance",
  "customerName",
  "customerEmail",
  "customerPhone",
  "language",
  "pickupLocation",
] as const;
export type NewOrderField = (typeof newOrderFields)[number];
export type NewOrderValues = Record<NewOrderField, string> & { kind: "car" | "plan"; confirm: boolean };
export type NewOrderError = StayError | "missing" | "email" | "date" | "refused";
export type NewOrderErrors = Partial<Record<NewOrderField, NewOrderError>>;

const common = ["pickupDate", "returnDate", "customerName", "customerEmail"] as const;
const needed = {
  car: [...common, "carId", "pickupLocation"],
  plan: [...common, "tier", "location", "insurance"],
} as const;

const anything = text<never>(() => undefined);
const rules: Record<NewOrderField, FieldRule> = {
  ...rentalFields,
  ...customerFields,
  carId: anything,
  tier: anything,
  location: place,
  insurance: anything,
  language: anything,
  pickupLocation: place,
};

export function readNewOrder(form: HTMLFormElement): NewOrderValues {
  const typed = new FormData(form);
  return {
    ...readForm(rules, typed),
    kind: typed.get("kind") === "plan" ? "plan" : "car",
    confirm: typed.has("confirm"),
  };
}

/** The errors of the typed values. `today` is the date in Los Angeles, `car` the chosen car. */
export function newOrderErrors(values: NewOrderValues, today: IsoDate, car?: CarStay): NewOrderErrors {
  const errors: NewOrderErrors = Object.fromEntries(
    needed[values.kind].filter((name) => values[name] === "").map((name) => [name, "missing" as const]),
  );
  if (values.customerEmail && !isEmailAddress(values.customerEmail)) errors.customerEmail = "email";
  for (const name of ["pickupDate", "returnDate"] as const)
    if (values[name] && !isDate(values[name])) errors[name] = "date";
  if (errors.pickupDate || errors.returnDate) return errors;
  const error = rentalError(values, today, car?.minRentDays, car?.maxRentDays);
  if (error) errors[rentalErrorField(error)] = error;
  return errors;
}

/** The dates as a rental, where they make a valid one. */
export function rentalOf({ pickupDate, returnDate }: NewOrderValues, today: IsoDate): Rental | undefined {
  const rental = { pickupDate, returnDate };
  return isDate(pickupDate) && isDate(returnDate) && !rentalError(rental, today) ? rental : undefined;
}

/** Everything that the price depends on; undefined while something is missing. */
export function quoteOf(values: NewOrderValues, today: IsoDate): QuoteRequest | undefined {
  const { kind, carId, tier, insurance } = values;
  const rental = rentalOf(values, today);
  if (!rental) return undefined;
  if (kind === "car") return carId ? { carId, ...rental } : undefined;
  if (!isTier(tier) || !insurance) return undefined;
  const city = cityNamed(values.location);
  return { tier, insurance: insurance as LiabilityOption, ...(city && { city }), ...rental };
}

const isTier = (word: string): word is Tier => tiers.some((tier) => tier === word);

type SentPrice = { id: string; totalPrice: string };

export const bookingOf = (values: NewOrderValues, sent: SentPrice): BodySent<typeof enterBooking> => ({
  ...commonOf(values, sent),
  confirm: values.confirm,
  carId: values.carId,
  pickupLocation: values.pickupLocation,
});

export const planOrderOf = (values: NewOrderValues, sent: SentPrice): BodySent<typeof enterPlanOrder> => ({
  ...commonOf(values, sent),
  tier: values.tier as Tier,
  location: values.location,
  insurance: values.insurance as LiabilityOption,
  ...(values.pickupLocation && { pickupLocation: values.pickupLocation }),
});

function commonOf(values: NewOrderValues, sent: SentPrice) {
  const {
    pickupDate,
    returnDate,
    pickupTime,
    returnTime,
    customerName,
    customerEmail,
    customerPhone,
    language,
  } = values;
  return {
    ...sent,
    pickupDate,
    returnDate,
    customerName,
    customerEmail,
    language: language as Language,
    ...(pickupTime && { pickupTime }),
    ...(returnTime && { returnTime }),
    ...(customerPhone && { customerPhone }),
  };
}
