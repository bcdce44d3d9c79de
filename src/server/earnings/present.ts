import type { HostCredit, HostEarningsOverview } from "#contract/host/earnings.ts";
import type { IsoDate } from "#domain/dates.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { monthOf } from "#domain/payments/months.ts";
import { creditPlace } from "#domain/payouts/credit-places.ts";
import { payoutName } from "#domain/payouts/payouts.ts";
import { earningsOfHost } from "#server/ledger/host-earnings.ts";
import { balanceOfHost } from "#server/payouts/queries.ts";
import { type Services, today } from "#server/services.ts";
import {
  type CarMonth,
  type CreditFound,
  findBookedOrders,
  findEarnedMonths,
  findOccupancy,
} from "./queries.ts";

/** The earnings of a host's cars: paid out, payable, waiting and booked. */
export async function earningsOf(services: Services, hostId: string): Promise<HostEarningsOverview> {
  const { database } = services;
  const on = today(services);
  const month = monthOf(on);
  const [{ open, payable, next }, months, booked, occupancy] = await Promise.all([
    balanceOfHost(services, hostId),
    findEarnedMonths(database, hostId, month),
    findBookedOrders(database.db, hostId),
    findOccupancy(database, hostId, month),
  ]);
  return {
    month,
    earned: wireMoney(months.at(-1)?.amount ?? 0),
    payable: wireMoney(payable),
    open: wireMoney(open),
    nextPayout: { ...next, amount: wireMoney(next.amount) },
    months: months.map(({ month, amount }) => ({ month, amount: wireMoney(amount) })),
    booked: await bookedMonths(services, booked, on),
    occupancy: byCar(occupancy),
  };
}

/** The earnings of coming months from booked rentals, by the first day of each of their periods. */
async function bookedMonths(
  { database }: Services,
  orders: Awaited<ReturnType<typeof findBookedOrders>>,
  on: IsoDate,
): Promise<HostEarningsOverview["booked"]> {
  const sums = new Map<string, Cents>();
  for (const order of orders)
    for (const { from, amount } of (await earningsOfHost(database.db, order)).months)
      if (from > on) sums.set(monthOf(from), (sums.get(monthOf(from)) ?? 0) + amount);
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, amount]) => ({ month, amount: wireMoney(amount) }));
}

function byCar(found: readonly CarMonth[]): HostEarningsOverview["occupancy"] {
  const cars = Map.groupBy(found, ({ carId }) => carId);
  return [...cars].map(([carId, rows]) => ({
    carId,
    name: rows[0]?.name ?? "",
    months: rows.map(({ month, percent }) => ({ month, percent })),
  }));
}

export const presentCredit = (credit: CreditFound, on: IsoDate): HostCredit => {
  const {
    isPickedUp: _isPickedUp,
    awaitsPickup: _awaitsPickup,
    isDenied: _isDenied,
    isCovered: _isCovered,
    payoutStatus: _payoutStatus,
    ...shown
  } = credit;
  const { payoutNumber, gross, amount, lines, ...rest } = shown;
  return {
    ...rest,
    lines: lines.map((line) => ({ ...line, amount: wireMoney(line.amount) })),
    gross: wireMoney(gross),
    ourShare: wireMoney(amount - gross),
    amount: wireMoney(amount),
    place: creditPlace(credit, on),
    payout: payoutNumber === null ? null : payoutName(payoutNumber),
  };
};
