import { daysBetween } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { hostSharesOf, type PaidInstalment, type SharedRental } from "#domain/payouts/host-shares.ts";
import { type HostLine, sumOfLines } from "#domain/payouts/shared-lines.ts";
import { instalmentsOf, type PricedRental } from "#domain/pricing/instalments.ts";
import type { Stretch } from "./stretches.ts";

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
  /** The days of the host's own car. */
  days: number;
  /** The shared lines as the renter pays them. */
  lines: { kind: PricedHostLine; amount: Cents }[];
  /** Our share of these lines, as an amount below zero. */
  ourShare: Cents;
  months: { from: string; until: string; amount: Cents }[];
  total: Cents;
};

type HostedPrice = PricedRental & {
  hostId?: string | null;
  hostSharePercent: number | null;
  hostMonthlyPrice?: Cents | null;
  monthlyPrice?: Cents;
};

type Month = Pick<PaidInstalment, "id" | "number" | "startsOn" | "endsOn" | "lines" | "amount">;

/** Facts about a rental that went on with another car. */
export type SeveralCars = {
  /** All stretches of the order. */
  stretches: readonly Stretch[];
  repairs?: SharedRental["repairs"];
  /** The instalments that ask for the price; without them the earnings follow the present price. */
  months?: readonly Month[] | undefined;
};

/**
 * What a rental earns its host once all of it is paid, at the share that is frozen on the order, line by line and
 * month by month. The same amounts are credited as payments come in. In a rental with several cars, the last car's
 * host earns the days with their own cars.
 */
export function hostEarningsOf(order: HostedPrice, several?: SeveralCars): HostEarnings {
  const { pickupDate, returnDate, hostSharePercent, monthlyPrice = 0 } = order;
  const hostId = order.hostId ?? "";
  const months =
    several?.months ?? instalmentsOf(order).map((month) => ({ ...month, id: String(month.number) }));
  const stretches = several?.stretches ?? [onlyStretch(order)];
  const shares = hostSharesOf({
    pickupDate,
    returnDate,
    monthlyPrice,
    instalments: months.map((month) => ({ ...month, chargeId: null, paid: month.amount, isDue: true })),
    stretches,
    repairs: several?.repairs ?? [],
  }).filter((share) => share.hostId === hostId);
  const all = shares.flatMap(({ lines }) => lines);
  const lines = pricedHostLines
    .map((kind) => ({ kind, amount: sumOfLines(all.filter((line) => line.kind === kind)) }))
    .filter(({ amount }) => amount !== 0);
  const total = shares.reduce((sum, { amount }) => sum + amount, 0);
  return {
    sharePercent: hostSharePercent ?? 0,
    days: stretches
      .filter((stretch) => stretch.hostId === hostId)
      .reduce((sum, { startsOn, endsOn }) => sum + daysBetween(startsOn, endsOn), 0),
    lines,
    ourShare: total - sumOfLines(lines),
    months: months.flatMap(({ id, startsOn, endsOn }) => {
      const own = shares.filter(({ instalmentId }) => instalmentId === id);
      if (own.length === 0) return [];
      const amount = own.reduce((sum, share) => sum + share.amount, 0);
      const days = own.flatMap(({ period }) => period ?? []);
      return [{ from: days[0]?.startsOn ?? startsOn, until: days.at(-1)?.endsOn ?? endsOn, amount }];
    }),
    total,
  };
}

const onlyStretch = (order: HostedPrice): Stretch => ({
  number: 1,
  carId: null,
  hostId: order.hostId ?? "",
  hostSharePercent: order.hostSharePercent ?? 0,
  hostMonthlyPrice: order.hostMonthlyPrice ?? null,
  startsOn: order.pickupDate,
  endsOn: order.returnDate,
});
