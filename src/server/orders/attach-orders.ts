import { and, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";

/**
 * Gives an account the orders that visitors made with its confirmed address, if a reader of that mailbox has
 * confirmed them. Anybody can type an address: an unconfirmed order becomes the account's when its owner says so,
 * see `server/booking/account/unconfirmed.ts`. Returns whether there were any.
 */
export async function attachOrders(db: Db, accountId: string, email: string): Promise<boolean> {
  if (email === "") return false;
  const attached = await db
    .update(orders)
    .set({ accountId })
    .where(
      and(
        isNull(orders.accountId),
        isNotNull(orders.emailConfirmedAt),
        isNull(orders.deniedAt),
        sql`lower(customer_email) = ${email.toLowerCase()}`,
      ),
    )
    .returning({ id: orders.id });
  return attached.length > 0;
}
