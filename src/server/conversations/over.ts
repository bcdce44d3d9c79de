import { eq, inArray } from "drizzle-orm";
import { isBetween, mayWriteToOther } from "#domain/conversations/parties.ts";
import { isHosting } from "#domain/people/relations.ts";
import type { Db } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { ConversationRow } from "./queries.ts";

/**
 * Finds the conversations whose renter and host may no longer write to one another. When a host hosts no more, the
 * back office takes care of their rentals.
 */
export async function findOver(
  db: Db,
  listed: readonly Pick<ConversationRow, "id" | "accountId" | "hostId" | "orderId">[],
  now: number,
): Promise<Set<string>> {
  const between = listed.filter(isBetween);
  const orderIds = between.flatMap(({ orderId }) => orderId ?? []);
  const found = orderIds.length
    ? await db
        .select({
          order: orders,
          host: { hostingSince: accounts.hostingSince, suspendedAt: accounts.suspendedAt },
        })
        .from(orders)
        .leftJoin(accounts, eq(accounts.id, orders.hostId))
        .where(inArray(orders.id, orderIds))
    : [];
  const byId = new Map(found.map((one) => [one.order.id, one]));
  return new Set(
    between
      .filter(({ orderId, hostId }) => {
        const { order, host } = byId.get(orderId ?? "") ?? {};
        return order?.hostId !== hostId || !host || !isHosting(host) || !mayWriteToOther(order, now);
      })
      .map(({ id }) => id),
  );
}
