import { addDays, daysBetween, type IsoDate, later } from "#domain/dates.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import { insuranceRate } from "#domain/pricing/insurance.ts";
import type { PriceLine } from "#domain/pricing/lines.ts";
import { isRepairLine } from "#domain/trips/repair-days.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { fixedPrice, withCheaperDays, withoutDays } from "#domain/pricing/fixed-price.ts";
import { type Price, untaxedPrice } from "#domain/pricing/pricing.ts";
import { withTaxes } from "#domain/pricing/taxed-price.ts";
import { type Rental, rentalDays, rentalMonths, shortestReturn } from "#domain/pricing/rental-length.ts";
import { earlyReturn } from "#domain/pricing/rental-terms.ts";
import type { Tariff } from "#domain/pricing/tariff.ts";

/** An order whose rental changes. `fees` are from earlier changes, `months` is what its price counts. */
export type ChangingRental = Rental & {
  tariff: Tariff;
  months: number;
  fees: Cents;
  taxes: Cents;
  total: Cents;
  lines?: readonly PriceLine[];
  /** The first day with another car, where the rental goes on with one. */
  carSince?: IsoDate | null;
};
export type RentalChange =
  | { kind: "extension"; returnDate: IsoDate }
  | { kind: "dates"; pickupDate: IsoDate; returnDate: IsoDate }
  | { kind: "early_return"; returnDate: IsoDate; askedOn: IsoDate };

/** The rental as it is after a change, and its whole price; `fee` is what the change itself costs. */
export type PricedChange = Rental & { price: Price; fee: Cents };

/**
 * Returns the price of a changed rental: the same as if it had been ordered with these dates. An early return adds
 * a fee, and never costs more than staying.
 */
export function priceOfChange(order: ChangingRental, change: RentalChange): PricedChange {
  if (change.kind === "early_return") return priceOfEarlyReturn(order, change);
  const pickupDate = change.kind === "dates" ? change.pickupDate : order.pickupDate;
  const rental = { pickupDate, returnDate: change.returnDate };
  return { ...rental, price: withFees(order, rental, orderedSo(order.tariff, rental), 0), fee: 0 };
}

/** An order that goes on with another car from a day on. */
export type ContinuedRental = ChangingRental & {
  lines: readonly PriceLine[];
  days: number;
  discountPercent: number;
};
type NextCar = {
  /** What the other car costs a month. */
  monthlyPrice: Cents;
  /** The first day with the other car. */
  from: IsoDate;
  /** Days before it on which the renter had no car: they are paid for by nobody. */
  daysWithoutCar?: number;
};

/**
 * The price of a rental that goes on with another car: as before if that car costs the same or more; lower for the
 * days left if it is cheaper. Also returns the terms that price later changes.
 */
export function priceWithNextCar(
  order: ContinuedRental,
  { monthlyPrice, from, daysWithoutCar = 0 }: NextCar,
): PricedChange & { tariff: Tariff } {
  const { pickupDate, returnDate, tariff, days, discountPercent } = order;
  const ordered = order.lines.filter((line) => !isRepairLine(line));
  const before = tariff.fixed?.daysWithoutCar ?? 0;
  const driven = daysWithoutCar > 0 ? withoutDays(ordered, days - before, daysWithoutCar) : ordered;
  const monthlyDifference = tariff.monthlyPrice - monthlyPrice;
  const left = Math.min(days, daysBetween(from, returnDate));
  const lines =
    monthlyDifference > 0
      ? withCheaperDays(driven, { monthlyDifference, days: left, discountPercent })
      : [...driven];
  const continued: Tariff = {
    ...tariff,
    monthlyPrice: Math.min(tariff.monthlyPrice, monthlyPrice),
    fixed: {
      days,
      lines,
      discountPercent,
      addedMonthlyPrice: monthlyPrice,
      daysWithoutCar: before + daysWithoutCar,
    },
  };
  const rental = { pickupDate, returnDate };
  const price = orderedSo(continued, rental);
  return {
    ...rental,
    price: { ...withFees({ ...order, tariff: continued }, rental, price, 0), months: order.months },
    fee: 0,
    tariff: continued,
  };
}

/** The price of a rental that its host's side ends on a day: the days left cost nothing. Fees stay. */
export function priceOfEnded(order: ContinuedRental, returnDate: IsoDate): PricedChange & { tariff: Tariff } {
  const { pickupDate, tariff, days, discountPercent } = order;
  const lines = order.lines.filter((line) => !isRepairLine(line));
  const daysWithoutCar = tariff.fixed?.daysWithoutCar ?? 0;
  const fixed = { days, lines, discountPercent, addedMonthlyPrice: tariff.monthlyPrice, daysWithoutCar };
  const ended: Tariff = { ...tariff, fixed };
  const rental = { pickupDate, returnDate };
  const price = fixedPrice(ended, fixed, rental);
  return { ...rental, price: withFees({ ...order, tariff: ended }, rental, price, 0), fee: 0, tariff: ended };
}

/**
 * The price of a rental that has another car from its pickup on: as if that car had been ordered, by the same
 * terms. A fixed price falls only by as much as the days are cheaper. Also returns the terms that price later
 * changes.
 */
