import { announce } from "#server/events/announce.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "./queries.ts";

type AnnouncedOrder = Pick<OrderRow, "id" | "accountId" | "hostId" | "emailConfirmedAt">;

/**
 * Tells the screens of an order's owner, of its car's host once its address is confirmed, and of administrators that it
 * has changed; those of an earlier owner and host too, if the order was another's before.
 */
export const announceOrder = (tx: Db, order: AnnouncedOrder, before = order): Promise<void> =>
  announce(tx, {
    kind: "order",
    orderId: order.id,
    to: [order, before].flatMap(({ accountId, hostId, emailConfirmedAt }) => [
      accountId,
      emailConfirmedAt === null ? null : hostId,
    ]),
    admins: "administrator",
  });
