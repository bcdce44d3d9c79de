import { inArray } from "drizzle-orm";
import { isBetween, mayWriteToOther } from "#domain/conversations/parties.ts";
import type { SeenOrder } from "#domain/orders/host-requests.ts";
import { earlierCarColumns } from "#domain/orders/earlier-cars.ts";
import { isHosting } from "#domain/people/relations.ts";
import type { Db } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { orders } from "#server/db/schema/orders.ts";
import { findEarlierCars } from "#server/rentals/earlier-cars.ts";
import type { ConversationRow } from "./queries.ts";

/**
 * Finds the conversations whose renter and host may no longer write to one another. When a host no longer hosts, the
 * back office takes care of their rentals.
 */
export async function findOver(
  db: Db,
  listed: readonly Pick<ConversationRow, "id" | "accountId" | "hostId" | "orderId">[],
  now: number,
): Promise<Set<string>> {
  const between = listed.filter(isBetween);
  const over = new Set(between.map(({ id }) => id));
  if (over.size === 0) return over;
  const found = await db
    .select()
    .from(orders)
    .where(
      inArray(
        orders.id,
        between.flatMap(({ orderId }) => orderId ?? []),
      ),
    );
  const hosts = await db
    .select({
      id: accounts.id,
      hostingSince: accounts.hostingSince,
      suspendedAt: accounts.suspendedAt,
    })
    .from(accounts)
    .where(
      inArray(
        accounts.id,
        between.flatMap(({ hostId }) => hostId ?? []),
      ),
    );
  for (const { id, orderId, hostId } of between) {
    const order = found.find((one) => one.id === orderId);
    const host = hosts.find((one) => one.id === hostId);
    if (!order || !host || !isHosting(host)) continue;
    const seen = order.hostId === host.id ? order : await asSeenBefore(db, order, host.id);
    if (seen && mayWriteToOther(seen, now)) over.delete(id);
  }
  return over;
}

/** An order as the host of an earlier car sees it; undefined if it had no car of this host. */
async function asSeenBefore(
  db: Db,
  order: typeof orders.$inferSelect,
  hostId: string,
): Promise<SeenOrder | undefined> {
  const car = (await findEarlierCars(db, order.id, hostId)).at(-1);
  // The next car may be one of ours.
  return car && { ...order, ...earlierCarColumns(car, order), hostId };
}
