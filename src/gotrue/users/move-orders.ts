import { and, sql } from "drizzle-orm";
import { keyNobodyHas } from "#server/auth/link-tokens.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Db } from "#server/db/open-database.ts";
import { type EmailedPerson, ordersOfPerson } from "./forget-renter.ts";

/**
 * Orders write to their renter's new address, where they wrote to the one before: a payment may be due after a rental
 * is over, too. What was ordered without signing in is the account's from now on, and the links in the mailbox before,
 * which may be somebody else's by now, open none of it. `person` is who they were before.
 */
export async function moveOrders(tx: Db, person: EmailedPerson, newEmail: string): Promise<void> {
  if (!person.email || !person.emailConfirmedAt) return;
  const wroteThere = sql`lower(${orders.customerEmail}) = ${person.email}`;
  await tx
    .update(orders)
    .set({ customerEmail: newEmail, accountId: person.id, ...keyNobodyHas() })
    .where(and(ordersOfPerson(person), wroteThere));
}
