import { moneyOf } from "#server/ledger/order-money.ts";
import { sha256Of } from "#server/media/sha256.ts";
import type { TestApp } from "#test/app.ts";
import {
  hostShares,
  type OracleInstalment,
  type OracleOrder,
  type OracleStretch,
} from "./host-share-oracle.ts";

type Row = Record<string, string | number | null>;

/** What an accountant would check in the books of a rental's hosts. */
export function hostBooks(test: TestApp) {
  /** Each statement is planned once: random walks ask it after each step. */
  const rows = <T>(text: string, values: unknown[] = []) =>
    test.services.database.rows<T & object>(text, values, `books ${sha256Of(text).slice(0, 40)}`);
  const sum = async (text: string, id: string) =>
    Number(
      (await rows<{ sum: string }>(`select coalesce(sum(amount), 0)::text as sum ${text}`, [id]))[0]?.sum,
    );

  async function orderOf(id: string) {
    const [order] = await rows<{
      pickup: string;
      return: string;
      price: number;
      hostId: string | null;
      percent: number | null;
      hostPrice: number | null;
      status: string;
    }>(
      `select status, pickup_date::text as pickup, return_date::text as return, host_id as "hostId",
         case when tariff ? 'fixed' then monthly_price else coalesce((tariff->>'monthlyPrice')::int, monthly_price) end as price,
         host_share_percent as percent,
         host_monthly_price as "hostPrice" from orders where id = $1`,
      [id],
    );
    if (!order) throw new Error("no order");
    const ended = await rows<OracleStretch>(
      `select host_id as "hostId", host_share_percent as percent, host_monthly_price as "hostPrice",
         starts_on::text as from, ends_on::text as until, is_without_car as "isWithoutCar"
         from order_stretches where order_id = $1 order by number`,
      [id],
    );
    const { hostId, percent, hostPrice } = order;
    const from = ended.at(-1)?.until ?? order.pickup;
    const stretches = [...ended, { hostId, percent, hostPrice, from, until: order.return }];
    const money = await moneyOf(test.services.database.db, id);
    const charges = await rows<{ id: string; stretch: number | null }>(
      "select id, stretch from charges where order_id = $1",
      [id],
    );
    const about = new Map(charges.map((charge) => [charge.id, charge.stretch]));
    return {
      ...order,
      monthlyPrice: order.price,
      stretches,
      repairs: await rows<{ from: string; until: string }>(
        `select first_date::text as from, last_date::text as until from repair_days where order_id = $1`,
        [id],
      ),
      instalments: money.instalments.map((one, index) => ({
        ...one,
        paid: money.paidInFact[index] ?? 0,
        isDue: one.postedAt !== null,
        about: one.chargeId === null ? null : (about.get(one.chargeId) ?? null),
      })),
    };
  }

  /** The months of a cancelled rental that were dropped by the cancellation. */
  const droppedOf = (id: string) =>
    rows<OracleInstalment>(
      `select id, number, starts_on::text as "startsOn", ends_on::text as "endsOn", charge_id as "chargeId", lines,
         amount::float8 as amount from instalments
       where order_id = $1 and dropped_at is not null and replaced_by is null and charge_id is null`,
      [id],
    );

  /** Errors: hosts have another share of the payments than they should, or the ledger disagrees. */
  return async (id: string, today: string): Promise<string[]> => {
    const found: string[] = [];
    const order = await orderOf(id);
    const wanted = hostShares(order);
    const lost = await rows<{ owed: number }>(
      "select owed::float8 as owed from chargebacks where order_id = $1 and owed > 0",
      [id],
    );
    const mostKept = lost.reduce((most, { owed }) => most + owed, 0);
    const most =
      order.status === "cancelled" ? [order.instalments, await droppedOf(id)] : [order.instalments];
    for (const [index, share] of wanted.entries()) {
      const credited = await sum(
        `from host_credits where order_id = $1 and stretch = ${index + 1} and rule <> 'take_back'`,
        id,
      );
      const isRight =
        lost.length > 0
          ? credited >= share && credited <= Math.min(Number(share) + mostKept, mostOf(order, most, index))
          : BigInt(credited) === share;
      if (!isRight) found.push(`stretch ${index + 1} is credited ${credited} for ${share}`);
    }
    const byHost = await rows<Row>(
      `select host_id, sum(amount)::float8 as sum from (
         select host_id, amount from host_credits where order_id = $1
         union all select host_id, amount from ledger_entries where order_id = $1 and account = 'host_payable') as sides
       group by host_id having sum(amount) <> 0`,
      [id],
    );
    for (const row of byHost)
      found.push(`the ledger has ${row.sum} else of ${row.host_id} than was credited`);
    const credited = await sum("from host_credits where order_id = $1", id);
    const cost = await sum("from ledger_entries where order_id = $1 and account = 'host_share'", id);
    const deferred = await sum(
      "from ledger_entries where order_id = $1 and account = 'deferred_host_share'",
      id,
    );
    if (cost + deferred !== credited) found.push(`${credited} cost ${cost}, and ${deferred} is to come`);
    const isOver = order.instalments.every(({ endsOn }) => endsOn <= today);
    if (isOver && deferred !== 0) found.push(`${deferred} of the hosts' share is of no days to come`);
    const wrong = await rows<Row>(
      `select id from host_credits where order_id = $1 and (amount < 0 and payable_on > credited_on
         or amount > 0 and payable_on < paid_on or starts_on is null and awaits_pickup)`,
      [id],
    );
    if (wrong.length > 0) found.push(`${wrong.length} credits are payable too late or too early`);
    return found;
  };
}

/**
 * The most that a stretch's host can earn from an order if all of it were paid: a bank may take money back later,
 * but a month is never worth more than its price. For a cancelled rental: the kept sum, or the months that it had.
 */
const mostOf = (
  order: OracleOrder,
  ways: readonly (readonly OracleInstalment[])[],
  stretch: number,
): number =>
  Math.max(
    ...ways.map((instalments) =>
      instalments
        .map((one) => hostShares({ ...order, instalments: [{ ...one, paid: one.amount, isDue: true }] }))
        // Each instalment's share may be rounded up by a cent.
        .reduce((most, shares) => most + Math.max(0, Number(shares[stretch] ?? 0n)) + 1, 0),
    ),
  );
