import { announce } from "#server/events/announce.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "./queries.ts";

type AnnouncedOrder = Pick<OrderRow, "id" | "accountId" | "hostId" | "emailConfirmedAt">;

/**
 * Tells the screens of an order's owner, of its car's host once its address is confirmed, and of administrators that it
 * has changed.
 */
export const announceOrder = (
  tx: Db,
  { id, accountId, hostId, emailConfirmedAt }: AnnouncedOrder,
): Promise<void> =>
  announce(tx, {
    kind: "order",
    orderId: id,
    to: [accountId, emailConfirmedAt === null ? null : hostId],
    admins: "administrator",
  });
