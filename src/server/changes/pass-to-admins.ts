import { and, asc, eq, ne } from "drizzle-orm";
import { orderChanges } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { joinEmails } from "#server/mail/join-emails.ts";
import type { Services } from "#server/services.ts";
import { isOpenRequest } from "#server/rentals/open-requests.ts";
import { changeAskedAdminEmail } from "./to-admin.ts";

/** Tells the back office of the changes that wait for a host who can't answer anymore: we have to answer them. */
export async function passChangesToAdmins(
  { config, outbox }: Pick<Services, "config" | "outbox">,
  tx: Db,
  hostId: string,
): Promise<void> {
  const waiting = await tx
    .select({ change: orderChanges, order: orders })
    .from(orderChanges)
    .innerJoin(orders, eq(orders.id, orderChanges.orderId))
    .where(and(eq(orders.hostId, hostId), isOpenRequest, ne(orderChanges.kind, "swap")))
    .orderBy(asc(orderChanges.answerUntil));
  await outbox.post(
    tx,
    joinEmails(waiting.map(({ change, order }) => changeAskedAdminEmail(config, order, change))),
  );
}
