import { and, eq, isNotNull } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { isOpen } from "#domain/orders/lifecycle.ts";
import { conversations } from "#server/db/schema/conversations.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";

/** Throws a Refusal for what a blocked person writes, unless it is about an order that is still open. */
export async function refuseBlocked(tx: Db, { orderId }: { orderId: string | null }): Promise<void> {
  const [order] = orderId
    ? await tx.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId))
    : [];
  if (order && isOpen(order.status)) return;
  throw new Refusal("conversation_blocked", "You can't send messages in this conversation anymore.");
}

/** Since when a person is blocked: each of their conversations says so. */
export async function blockedSince(tx: Db, accountId: string): Promise<Date | null> {
  const [found] = await tx
    .select({ at: conversations.blockedAt })
    .from(conversations)
    .where(and(eq(conversations.accountId, accountId), isNotNull(conversations.blockedAt)))
    .limit(1);
  return found?.at ?? null;
}
