import { and, eq, inArray } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { earliestReminder, instantInLosAngeles } from "#domain/local-time.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { orders } from "#server/db/schema/orders.ts";
import { reminders } from "#server/db/schema/renters.ts";
import type { Email } from "#server/mail/email.ts";
import { type Services, today } from "#server/services.ts";
import type { OrderRow } from "./queries.ts";

/** The most orders reminded in one run; the rest are reminded in the next hour. */
const most = 100;

type Reminders<Kind extends string> = {
  /** SQL of `order_id, kind, day` of every order that is due and not reminded; $1 is `day`. */
  due: string;
  /** YYYY-MM-DD. */
  day: string;
  emails: (order: OrderRow, kind: Kind, tx: Db, day: IsoDate) => Email[] | Promise<Email[]>;
};

/** An order that waits anew, or until another pickup, is reminded again before it ends. */
export const forgetPlanEnding = (tx: Db, orderId: string): Promise<unknown> =>
  tx.delete(reminders).where(and(eq(reminders.orderId, orderId), eq(reminders.kind, "plan_ending")));

/** Records the reminders that are due and posts their emails in the same transaction: each reminder goes once. */
export async function remind<Kind extends string>(
  services: Pick<Services, "config" | "database" | "outbox" | "now">,
  { due, day, emails }: Reminders<Kind>,
): Promise<void> {
  if (services.now() < instantInLosAngeles(today(services), earliestReminder)) return;
  await services.database.transaction(async (tx) => {
    const written = await rowsIn(tx)<{ orderId: string; kind: Kind; day: IsoDate }>(
      `insert into reminders (order_id, kind, day) ${due} limit ${most}
       on conflict do nothing returning order_id as "orderId", kind, day::text`,
      [day],
    );
    if (written.length === 0) return;
    const ids = written.map(({ orderId }) => orderId);
    const found = await tx.select().from(orders).where(inArray(orders.id, ids));
    for (const { orderId, kind, day: about } of written) {
      const order = found.find(({ id }) => id === orderId);
      if (order) await services.outbox.post(tx, await emails(order, kind, tx, about));
    }
  });
}
