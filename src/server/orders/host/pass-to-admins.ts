import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { joinEmails } from "#server/mail/join-emails.ts";
import { unhostedRequestEmail } from "#server/orders/emails/to-admin.ts";
import type { Services } from "#server/services.ts";
import { awaitsHost } from "./queries.ts";

/**
 * Tells the back office of the orders and changes that wait for a host who can't answer anymore: we have to answer
 * them.
 */
export async function passRequestsToAdmins(
  { config, outbox, orderParts }: Pick<Services, "config" | "outbox" | "orderParts">,
  tx: Db,
  hostId: string,
): Promise<void> {
  const waiting = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.hostId, hostId), awaitsHost))
    .orderBy(asc(orders.expiresAt));
  await outbox.post(tx, joinEmails(waiting.map((order) => unhostedRequestEmail(config, order))));
  await orderParts.passChangesToAdmins({ config, outbox }, tx, hostId);
}
