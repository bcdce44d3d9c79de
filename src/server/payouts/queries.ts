import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { addDays, type IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { paidOutOf, payoutDayAt, type PayoutWait } from "#domain/payouts/payouts.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";
import { payoutFlags, payoutHolds, payouts } from "#server/db/schema/money/payouts.ts";
import { localTime, type Services, today } from "#server/services.ts";
import { findWaits, isHeldHost } from "./waits.ts";
import { isPayableOn, type PayoutDay } from "./payable.ts";

export { isHeldHost };
export { firstPayableDay, isCovered, isDenied, isPickedUp, type PayoutDay } from "./payable.ts";

export type PayoutRow = typeof payouts.$inferSelect;
export type FlagRow = typeof payoutFlags.$inferSelect;

/** Every change of a host's payouts holds this lock, and takes no other lock before it. */
export const lockHost = (tx: Db, hostId: string): Promise<unknown> =>
  tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, hostId)).for("no key update");

/** Locks several hosts, one after the other in the order of their ids. */
export const lockHosts = (tx: Db, hostIds: readonly string[]): Promise<unknown> =>
  tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...hostIds]))
    .orderBy(accounts.id)
    .for("no key update");

export type PayableCredit = { id: number; orderId: string | null; amount: Cents };

/** A host's credits that are payable on a day. */
export const payableCredits = (db: Db, hostId: string, day: PayoutDay): Promise<PayableCredit[]> =>
  db
    .select({ id: hostCredits.id, orderId: hostCredits.orderId, amount: hostCredits.amount })
    .from(hostCredits)
    .where(and(eq(hostCredits.hostId, hostId), isPayableOn(day)));

/** Hosts with something payable on a day and no payout of that day, in the order of their ids from one on. */
export async function hostsToPay(db: Db, on: PayoutDay, after: string, limit: number): Promise<string[]> {
  const found = await db
    .selectDistinct({ hostId: hostCredits.hostId })
    .from(hostCredits)
    .where(
      and(
        isPayableOn(on),
        gt(hostCredits.hostId, after),
        sql`not exists (select from ${payouts} where ${payouts.hostId} = ${hostCredits.hostId}
          and (${payouts.status} = 'made' or (${payouts.madeOn} = ${on.day} and not ${payouts.isSuperseded})))`,
      ),
    )
    .orderBy(hostCredits.hostId)
    .limit(limit);
  return found.map(({ hostId }) => hostId);
}

/** Why a host's payouts wait: an administrator's reason, or signs that nobody has looked at. */
export async function findHold(
  db: Db,
  hostId: string,
): Promise<{ reason: string | null; flags: FlagRow[] } | undefined> {
  const [hold] = await db.select().from(payoutHolds).where(eq(payoutHolds.hostId, hostId));
  const flags = await db
    .select()
    .from(payoutFlags)
    .where(and(eq(payoutFlags.hostId, hostId), isNull(payoutFlags.clearedAt)));
  return hold || flags.length > 0 ? { reason: hold?.reason ?? null, flags } : undefined;
}

export type ShownPayout = PayoutRow & { lastFour: string | null; hostName: string; hostEmail: string };

const shownText = `
  select p.id, p.number::int, p.host_id as "hostId", p.mode, p.status, p.amount::int, p.made_on::text as "madeOn",
    p.taken_at as "takenAt", p.is_superseded as "isSuperseded", p.details_id as "detailsId", p.provider_ref as "providerRef",
    p.destination, p.reference, p.paid_on::text as "paidOn", p.reason, p.closed_by as "closedBy",
    p.created_at as "createdAt", p.closed_at as "closedAt", d.last_four as "lastFour",
    a.full_name as "hostName", a.email as "hostEmail"
  from payouts p join accounts a on a.id = p.host_id left join payout_details d on d.id = p.details_id`;

type Page = { limit: number; cursor?: string | undefined };
type Filters = { hostId?: string | undefined; status?: string | undefined };

/** Payouts, newest first, with their hosts; and the number of all payouts. */
export async function findPayouts(
  { rows }: Pick<Database, "rows">,
  { hostId, status }: Filters,
  { limit, cursor }: Page,
): Promise<{ found: ShownPayout[]; total: number }> {
  const filters = [hostId ?? null, status ?? null];
  const where = `where ($1::uuid is null or p.host_id = $1::uuid) and ($2::text is null or p.status = $2)`;
  const [counted] = await rows<{ total: number }>(
    `select count(*)::int as total from payouts p ${where}`,
    filters,
    "count-payouts",
  );
  const found = await rows<ShownPayout>(
    `${shownText} ${where}
      and ($3::uuid is null or p.number < (select number from payouts where id = $3::uuid))
     order by p.number desc limit $4`,
    [...filters, cursor ?? null, limit],
    "find-payouts",
  );
  return { found: found.map(withDates), total: counted?.total ?? 0 };
}

