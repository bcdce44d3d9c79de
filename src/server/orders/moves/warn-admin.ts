import { sql } from "drizzle-orm";
import { warnBefore } from "#domain/orders/lifecycle.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";
import { interval } from "#server/db/sql-text.ts";
import { warningAdminEmail } from "#server/orders/emails/to-admin.ts";

const most = 100;

/**
 * The minute's job: tells the back office, once, of each request that is about to end unless somebody
 * answers. By the database's clock, as the end itself is.
 */
export async function warnAdmin({
  config,
  database,
  outbox,
}: Pick<Services, "config" | "database" | "outbox">): Promise<void> {
  await database.transaction(async (tx) => {
    const warned = await tx
      .update(orders)
      .set({ adminWarnedAt: sql`now()` })
      .where(
        sql`id in (select id from orders where status = 'pending' and admin_warned_at is null
          and expires_at > now() and expires_at < now() + ${sql.raw(interval(warnBefore))} order by expires_at limit ${most} for update skip locked)`,
      )
      .returning();
    if (warned.length)
      await outbox.post(
        tx,
        warned.map((order) => warningAdminEmail(config, order)),
      );
  });
}
