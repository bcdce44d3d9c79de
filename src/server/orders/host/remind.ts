import { sql } from "drizzle-orm";
import { remindHostAfter } from "#domain/orders/host-requests.ts";
import { orders } from "#server/db/schema/orders.ts";
import { interval } from "#server/db/sql-text.ts";
import type { Email } from "#server/mail/email.ts";
import { joinEmails } from "#server/mail/join-emails.ts";
import { emailsToHost } from "#server/orders/emails/to-host.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { awaitsHost } from "./queries.ts";

const most = 100;

const byEnd = (one: OrderRow, other: OrderRow): number =>
  (one.expiresAt?.getTime() ?? 0) - (other.expiresAt?.getTime() ?? 0);

/** The minute's job: reminds hosts once of each waiting request, one email per host, by the database's clock. */
export async function remindHosts(services: Services): Promise<void> {
  await services.database.transaction(async (tx) => {
    const waiting = await tx
      .update(orders)
      .set({ hostRemindedAt: sql`now()` })
      .where(
        sql`id in (select id from orders where ${awaitsHost}
          and host_reminded_at is null and host_asked_at <= now() - ${sql.raw(interval(remindHostAfter))}
          and expires_at > now() order by host_asked_at limit ${most} for update skip locked)`,
      )
      .returning();
    const reminders: Email[] = [];
    // The request that ends first comes first in the email.
    for (const order of waiting.toSorted(byEnd))
      reminders.push(...(await emailsToHost(services, tx, order, "reminder")));
    await services.outbox.post(tx, joinEmails(reminders));
  });
}