export async function findPayout(
  { rows }: Pick<Database, "rows">,
  id: string,
): Promise<ShownPayout | undefined> {
  const [found] = await rows<ShownPayout>(`${shownText} where p.id = $1`, [id], "find-payout");
  return found && withDates(found);
}

/** The embedded database and the server answer moments differently: as text or as dates. */
const withDates = (row: ShownPayout): ShownPayout => ({
  ...row,
  takenAt: row.takenAt && new Date(row.takenAt),
  createdAt: new Date(row.createdAt),
  closedAt: row.closedAt && new Date(row.closedAt),
});

/** The next Tuesday. */
export const nextPayoutDay = (services: Pick<Services, "config" | "now">): PayoutDay => ({
  day: addDays(payoutDayAt(localTime(services)), 7),
  holdDays: services.config.hostHoldDays,
});

export type HostBalance = {
  /** All that is not paid out, what is in a payout under way too: the ledger's balance. */
  open: Cents;
  /** The part of it that is payable today, without a payout under way. */
  payable: Cents;
  /**
   * The next Tuesday's payout, as far as it is known: 0 below the least amount that is paid out, and why nothing will
   * be sent then.
   */
  next: { on: IsoDate; amount: Cents; waitsFor: PayoutWait | null };
};

type PayoutServices = Pick<Services, "config" | "database" | "now">;

/** The money that waits for a host's payouts. */
export const balanceOfHost = async (services: PayoutServices, hostId: string): Promise<HostBalance> =>
  (await balancesOf(services, [hostId]))(hostId);

/** The money that waits for the payouts of several hosts: a function gives the balance of each by the host's id. */
export async function balancesOf(
  services: PayoutServices,
  hostIds: readonly string[],
): Promise<(hostId: string) => HostBalance> {
  const { db } = services.database;
  const next = nextPayoutDay(services);
  const sumOn = (day: IsoDate) =>
    sql<string>`coalesce(sum(${hostCredits.amount}) filter (where ${isPayableOn({ ...next, day })}), 0)`;
  const waiting = await db
    .select({
      hostId: hostCredits.hostId,
      amount: sql<string>`sum(${hostCredits.amount})`,
      payable: sumOn(today(services)),
      next: sumOn(next.day),
    })
    .from(hostCredits)
    .where(and(inArray(hostCredits.hostId, [...hostIds]), isNull(hostCredits.payoutId)))
    .groupBy(hostCredits.hostId);
  const underWay = await db
    .select({ hostId: payouts.hostId, amount: sql<string>`sum(${payouts.amount})` })
    .from(payouts)
    .where(and(inArray(payouts.hostId, [...hostIds]), eq(payouts.status, "made")))
    .groupBy(payouts.hostId);
  const waitsOf = await findWaits(services, hostIds, next.day);
  const waitingOf = new Map(waiting.map((sums) => [sums.hostId, sums]));
  const underWayOf = new Map(underWay.map(({ hostId, amount }) => [hostId, Number(amount)]));
  return (hostId) => {
    const sums = waitingOf.get(hostId);
    return {
      open: Number(sums?.amount ?? 0) + (underWayOf.get(hostId) ?? 0),
      payable: Number(sums?.payable ?? 0),
      next: {
        on: next.day,
        amount: paidOutOf(Number(sums?.next ?? 0)),
        waitsFor: waitsOf.get(hostId) ?? null,
      },
    };
  };
}

export type HeldHost = {
  hostId: string;
  name: string;
  email: string;
  open: Cents;
  reason: string | null;
  heldBy: string | null;
  flags: { orderId: string; orderNumber: string; kind: FlagRow["kind"]; foundAt: string }[];
};

/** Hosts whose payouts wait, and why: few at any time. */
export async function findHeldHosts(services: PayoutServices): Promise<HeldHost[]> {
  const found = await services.database.rows<
    Omit<HeldHost, "open" | "flags"> & { flags: HeldHost["flags"] | null }
  >(
    `select accounts.id as "hostId", accounts.full_name as name, accounts.email, h.reason, h.held_by as "heldBy",
       (select json_agg(json_build_object('orderId', f.order_id, 'orderNumber', o.order_number, 'kind', f.kind,
          'foundAt', ${isoText("f.found_at")}) order by f.found_at, f.kind)
        from payout_flags f join orders o on o.id = f.order_id
        where f.host_id = accounts.id and f.cleared_at is null) as flags
     from accounts left join payout_holds h on h.host_id = accounts.id
     where ${isHeldHost} order by accounts.full_name, accounts.id limit 500`,
    [],
    "find-held-hosts",
  );
  const balanceOf = await balancesOf(
    services,
    found.map(({ hostId }) => hostId),
  );
  return found.map(({ flags, ...host }) => ({
    ...host,
    open: balanceOf(host.hostId).open,
    flags: flags ?? [],
  }));
}
