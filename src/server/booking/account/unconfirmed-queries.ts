import { and, desc, isNull, ne, sql } from "drizzle-orm";
import type { UnconfirmedOrder } from "#contract/account/booking.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/queries.ts";

const mostListed = 50;

/** SQL for orders that visitors made with this address and that nobody has confirmed or denied. */
export const isUnconfirmed = (email: string) =>
  and(
    isNull(orders.accountId),
    isNull(orders.emailConfirmedAt),
    isNull(orders.deniedAt),
    ne(orders.status, "cancelled"),
    sql`lower(customer_email) = ${email.toLowerCase()}`,
  );

/** Orders placed with an account's address that the account has neither confirmed nor denied. */
export const findUnconfirmedOrders = async (db: Db, email: string): Promise<OrderRow[]> =>
  email === ""
    ? []
    : db
        .select()
        .from(orders)
        .where(isUnconfirmed(email))
        .orderBy(desc(orders.createdAt), desc(orders.id))
        .limit(mostListed);

export const presentUnconfirmed = (order: OrderRow): UnconfirmedOrder => ({
  id: order.id,
  orderNumber: order.orderNumber,
  createdAt: order.createdAt.toISOString(),
  name: order.customerName,
  carName: order.carName,
  ...(order.tier && { tier: order.tier }),
  pickupDate: order.pickupDate,
  returnDate: order.returnDate,
});
