import { inArray } from "drizzle-orm";
import { isBetween, mayWriteToOther } from "#domain/conversations/parties.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { ConversationRow } from "./queries.ts";

/** Which of some conversations are between a renter and a host who may no longer write to one another. */
export async function findOver(
  db: Db,
  listed: readonly Pick<ConversationRow, "id" | "accountId" | "hostId" | "orderId">[],
  now: number,
): Promise<Set<string>> {
  const between = listed.filter(isBetween);
  const orderIds = between.flatMap(({ orderId }) => orderId ?? []);
  const found = orderIds.length ? await db.select().from(orders).where(inArray(orders.id, orderIds)) : [];
  const byId = new Map(found.map((order) => [order.id, order]));
  return new Set(
    between
      .filter(({ orderId, hostId }) => {
        const order = byId.get(orderId ?? "");
        return !order || order.hostId !== hostId || !mayWriteToOther(order, now);
      })
      .map(({ id }) => id),
  );
}
