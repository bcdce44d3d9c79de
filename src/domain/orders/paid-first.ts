import type { HostedOrder, RequestColumns } from "./host-requests.ts";
import { isBilled } from "./lifecycle.ts";

/**
 * An order between its host's yes and its first payment, where renters pay at a provider: it is still pending, keeps
 * its days and asks for its price, and the payment confirms it.
 */

/** Whether an order's host has said yes, and its first payment confirms it. */
export const waitsForPayment = ({
  status,
  hostAnswer,
}: Pick<HostedOrder, "status"> & Pick<RequestColumns, "hostAnswer">): boolean =>
  status === "pending" && hostAnswer === "accepted";

/** Whether an order asks its renter for its price: it is confirmed, or its first payment confirms it. */
export const asksForPrice = (order: Parameters<typeof waitsForPayment>[0]): boolean =>
  isBilled(order.status) || waitsForPayment(order);

/** Returns the columns of an order that its first payment confirms: the host has said yes, and it keeps its days. */
export const yesColumns = (
  at: Date,
): Partial<RequestColumns> & {
  expiresAt: null;
  holdEndsAt: null;
  lacksHold: false;
  adminWarnedAt: null;
} => ({
  hostAnsweredAt: at,
  hostAnswer: "accepted",
  expiresAt: null,
  holdEndsAt: null,
  lacksHold: false,
  adminWarnedAt: null,
});
