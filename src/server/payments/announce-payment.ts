import type { Db } from "#server/db/open-database.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { announce } from "#server/events/announce.ts";

/** Tells the screens of an order's owner, and of administrators who manage payments, that its money has moved. */
export const announcePayment = (
  tx: Db,
  { id, accountId }: Pick<typeof orders.$inferSelect, "id" | "accountId">,
): Promise<void> =>
  announce(tx, { kind: "payment", orderId: id, to: [accountId], admins: "manage_payments" });
