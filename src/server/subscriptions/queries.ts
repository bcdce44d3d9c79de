import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { emailSubscriptions } from "#server/db/schema/mail.ts";

export type SubscriptionRow = typeof emailSubscriptions.$inferSelect;

/** The subscription of an address, its row locked until the transaction ends. */
export async function lockSubscriptionOf(tx: Db, email: string): Promise<SubscriptionRow | undefined> {
  const [found] = await tx
    .select()
    .from(emailSubscriptions)
    .where(eq(sql`lower(${emailSubscriptions.email})`, email.toLowerCase()))
    .for("update");
  return found;
}

/** The subscription that an email's link belongs to, its row locked until the transaction ends. */
export async function lockSubscriptionBy(
  tx: Db,
  column: "confirmHash" | "unsubscribeHash",
  hash: string,
): Promise<SubscriptionRow | undefined> {
  const [found] = await tx
    .select()
    .from(emailSubscriptions)
    .where(eq(emailSubscriptions[column], hash))
    .for("update");
  return found;
}

export const isSubscribed = ({ confirmedAt, unsubscribedAt }: SubscriptionRow): boolean =>
  confirmedAt !== null && unsubscribedAt === null;
