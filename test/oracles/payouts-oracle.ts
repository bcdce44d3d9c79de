import { findHostYear, sumOfYear } from "#server/earnings/statements/queries.ts";
import { today } from "#server/services.ts";
import type { TestApp } from "#test/app.ts";

type Credit = {
  id: number;
  orderId: string | null;
  stretch: number;
  rule: string;
  amount: number;
  paidOn: string;
  creditedOn: string;
  payableOn: string;
  awaitsPickup: boolean;
  payoutId: string | null;
};
type Statement = { month: string; opening: number; closing: number; lines: number; text: string };

const largeCharge = 50_000;
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * An accountant's second books of hosts' accounts: what a Tuesday must pay each host, and where credits, ledger,
 * payouts and statements disagree. Days are those of Los Angeles, money is in cents.
 */
export function payoutsOracle(test: TestApp, holdDays: number) {
  const rows = <T>(text: string, values: unknown[] = []) =>
    test.services.database.rows<T & object>(text, values);
  const creditsOf = (hostId: string) =>
    rows<Credit>(
      `select id::float8 as id, order_id as "orderId", stretch, rule, amount::float8 as amount, paid_on::text as "paidOn",
         credited_on::text as "creditedOn", payable_on::text as "payableOn", awaits_pickup as "awaitsPickup",
         payout_id as "payoutId" from host_credits where host_id = $1 order by id`,
      [hostId],
    );
  const idsOf = async (text: string, hostId: string) =>
    new Set((await rows<{ id: string }>(text, [hostId])).map(({ id }) => id));

  /** The sum of what is payable to a host on a day, as if `payoutId` had not been made. */
  async function payableOn(hostId: string, day: string, payoutId?: string): Promise<number> {
    return (await openOn(hostId, day, payoutId)).reduce((sum, { amount }) => sum + amount, 0);
  }

  /** The credits that make up what is payable to a host on a day. */
  async function openOn(hostId: string, day: string, released?: string): Promise<Credit[]> {
    const all = await creditsOf(hostId);
    // A pickup that the renter didn't record can be denied for 72 hours, and counts from the day after them.
    const pickups = await rows<{ id: string; day: string }>(
      `select order_id || ' ' || stretch as id, min(case when side = 'renter' then finished_at
           else finished_at + interval '96 hours' end at time zone 'America/Los_Angeles')::date::text as day
         from condition_records where kind = 'pickup' and finished_at is not null
         and order_id in (select order_id from host_credits where host_id = $1) group by 1`,
      [hostId],
    );
    const pickedUp = new Map(pickups.map(({ id, day }) => [id, day]));
    const denied = await idsOf(
      "select order_id as id from pickup_denials where host_id = $1 and (decision is null or decision <> 'dismissed')",
      hostId,
    );
    const newUntil = plusDays(all.map(({ creditedOn }) => creditedOn).toSorted()[0] ?? day, 60);
    const chargedOf = (orderId: string | null) =>
      all
        .filter((credit) => credit.orderId === orderId && credit.rule === "charge")
        .reduce((sum, { amount }) => sum + amount, 0);
    const firstDayOf = ({ orderId, rule, stretch, creditedOn, paidOn, ...credit }: Credit): string => {
      const certainOn = credit.awaitsPickup ? (pickedUp.get(`${orderId} ${stretch}`) ?? "") : "";
      const settledOn = certainOn > credit.payableOn ? certainOn : credit.payableOn;
      if (rule === "write_off" || rule === "repayment" || creditedOn >= newUntil) return settledOn;
      const held = plusDays(paidOn, rule === "charge" && chargedOf(orderId) > largeCharge ? 30 : holdDays);
      return held > settledOn ? held : settledOn;
    };
    const open = all.filter(({ payoutId }) => payoutId === null || payoutId === released);
    const waits = ({ orderId, stretch, awaitsPickup }: Credit): boolean =>
      orderId !== null && ((awaitsPickup && !pickedUp.has(`${orderId} ${stretch}`)) || denied.has(orderId));
    // A negative credit of an order first reduces the positive credits of the same order that still wait.
    const covers = new Map<string, number>();
    for (const credit of open)
      if (credit.orderId && credit.amount > 0 && waits(credit))
        covers.set(credit.orderId, (covers.get(credit.orderId) ?? 0) + credit.amount);
    return open.filter((credit) => {
      let isWaiting = waits(credit);
      if (credit.amount < 0) {
        const left = (covers.get(credit.orderId ?? "") ?? 0) + credit.amount;
        covers.set(credit.orderId ?? "", left);
        isWaiting = left >= 0;
      }
      // A negative credit reduces every later payout, even one that is made late for an earlier day; what is taken back
      // of a write-off does so from its own day on.
      const isTakenBack = credit.amount < 0 && credit.rule !== "write_off";
      return !isWaiting && (isTakenBack || firstDayOf(credit) <= day);
    });
  }

  /** A host's payout that nobody has begun to send, and of whose orders something was taken back since. */
  async function outdatedOf(hostId: string, day: string): Promise<string | undefined> {
    const [payout] = await rows<{ id: string }>(
      "select id from payouts where host_id = $1 and status = 'made' and taken_at is null",
      [hostId],
    );
    if (!payout) return undefined;
    const inside = (await creditsOf(hostId)).filter(({ payoutId }) => payoutId === payout.id);
    const orderIds = new Set(inside.flatMap(({ orderId }) => orderId ?? []));
    const back = (await openOn(hostId, day)).filter(({ amount }) => amount < 0);
    return back.some(({ orderId }) => orderId !== null && orderIds.has(orderId)) ? payout.id : undefined;
  }

  const statementsOf = (hostId: string) =>
    rows<Statement>(
      `select month, opening::float8 as opening, closing::float8 as closing, s::text as text,
         (select coalesce(sum((line->>'amount')::bigint), 0)::float8 from jsonb_array_elements(statement->'lines') line) as lines
       from host_statements s where host_id = $1 order by month`,
      [hostId],
    );
  const issued = new Map<string, string>();

  /** Errors in a host's statements: each begins where the last one ended, and never changes later. */
  async function wrongStatements(hostId: string): Promise<string[]> {
    const found: string[] = [];
    let closing = 0;
    for (const { month, opening, lines, closing: ends, text } of await statementsOf(hostId)) {
      if (opening !== closing) found.push(`${month} opens with ${opening} after ${closing}`);
      if (opening + lines !== ends) found.push(`${month} closes with ${ends} by lines of ${lines}`);
      const key = `${hostId} ${month}`;
      if ((issued.get(key) ?? text) !== text) found.push(`${month} has changed`);
      issued.set(key, text);
      closing = ends;
    }
    return found;
  }

  const yearsSeen = new Map<string, number>();

  /** Errors in a host's years: together they have all money, and the payouts of a past year never change. */
  async function wrongYears(hostId: string, { net, paid }: { net: number; paid: number }): Promise<string[]> {
    const found: string[] = [];
    const all = { net: 0, payouts: 0 };
    const thisYear = Number(today(test.services).slice(0, 4));
    for (let year = thisYear - 2; year <= thisYear; year++) {
      const sums = await findHostYear(test.services.database, hostId, year);
      all.net += sumOfYear(sums, "net");
      all.payouts += sumOfYear(sums, "payouts");
      const key = `${hostId} ${year}`;
      const payouts = sumOfYear(sums, "payouts");
      if ((yearsSeen.get(key) ?? payouts) !== payouts) found.push(`payouts of ${year} have changed`);
      if (year < thisYear) yearsSeen.set(key, payouts);
    }
    if (all.net !== net) found.push(`the years of ${hostId} have ${all.net} for ${net}`);
    if (all.payouts !== paid) found.push(`the years of ${hostId} paid out ${all.payouts} for ${paid}`);
    return found;
  }

  return {
    payableOn,
    outdatedOf,
    creditsOf,
    statementsOf,
    /** The disagreements in the accounts of these hosts. */
    async wrongOf(hostIds: readonly string[]): Promise<string[]> {
      const found: string[] = [];
      const unbalanced = await rows(
        "select transaction_id from ledger_entries group by transaction_id having sum(amount) <> 0",
      );
      if (unbalanced.length > 0) found.push(`${unbalanced.length} transactions don't come to zero`);
      const payouts = await rows<{ number: number; status: string; amount: number; sum: number }>(
        `select p.number::int as number, p.status, p.amount::float8 as amount,
           (select coalesce(sum(amount), 0)::float8 from host_credits where payout_id = p.id) as sum from payouts p`,
      );
      for (const { number, status, amount, sum } of payouts) {
        if (amount < 100) found.push(`payout ${number} is of ${amount}`);
        const isStanding = status === "made" || status === "paid";
        if (sum !== (isStanding ? amount : 0)) found.push(`payout ${number}, ${status}, is made of ${sum}`);
      }
      const countedTwice = await rows<{ orderId: string }>(
        `select order_id as "orderId" from (
           select order_id, host_id, sum(gross) over (partition by order_id, host_id order by id) as written,
             sum(gross) over (partition by order_id, host_id order by coalesce(restored_on, paid_on)) as counted
           from host_credits where order_id is not null) as sums
         group by order_id, host_id having max(counted) > greatest(0, max(written))`,
      );
      for (const { orderId } of countedTwice) found.push(`some days count money of ${orderId} twice`);
      for (const hostId of hostIds) {
        const [sums] = await rows<{ credits: number; net: number; paid: number; ledger: number }>(
          `select (select coalesce(sum(amount), 0) from host_credits where host_id = $1 and order_id is not null)::float8 as net,
             (select coalesce(sum(amount), 0) from host_credits where host_id = $1)::float8 as credits,
             (select coalesce(sum(amount), 0) from payouts where host_id = $1 and status = 'paid')::float8 as paid,
             (select coalesce(-sum(amount), 0) from ledger_entries where host_id = $1 and account = 'host_payable')::float8 as ledger`,
          [hostId],
        );
        if (sums && sums.ledger !== sums.credits - sums.paid)
          found.push(`the ledger has ${sums.ledger} of ${hostId} for ${sums.credits} less ${sums.paid}`);
        if (sums) found.push(...(await wrongYears(hostId, sums)));
        found.push(...(await wrongStatements(hostId)));
      }
      return found;
    },
  };
}