export function priceWithOtherCar(
  order: ContinuedRental,
  monthlyPrice: Cents,
): PricedChange & { tariff: Tariff } {
  const { pickupDate, returnDate } = order;
  if (order.tariff.fixed) return priceWithNextCar(order, { monthlyPrice, from: pickupDate });
  const rental = { pickupDate, returnDate };
  const tariff: Tariff = { ...order.tariff, monthlyPrice };
  return { ...rental, price: withFees(order, rental, orderedSo(tariff, rental), 0), fee: 0, tariff };
}

/** The price of these days without taxes. A rental shorter than its car's minimum costs as much as the minimum. */
function orderedSo(tariff: Tariff, { pickupDate, returnDate }: Rental): Price {
  const paidFor = {
    pickupDate,
    returnDate: later(returnDate, shortestReturn(pickupDate, tariff.minRentDays)),
  };
  const price = tariff.fixed ? fixedPrice(tariff, tariff.fixed, paidFor) : untaxedPrice(tariff, paidFor);
  return { ...price, days: rentalDays({ pickupDate, returnDate }) };
}

type AskedReturn = { returnDate: IsoDate; askedOn: IsoDate };

/** The last of a rental's first days, in which an early return needs neither notice nor fee. */
export const lastFreeDay = (pickupDate: IsoDate): IsoDate => addDays(pickupDate, earlyReturn.freeDays);
type RentalStart = Pick<ChangingRental, "pickupDate" | "carSince">;
const firstEnd = ({ pickupDate, carSince }: RentalStart): IsoDate => addDays(carSince ?? pickupDate, 1);
/** Whether an early return lies in a rental's first days: it needs neither notice nor fee. */
export const isFreeReturn = (rental: RentalStart, { returnDate, askedOn }: AskedReturn): boolean => {
  const last = lastFreeDay(rental.pickupDate);
  return askedOn <= last && returnDate <= later(last, firstEnd(rental));
};

/**
 * Returns the day on which a rental ends if its renter asks for an earlier return: after the notice, or at once in
 * the first days. The renter has the car, or the car that replaced it, for at least one day.
 */
export function earlyEnd(rental: RentalStart, asked: AskedReturn): IsoDate {
  const { returnDate, askedOn } = asked;
  const soonest = isFreeReturn(rental, asked) ? askedOn : addDays(askedOn, earlyReturn.noticeWeeks * 7);
  return later(returnDate, later(soonest, firstEnd(rental)));
}

function priceOfEarlyReturn(order: ChangingRental, asked: AskedReturn): PricedChange {
  const { pickupDate, tariff } = order;
  const returnDate = earlyEnd(order, asked);
  const rental = { pickupDate, returnDate };
  const isFreeOfFee = isFreeReturn(order, asked);
  const price = isFreeOfFee && !tariff.fixed ? priceByDays(order, rental) : orderedSo(tariff, rental);
  const fee = isFreeOfFee ? 0 : tariff.earlyReturnFee;
  // A lower price has lower taxes, so it is enough to compare prices before taxes.
  const staying = order.total - order.taxes - sumOf(keptLines(order));
  const above = Math.max(0, price.total + order.fees + fee - staying);
  const charged = Math.max(0, fee - above);
  const capped = withLine(price, "early_return_cap", -Math.max(0, above - fee));
  return { ...rental, price: withFees(order, rental, capped, charged), fee: charged };
}

/** A price by days, with insurance at the ordered rate, without discount and promo. */
function priceByDays({ tariff, months }: ChangingRental, rental: Rental): Price {
  const { monthlyPrice, insurance, monthlyMiles } = tariff;
  const days = rentalDays(rental);
  const subtotal = divideHalfUp(monthlyPrice * days, 30);
  const insured = !insurance
    ? 0
    : "daily" in insurance
      ? insurance.daily * days
      : divideHalfUp(insuranceRate(insurance, months) * days, 30);
  const lines: PriceLine[] = [{ kind: "rental", amount: subtotal }];
  if (insured) lines.push({ kind: "insurance", amount: insured });
  const counted = rentalMonths(rental);
  return {
    days,
    months: counted,
    discountPercent: 0,
    lines,
    subtotal,
    fees: 0,
    taxes: 0,
    total: subtotal + insured,
    milesIncluded: monthlyMiles * counted,
  };
}

/** The lines that give days in repair back keep their amount through changes. */
const keptLines = ({ lines = [] }: ChangingRental): PriceLine[] => lines.filter(isRepairLine);

/**
 * A price with the fees of earlier changes and of this one, the amounts given back for days in repair, and the
 * taxes by the rates that were ordered.
 */
function withFees(order: ChangingRental, rental: Rental, changed: Price, fee: Cents): Price {
  const { fees, taxes, tariff } = order;
  const price = keptLines(order).reduce(
    (one, { kind, amount }) => withLine(one, kind, Math.max(amount, -one.total)),
    changed,
  );
  const total = price.total + fees + fee;
  return withTaxes({ ...price, fees: fees + fee, taxes, total: total + taxes }, rental, tariff);
}

const withLine = (price: Price, kind: PriceLine["kind"], amount: Cents): Price =>
  amount === 0 ? price : { ...price, lines: [...price.lines, { kind, amount }], total: price.total + amount };
