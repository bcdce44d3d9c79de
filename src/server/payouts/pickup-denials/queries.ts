import { eq } from "drizzle-orm";
import type { AdminPickupDenial, PickupDenial } from "#contract/pickup-denials.ts";
import { wireMoney } from "#domain/money.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { personName } from "#server/db/person-name.ts";
import { pickupDenials } from "#server/db/schema/money/pickup-denials.ts";

export type PickupDenialRow = typeof pickupDenials.$inferSelect;

/** Pickups of an order that its renter has denied. */
export const findDenialsOf = (db: Db, orderId: string): Promise<PickupDenialRow[]> =>
  db.select().from(pickupDenials).where(eq(pickupDenials.orderId, orderId));

export const presentDenial = ({
  recordId,
  deniedAt,
  words,
  decision,
  reason,
}: PickupDenialRow): PickupDenial => ({
  recordId,
  until: null,
  deniedAt: deniedAt.toISOString(),
  words,
  decision,
  reason,
});

type Row = Omit<AdminPickupDenial, "host" | "order" | "deniedAt" | "decidedAt" | "paidOut"> & {
  deniedAt: string | Date;
  decidedAt: string | Date | null;
  hostId: string;
  hostName: string;
  orderId: string;
  orderNumber: string;
  renterName: string;
  /** US cents. */
  paidOut: number;
};
type Rows = Pick<Database, "rows">;
type Page = { isOpen: boolean; limit: number; cursor?: string | undefined };

const text = `
  select d.record_id as id, d.denied_at as "deniedAt", d.words, d.decision, d.decided_at as "decidedAt", d.reason,
    a.id as "hostId", ${personName("a")} as "hostName", o.id as "orderId",
    o.order_number as "orderNumber", o.customer_name as "renterName",
    greatest(0, (select coalesce(sum(c.amount), 0) from host_credits c left join payouts p on p.id = c.payout_id
      where c.order_id = d.order_id and c.host_id = d.host_id and (p.status = 'paid' or c.rule = 'take_back')))::float8 as "paidOut"
  from pickup_denials d join accounts a on a.id = d.host_id join orders o on o.id = d.order_id`;

/** Denied pickups that wait for a decision, the oldest first; or the decided ones, the newest denial first. */
export async function findDenialsForAdmins(
  { rows }: Rows,
  { isOpen, limit, cursor }: Page,
): Promise<AdminPickupDenial[]> {
  const [after, direction] = isOpen ? [">", "asc"] : ["<", "desc"];
  const found = await rows<Row>(
    `${text} where (d.decision is null) = $1 and ($2::uuid is null or (d.denied_at, d.record_id) ${after}
       (select denied_at, record_id from pickup_denials where record_id = $2::uuid))
     order by d.denied_at ${direction}, d.record_id ${direction} limit $3`,
    [isOpen, cursor ?? null, limit],
    isOpen ? "find-open-denials" : "find-decided-denials",
  );
  return found.map(presented);
}

export async function countDenials({ rows }: Rows, isOpen: boolean): Promise<number> {
  const [counted] = await rows<{ count: number }>(
    "select count(*)::int as count from pickup_denials where (decision is null) = $1",
    [isOpen],
    "count-denials",
  );
  return counted?.count ?? 0;
}

export async function findDenialForAdmins(
  { rows }: Rows,
  id: string,
): Promise<AdminPickupDenial | undefined> {
  const [found] = await rows<Row>(`${text} where d.record_id = $1`, [id], "find-denial");
  return found && presented(found);
}

const presented = ({
  hostId,
  hostName,
  orderId,
  orderNumber,
  renterName,
  deniedAt,
  decidedAt,
  paidOut,
  ...denial
}: Row): AdminPickupDenial => ({
  ...denial,
  deniedAt: new Date(deniedAt).toISOString(),
  decidedAt: decidedAt && new Date(decidedAt).toISOString(),
  host: { id: hostId, name: hostName },
  paidOut: wireMoney(paidOut),
  order: { id: orderId, orderNumber, renterName },
});
