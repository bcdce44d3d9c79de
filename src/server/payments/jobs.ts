import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { addDays } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { earliestReminder, instantInLosAngeles } from "#domain/local-time.ts";
import { activeStatuses, isNotHandedOver } from "#domain/orders/lifecycle.ts";
import { noticeBefore, noticeOn, type PaymentNoticeKind } from "#domain/payments/notices.ts";
import { emailedTogether } from "#domain/payments/small-sums.ts";
import type { Db } from "#server/db/open-database.ts";
import { isOwed } from "#server/db/owed-instalments.ts";
import { instalments, paymentNotices } from "#server/db/schema/money/payments.ts";
import { savedMethods } from "#server/db/schema/money/providers.ts";
import { orders } from "#server/db/schema/orders.ts";
import { eachAlone } from "#server/each-alone.ts";
import { postHostShare } from "#server/ledger/host-share.ts";
import { addInstalments, lockMoneyOf, postDue } from "#server/ledger/instalments.ts";
import type { InstalmentRow } from "#server/ledger/queries.ts";
import { isRefundedTwice } from "#server/ledger/refunded-twice.ts";
import { leastPayable } from "#server/provider-settings.ts";
import { type Services, today } from "#server/services.ts";
import { dueEmail, pastDueEmail } from "./emails.ts";

const atOnce = 200;

/** The minute's job: what falls due is written into the ledger. */
export async function postDueInstalments(services: Services): Promise<void> {
  const { database } = services;
  const found = await database.db
    .selectDistinct({ orderId: instalments.orderId })
    .from(instalments)
    .where(
      and(
        isNull(instalments.postedAt),
        isNull(instalments.droppedAt),
        lte(instalments.dueOn, today(services)),
      ),
    )
    .limit(atOnce);
  await eachAlone(services, found, {
    idOf: ({ orderId }) => orderId,
    work: ({ orderId }) =>
      database.transaction(async (tx) => {
        await lockMoneyOf(tx, orderId);
        await postDue(services, tx, orderId, "system");
        await postHostShare(services, tx, orderId);
      }),
  });
}

/** At the start: rentals that were confirmed before there were instalments ask for their price from now on. */
export async function addMissingInstalments(services: Services): Promise<void> {
  const { database } = services;
  const isMissing = and(
    inArray(orders.status, activeStatuses),
    sql`not exists (select from instalments where order_id = ${orders.id})`,
  );
  const found = await database.db.select({ id: orders.id }).from(orders).where(isMissing);
  for (const { id } of found)
    await database.transaction(async (tx) => {
      await lockMoneyOf(tx, id);
      const [order] = await tx
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), isMissing));
      if (order) await addInstalments(services, tx, order, "system");
    });
}

/**
 * The hour's job: renters get an email before an instalment is due, on the day, and after it, each once;
 * administrators get one once it is a week late. A renter without a confirmed address gets none.
 */
export async function sendPaymentNotices(
  services: Pick<Services, "config" | "database" | "outbox" | "providers" | "now">,
): Promise<void> {
  const on = today(services);
  if (services.now() < instantInLosAngeles(on, earliestReminder)) return;
  await services.database.transaction(async (tx) => {
    const open = await tx
      .select({ instalment: instalments, order: orders, saved: savedMethods })
      .from(instalments)
      .innerJoin(orders, eq(orders.id, instalments.orderId))
      .leftJoin(savedMethods, eq(savedMethods.orderId, orders.id))
      .where(
        and(
          sql.raw(isOwed()),
          eq(instalments.isFromOtherBooks, false),
          // No email goes out on the day on which a rental is moved in: it may be undone.
          sql`${orders.movedInOn} is distinct from ${on}::date`,
          lte(instalments.dueOn, addDays(on, noticeBefore)),
          // No email asks for money while a renter chooses how the rental goes on.
          sql`not ${orders.replacing}`,
          sql`not exists (select from payment_notices where instalment_id = ${instalments.id} and kind = 'past_due')`,
        ),
      )
      .orderBy(instalments.dueOn, instalments.orderId)
      .for("update", { of: instalments, skipLocked: true });
    for (const { instalment, order, saved, left } of noticesDue(open, leastPayable(services.config))) {
      const { dueOn, number, chargeId } = instalment;
      // Nobody asks for a month without the car: administrators get an alert about the rental.
      if (number > 1 && chargeId === null && isNotHandedOver(order, on)) continue;
      const kind = noticeOn({ dueOn, isSent: number === 1 || chargeId !== null }, on);
      const chargedTo = saved && services.providers.has(saved.mode) ? saved.label : undefined;
      if (kind && (await isNew(services, tx, instalment, kind)))
        await sendNotice(services, tx, { instalment, order, kind, chargedTo, left });
    }
  });
}

/** Each sum together with the sums that are too small to be paid alone, order by order. */
function noticesDue<T extends { instalment: InstalmentRow }>(open: readonly T[], least: Cents) {
  const byOrder = Map.groupBy(open, ({ instalment }) => instalment.orderId);
  return [...byOrder.values()].flatMap((ofOrder) =>
    emailedTogether(
      ofOrder.map((one) => ({ ...one, left: one.instalment.amount - one.instalment.paid })),
      least,
    ),
  );
}

async function isNew(
  { now }: Pick<Services, "now">,
  tx: Db,
  { id: instalmentId }: InstalmentRow,
  kind: PaymentNoticeKind,
): Promise<boolean> {
  const written = await tx
    .insert(paymentNotices)
    .values({ instalmentId, kind, at: new Date(now()) })
    .onConflictDoNothing()
    .returning({ kind: paymentNotices.kind });
  return written.length > 0;
}

type InstalmentNotice = {
  instalment: InstalmentRow;
  order: typeof orders.$inferSelect;
  kind: PaymentNoticeKind;
  /** The saved method that is charged on the day; its charges have emails of their own. */
  chargedTo: string | undefined;
  /** The unpaid part of the instalment, together with the sums that are too small to be paid alone. */
  left: Cents;
};

async function sendNotice(
  { config, outbox }: Pick<Services, "config" | "outbox">,
  tx: Db,
  { instalment, order, kind, chargedTo, left }: InstalmentNotice,
): Promise<void> {
  const { dueOn } = instalment;
  if (kind === "past_due")
    return void (await outbox.post(tx, [pastDueEmail(config, order, { left, dueOn })]));
  if (chargedTo !== undefined && kind !== "soon") return;
  // The debt for a double refund isn't a sale, and has no invoice.
  const invoiceOf = instalment.postedAt && !isRefundedTwice(instalment) ? instalment.id : undefined;
  const when = kind === "soon" || kind === "due" ? kind : "overdue";
  await outbox.post(tx, [dueEmail(config, order, { when, left, dueOn, chargedTo, invoiceOf })]);
}
