// A second calculation of dates and prices, written only with Temporal, sharing nothing with src/domain.
// rental-oracle.test.ts runs it in several time zones: it goes through every start date of 2026 to 2028, each with
// 1 to 13 months and with 30 to 400 days, and prints the number of comparisons, every disagreement, and a digest
// of the answers. With a number as its argument, it takes only that many lengths in days for each start, and other
// lengths for the next start: every start, every end and every length still occurs.
import { createHash } from "node:crypto";
import { addDays } from "#domain/dates.ts";
import { plans } from "#domain/pricing/plans.ts";
import { carPrice, planPrice } from "#domain/pricing/taxed-price.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";

const lengths = Array.from({ length: 371 }, (_, n) => 30 + n);
const taken = Number(process.argv[2] ?? lengths.length);
// Lengths that all time zones check, so that their answers can be compared.
const shared = 12;
const digest = createHash("sha256");
const errors: string[] = [];
let compared = 0;

const percentOf = (months: number): bigint =>
  months >= 13 ? 18n : months >= 12 ? 15n : months >= 10 ? 12n : months >= 6 ? 10n : months >= 3 ? 5n : 0n;
/** Rounds halves up, to whole cents, for integers of any size. */
const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator * 2n + denominator) / (denominator * 2n);

/**
 * The calendar ends of n months from a pickup: the last day is the day before the same day n months later, or that
 * month's end.
 */
function monthEnds(pickup: Temporal.PlainDate): string[] {
  return Array.from({ length: 16 }, (_, n) =>
    pickup.add({ months: n }, { overflow: "constrain" }).subtract({ days: 1 }).toString(),
  );
}

function check(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected && errors.length < 20)
    errors.push(`${what}: ${String(actual)} instead of ${String(expected)}`);
}

const monthlyPrices = [51_400, 63_999, 106_901];
const plan = plans.find(({ tier }) => tier === "premium");
if (!plan) throw new Error("There is no premium plan");

for (
  let pickup = Temporal.PlainDate.from("2026-01-01");
  pickup.year <= 2028;
  pickup = pickup.add({ days: 1 })
) {
  const pickupDate = pickup.toString();
  const ends = monthEnds(pickup);

  const wanted: [returnDate: string, chosenMonths: number | undefined][] = [];
  for (let months = 1; months <= 13; months++) {
    const until = ends[months] ?? "";
    check(`${pickupDate} + ${months} months`, returnDateFor(pickupDate, months), until);
    wanted.push([until, months]);
  }
  const day = pickup.since("2026-01-01", { largestUnit: "days" }).days;
  for (let n = 0; n < taken; n++) {
    const days = lengths[(day * shared + n) % lengths.length] ?? 0;
    wanted.push([pickup.add({ days }).toString(), undefined]);
  }

  for (const [index, [returnDate, chosen]] of wanted.entries()) {
    const days = pickup.until(Temporal.PlainDate.from(returnDate), { largestUnit: "days" }).days;
    let months = 1;
    while (!(days <= 30 * months || returnDate <= (ends[months] ?? ""))) months++;
    let completed = 0;
    while (days >= 30 * (completed + 1) || returnDate >= (ends[completed + 1] ?? "9999")) completed++;
    const monthly = monthlyPrices[index % monthlyPrices.length] ?? 0;
    const subtotal = halfUp(BigInt(monthly) * BigInt(days), 30n);
    const total = subtotal - halfUp(subtotal * percentOf(completed), 100n);
    const planSubtotal = BigInt(plan.monthlyPrice) * BigInt(months);
    const insurance = BigInt(months >= 3 ? 8900 : 10_900) * BigInt(months);
    const planTotal = planSubtotal - halfUp(planSubtotal * percentOf(months), 100n) + insurance;

    const rental = { pickupDate, returnDate };
    const what = `${pickupDate} to ${returnDate}`;
    const car = carPrice(monthly, rental);
    const ordered = planPrice(plan, rental, "protection");
    check(`${what} days`, car.days, days);
    check(`${what} months`, car.months, months);
    check(`${what} total`, BigInt(car.total), total);
    check(`${what} plan total`, BigInt(ordered.total), planTotal);
    if (chosen !== undefined && car.months > chosen)
      errors.push(`${what}: ${car.months} months billed where ${chosen} were chosen`);
    if (chosen === undefined) check(`${what} by days`, addDays(pickupDate, days), returnDate);
    if (index < 13 + shared)
      digest.update(`${what} ${car.days} ${car.months} ${car.total} ${ordered.total}\n`);
    compared++;
  }
}

process.stdout.write(
  JSON.stringify({
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    compared,
    errors: errors,
    digest: digest.digest("hex"),
  }),
);
