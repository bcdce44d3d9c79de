import { and, sql } from "drizzle-orm";
import { keyNobodyHas } from "#server/auth/link-tokens.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Db } from "#server/db/open-database.ts";
import { type EmailedPerson, ordersOfPerson } from "./orders-of-person.ts";

/**
 * Orders with the renter's former address get the new one: a payment may be due after a rental is over, too.
 * Orders that were placed while signed out now belong to the account, and no link in the former mailbox, which may
 * be somebody else's by now, opens them. `person` is the user before the change.
 */
export async function moveOrders(tx: Db, person: EmailedPerson, newEmail: string): Promise<void> {
  if (!person.email || !person.emailConfirmedAt) return;
  const wroteThere = sql`lower(${orders.customerEmail}) = ${person.email}`;
  await tx
    .update(orders)
    .set({ customerEmail: newEmail, accountId: person.id, ...keyNobodyHas() })
    .where(and(ordersOfPerson(person), wroteThere));
}
