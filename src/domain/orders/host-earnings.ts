import type { Cents } from "#domain/money.ts";
import { hostSharesOf } from "#domain/payouts/host-shares.ts";
import { type HostLine, sumOfLines } from "#domain/payouts/shared-lines.ts";
import { instalmentsOf, type PricedRental } from "#domain/pricing/instalments.ts";

/** Lines of a price that a host has a share of. */
export const pricedHostLines = [
  "rental",
  "duration_discount",
  "early_return_cap",
  "repair",
  "fees",
] as const satisfies HostLine["kind"][];
type PricedHostLine = (typeof pricedHostLines)[number];

export type HostEarnings = {
  sharePercent: number;
  /** The shared lines as the renter pays them. */
  lines: { kind: PricedHostLine; amount: Cents }[];
  /** What of them is ours, as an amount below zero. */
  ourShare: Cents;
  months: { from: string; until: string; amount: Cents }[];
  total: Cents;
};

type HostedPrice = PricedRental & {
  hostSharePercent: number | null;
  hostMonthlyPrice?: Cents | null;
  monthlyPrice?: Cents;
};

/**
 * What a rental brings its host once all of it is paid, at the share that is frozen on the order, line by line and month
 * by month: what is credited to them as it is paid.
 */
export function hostEarningsOf(order: HostedPrice): HostEarnings {
  const { pickupDate, returnDate, hostSharePercent, hostMonthlyPrice = null, monthlyPrice = 0 } = order;
  const months = instalmentsOf(order).map((month) => ({
    ...month,
    id: String(month.number),
    chargeId: null,
    paid: month.amount,
    isDue: true,
  }));
  const shares = hostSharesOf({
    pickupDate,
    returnDate,
    monthlyPrice,
    instalments: months,
    stretches: [
      {
        number: 1,
        carId: null,
        hostId: "",
        hostSharePercent: hostSharePercent ?? 0,
        hostMonthlyPrice,
        startsOn: pickupDate,
        endsOn: returnDate,
      },
    ],
  });
  const all = shares.flatMap(({ lines }) => lines);
  const lines = pricedHostLines
    .map((kind) => ({ kind, amount: sumOfLines(all.filter((line) => line.kind === kind)) }))
    .filter(({ amount }) => amount !== 0);
  const total = shares.reduce((sum, { amount }) => sum + amount, 0);
  return {
    sharePercent: hostSharePercent ?? 0,
    lines,
    ourShare: total - sumOfLines(lines),
    months: months.map(({ id, startsOn, endsOn }) => ({
      from: startsOn,
      until: endsOn,
      amount: shares.find(({ instalmentId }) => instalmentId === id)?.amount ?? 0,
    })),
    total,
  };
}
