import { addMonths, daysBetween, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import { type Instalment, periodsOf, sumOf } from "#domain/pricing/instalments.ts";
import { rentalDays, rentalMonths } from "#domain/pricing/rental-length.ts";
import { carMonthlyMiles, type Price } from "#domain/pricing/pricing.ts";
import { carTariff, type Tariff } from "#domain/pricing/tariff.ts";
import { shortestRentalDays } from "#domain/pricing/rental-length.ts";
import type { FormerRental, RentalColumn } from "./rental-csv.ts";

/** How long before the move a rental may have begun, and how long after it may end. */
const longestMonths = 60;

export const rentalErrorCodes = [
  "return_before_pickup",
  "rental_ended",
  "too_far",
  "instalments_dates",
  "paid_in_future",
  "balance_differs",
  "no_such_car",
  "hosted_car",
  "car_taken",
  "same_days",
  "own_rental",
] as const;
export type RentalErrorCode = (typeof rentalErrorCodes)[number];
export type RentalError = {
  column?: RentalColumn;
  code: RentalErrorCode;
  values?: Record<string, string | number>;
};

type PlannedInstalment = Instalment & { dueOn: IsoDate };

/** A rental from other books, as our own books hold it. */
export type MovedRental = {
  price: Price;
  tariff: Tariff;
  instalments: PlannedInstalment[];
  /** Whether its renter has the car, because the time of its pickup has come. */
  isRunning: boolean;
  /** What has fallen due up to today, less what was paid. */
  balance: Cents;
  /** The next instalment that isn't paid, and what is left of it; undefined where everything is paid. */
  next: { dueOn: IsoDate; amount: Cents } | undefined;
};

/**
 * Returns a rental from other books as ours will hold it, or the errors that keep it out. If its row has no
 * instalments, each whole month from the pickup costs the monthly price, and each day left over a thirtieth of it.
 * `today` is a date in Los Angeles, `now` is in milliseconds since 1970.
 */
export function planRental(
  booked: FormerRental,
  today: IsoDate,
  now: number,
): { rental: MovedRental } | { errors: RentalError[] } {
  const { pickupDate, returnDate, monthlyPrice } = booked;
  if (returnDate <= pickupDate) return { errors: [{ column: "returnDate", code: "return_before_pickup" }] };
  const errors: RentalError[] = [];
  if (returnDate < today) errors.push({ column: "returnDate", code: "rental_ended" });
  if (pickupDate < addMonths(today, -longestMonths) || pickupDate > addMonths(today, longestMonths))
    errors.push({ column: "pickupDate", code: "too_far", values: { months: longestMonths } });
  if (returnDate > addMonths(today, longestMonths))
    errors.push({ column: "returnDate", code: "too_far", values: { months: longestMonths } });
  const late = booked.payments.find(({ day }) => day > today);
  if (late) errors.push({ column: "payments", code: "paid_in_future", values: { day: late.day } });
  if (errors.length) return { errors };

  const instalments = booked.instalments.length ? ownInstalments(booked) : byMonths(booked);
  if (!instalments) return { errors: [{ column: "instalments", code: "instalments_dates" }] };
  const paid = sumOf(booked.payments);
  const due = sumOf(instalments.filter(({ dueOn }) => dueOn <= today));
  const balance = due - paid;
  if (booked.balance !== undefined && booked.balance !== balance)
    return {
      errors: [
        {
          column: "balance",
          code: "balance_differs",
          values: { given: dollars(booked.balance), ours: dollars(balance) },
        },
      ],
    };

  const total = sumOf(instalments);
  const days = rentalDays(booked);
  const months = rentalMonths(booked);
  const lines = [{ kind: "rental" as const, amount: total }];
  const fixed = { days, lines, discountPercent: 0, addedMonthlyPrice: monthlyPrice };
  return {
    rental: {
      price: {
        days,
        months,
        discountPercent: 0,
        lines,
        subtotal: total,
        fees: 0,
        taxes: 0,
        total,
        milesIncluded: carMonthlyMiles * months,
      },
      tariff: { ...carTariff({ monthlyPrice, minRentDays: shortestRentalDays }, {}), fixed },
      instalments,
      isRunning: instantInLosAngeles(pickupDate, booked.pickupTime) <= now,
      balance,
      next: nextOf(instalments, paid),
    },
  };
}

const dollars = (cents: Cents): string => (cents / 100).toFixed(2);

/** A whole month costs the monthly price, each day left over a thirtieth of it. */
function byMonths({ monthlyPrice, ...rental }: FormerRental): PlannedInstalment[] {
  return periodsOf(rental).map((period, index) => {
    const isWhole = period.endsOn === addMonths(rental.pickupDate, index + 1);
    const amount = isWhole
      ? monthlyPrice
      : divideHalfUp(monthlyPrice * daysBetween(period.startsOn, period.endsOn), 30);
    return planned({ ...period, number: index + 1, dueOn: period.startsOn, amount });
  });
}

/** The row's own instalments: the first covers the days from the pickup, each other the days from its due day. */
function ownInstalments({
  instalments,
  pickupDate,
  returnDate,
}: FormerRental): PlannedInstalment[] | undefined {
  const starts = instalments.map(({ day }, index) => (index === 0 ? pickupDate : day));
  const rows = instalments.map(({ day, amount }, index) =>
    planned({
      number: index + 1,
      startsOn: starts[index] ?? pickupDate,
      endsOn: starts[index + 1] ?? returnDate,
      dueOn: day,
      amount,
    }),
  );
  const isInOrder = rows.every(
    ({ startsOn, endsOn, dueOn }, index) =>
      startsOn < endsOn && dueOn <= (rows[index + 1]?.dueOn ?? returnDate),
  );
  return isInOrder ? rows : undefined;
}

const planned = (row: Omit<PlannedInstalment, "lines">): PlannedInstalment => ({
  ...row,
  lines: [{ kind: "rental", amount: row.amount }],
});

/** The unpaid part of the first instalment that isn't fully paid; payments pay the earliest instalments first. */
function nextOf(instalments: readonly PlannedInstalment[], paid: Cents): MovedRental["next"] {
  let asked = 0;
  for (const { dueOn, amount } of instalments) {
    asked += amount;
    if (asked > paid) return { dueOn, amount: Math.min(amount, asked - paid) };
  }
  return undefined;
}
