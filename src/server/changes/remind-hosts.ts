import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { orderChanges } from "#server/db/schema/changes.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";
import type { Email } from "#server/mail/email.ts";
import { joinEmails } from "#server/mail/join-emails.ts";
import { isOpenRequest } from "#server/rentals/open-requests.ts";
import { emailsOfChange } from "./to-host.ts";

const most = 100;

/**
 * The minute's job: reminds each host once, after two thirds of the time to answer, of the changes that renters
 * wait for, in one email. The back office gets the reminder if the host no longer rents out cars.
 */
export async function remindHostsOfChanges(services: Services): Promise<void> {
  const now = new Date(services.now());
  await services.database.transaction(async (tx) => {
    const found = await tx
      .select({ change: orderChanges, order: orders })
      .from(orderChanges)
      .innerJoin(orders, eq(orders.id, orderChanges.orderId))
      .where(
        and(
          isOpenRequest,
          sql`${orderChanges.kind} <> 'swap'`,
          isNull(orderChanges.hostRemindedAt),
          isNotNull(orders.hostId),
          sql`${orderChanges.createdAt} + (${orderChanges.answerUntil} - ${orderChanges.createdAt}) * 2 / 3 <= ${now}`,
          sql`${orderChanges.answerUntil} > ${now}`,
        ),
      )
      .limit(most)
      .for("update", { of: orderChanges, skipLocked: true });
    const reminders: Email[] = [];
    for (const { change, order } of found) {
      await tx.update(orderChanges).set({ hostRemindedAt: now }).where(eq(orderChanges.id, change.id));
      reminders.push(...(await emailsOfChange(services, tx, order, change, "reminder")));
    }
    await services.outbox.post(tx, joinEmails(reminders));
  });
}
