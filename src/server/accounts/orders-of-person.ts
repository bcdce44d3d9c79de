import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { UserRow } from "#gotrue/queries.ts";
import { orders } from "#server/db/schema/orders.ts";

export type EmailedPerson = Pick<UserRow, "id" | "email" | "emailConfirmedAt">;

/** The orders of an account, and orders placed while signed out that its confirmed address has confirmed. */
export const ordersOfPerson = (person: EmailedPerson) =>
  or(eq(orders.accountId, person.id), and(ordersNaming(person), isNotNull(orders.emailConfirmedAt)));

/** The orders placed while signed out under a confirmed address, no matter who placed them. */
export const ordersNaming = ({ email, emailConfirmedAt }: EmailedPerson) =>
  email && emailConfirmedAt
    ? and(isNull(orders.accountId), sql`lower(${orders.customerEmail}) = ${email}`)
    : sql`false`;
