import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { addDays } from "#domain/dates.ts";
import { asksForPrice, waitsForPayment } from "#domain/orders/paid-first.ts";
import { isNotHandedOver } from "#domain/orders/lifecycle.ts";
import type { Purpose } from "#domain/payments/allocation.ts";
import { attemptDays, attemptOn, attemptsBegin, pastDueDays } from "#domain/payments/attempts.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { leastCharge } from "#domain/payments/payments.ts";
import type { ProviderName } from "#domain/payments/providers.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { awaitsPayment } from "#server/db/awaits-payment.ts";
import type { Db } from "#server/db/open-database.ts";
import { instalments, payments } from "#server/db/schema/money/payments.ts";
import { savedMethods } from "#server/db/schema/money/providers.ts";
import { writePurposes } from "#server/ledger/purposes.ts";
import { type InstalmentRow, type PaymentRow, standingInstalments } from "#server/ledger/queries.ts";
import { type Services, today } from "#server/services.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import { nameOf } from "#server/error-name.ts";
import type { Provider } from "#server/payments/provider.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";

const atOnce = 200;

type DueInstalment = { instalmentId: string; orderId: string; dueOn: string; mode: ProviderName };

/**
 * The minute's job: charges due sums to the method that the renter has saved, on the day and 1, 3 and 5 days
 * later. A sum that the renter has just agreed to is charged at once: the renter is awake, and sees the result. So is
 * the first payment of an order that its host has said yes to: it confirms the order.
 */
export async function chargeDue(services: Services): Promise<void> {
  if (services.providers.size === 0) return;
  const on = today(services);
  const isEarly = services.now() < instantInLosAngeles(on, attemptsBegin);
  await chargeEach(services, await findDue(services, on, { isEarly }));
}

/** Charges what is due of one order at once: the first payment of an order that its host has just said yes to. */
export async function chargeDueOf(services: Services, orderId: string): Promise<void> {
  if (services.providers.size === 0) return;
  await chargeEach(services, await findDue(services, today(services), { isEarly: false, orderId }));
}

async function chargeEach(services: Services, found: readonly DueInstalment[]): Promise<void> {
  for (const due of found) {
    const provider = services.providers.get(due.mode);
    if (provider) await charge(services, provider, due);
  }
}

/** Due and unpaid instalments of orders with a saved method, without today's attempt. */
async function findDue(
  services: Services,
  on: string,
  { isEarly, orderId }: { isEarly: boolean; orderId?: string },
): Promise<DueInstalment[]> {
  const isAgreed = sql`(${instalments.dueOn} = ${on}::date
    and exists (select from charges where id = ${instalments.chargeId} and answer = 'accept')
    or ${instalments.attempted} is null and exists (select from orders where orders.id = ${instalments.orderId} and ${sql.raw(awaitsPayment)}))`;
  const attempted = sql`coalesce(${instalments.attempted} >= ${attemptNumber(on)}, false)`;
  // After a successful charge of an instalment no other follows, whatever has become of the money since.
  const isCharged = sql`exists (select from payments where instalment_id = ${instalments.id}
    and attempt is not null and status in ('begun', 'succeeded'))`;
  return services.database.db
    .select({
      instalmentId: instalments.id,
      orderId: instalments.orderId,
      dueOn: instalments.dueOn,
      mode: savedMethods.mode,
    })
    .from(instalments)
    .innerJoin(savedMethods, eq(savedMethods.orderId, instalments.orderId))
    .where(
      and(
        isNull(instalments.droppedAt),
        orderId === undefined ? undefined : eq(instalments.orderId, orderId),
        // The back office collects what other books had asked for before the move.
        eq(instalments.isFromOtherBooks, false),
        // An amount too small for the provider waits for the next one due.
        sql`${instalments.amount} - ${instalments.paid} >= ${leastCharge}`,
        lte(instalments.dueOn, on),
        sql`${instalments.dueOn} > ${addDays(on, -pastDueDays)}`,
        sql`not ${attempted}`,
        sql`not ${isCharged}`,
        isEarly ? isAgreed : undefined,
        // A renter without a car, or with the choice of a car, is not charged: administrators get an alert.
        sql`not exists (select from orders where id = ${instalments.orderId}
          and (status = 'confirmed' and coalesce(car_since, pickup_date) < ${on}::date or replacing))`,
        // While a charge is on its way, no other is made.
        sql`not exists (select from payments where order_id = ${instalments.orderId} and status = 'begun' and attempt is not null)`,
      ),
    )
    .orderBy(asc(instalments.dueOn), asc(instalments.number))
    .limit(atOnce);
}

/** The number of an instalment's attempt on a day from its due day until it is past due: `attemptOn` in SQL. */
export const attemptNumber = (on: string) =>
  sql`(select count(*) - 1 from unnest(array[${sql.raw(attemptDays.join(", "))}]) as day
    where day <= ${on}::date - ${instalments.dueOn})`;

async function charge(services: Services, provider: Provider, due: DueInstalment): Promise<void> {
  try {
    await endOpenPage(services, due.orderId);
    const written = await writeAttempt(services, due);
    if (written) await chargeAttempt(services, provider, written.payment, written.orderNumber);
  } catch (error) {
    // The attempt is saved: it is looked up later, and made again with its own key.
    services.log.warn({ failure: nameOf(error), order: due.orderId }, "a saved method could not be charged");
  }
}

/** Ends an open page: with it the same sum could be paid twice. */
export async function endOpenPage(services: Services, orderId: string): Promise<void> {
  const [open] = await services.database.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "begun"), isNull(payments.attempt)));
  const provider = open && open.mode !== "built_in" ? services.providers.get(open.mode) : undefined;
  if (!open || !provider) return;
  const before = await provider.lookUp(open);
  const isIdle = before.status === "open" || before.status === "unknown";
  const outcome = isIdle ? await provider.endSession(open) : before;
  await settlePayment(services, { orderId, paymentId: open.id }, outcome);
}

/** Written down before the provider is asked, under the order's lock: nobody else charges the same. */
const writeAttempt = (
  services: Services,
  { instalmentId, orderId }: DueInstalment,
): Promise<{ payment: PaymentRow; orderNumber: string } | undefined> =>
  services.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const on = today(services);
    const standing = await standingInstalments(tx, orderId);
    const instalment = standing.find(({ id }) => id === instalmentId);
    const attempt = instalment && attemptOn(instalment.dueOn, on);
    if (!instalment || attempt === undefined) return undefined;
    // The kept part of a cancelled rental comes from paid money and is never charged. A charge is separate.
    const isAsked = asksForPrice(order) || instalment.chargeId !== null;
    if (!isAsked || order.replacing || isNotHandedOver(order, on)) return undefined;
    if (attempt <= (instalment.attempted ?? -1)) return undefined;
    // Its renter was given an end: after it the order is not paid anymore.
    const payUntil = waitsForPayment(order)
      ? await services.orderParts.payUntilOf(services, tx, order)
      : undefined;
    if (payUntil && payUntil.getTime() <= services.now()) return undefined;
    const written = { orderId, instalmentId, attempt, recordedBy: "system" };
    const payment = await insertAttempt(services, tx, written);
    return payment && { payment, orderNumber: order.orderNumber };
  });

type Attempt = { orderId: string; instalmentId: string; attempt: number; recordedBy: string };

/**
 * Writes down a charge of an instalment to the saved method. Undefined where there is nothing to charge, or a charge
 * of it exists already. The caller has the order's lock.
 */
export async function insertAttempt(
  services: Pick<Services, "now">,
  tx: Db,
  { orderId, instalmentId, attempt, recordedBy }: Attempt,
): Promise<PaymentRow | undefined> {
  const standing = await standingInstalments(tx, orderId);
  const instalment = standing.find(({ id }) => id === instalmentId);
  const [saved] = await tx.select().from(savedMethods).where(eq(savedMethods.orderId, orderId));
  if (!saved || !instalment) return undefined;
  const purposes = chargedWith(instalment, standing, today(services));
  if (purposes.length === 0) return undefined;
  const [payment] = await tx
    .insert(payments)
    .values({
      id: crypto.randomUUID(),
      orderId,
      mode: saved.mode,
      status: "begun",
      amount: sumOf(purposes),
      method: saved.label,
      recordedBy,
      instalmentId,
      attempt,
      customerRef: saved.customerRef,
      methodRef: saved.methodRef,
      createdAt: new Date(services.now()),
    })
    .onConflictDoNothing()
    .returning();
  if (!payment) return undefined;
  await writePurposes(tx, payment.id, purposes);
  await tx.update(instalments).set({ attempted: attempt }).where(eq(instalments.id, instalmentId));
  return payment;
}

/**
 * The purposes of an instalment's charge: the instalment's rest, and due rests that are too small to be charged
 * alone. Empty where the instalment's rest is too small.
 */
function chargedWith(instalment: InstalmentRow, standing: readonly InstalmentRow[], on: string): Purpose[] {
  const leftOf = ({ amount, paid }: InstalmentRow) => amount - paid;
  if (leftOf(instalment) < leastCharge) return [];
  const small = standing.filter((row) => row.dueOn <= on && leftOf(row) > 0 && leftOf(row) < leastCharge);
  return [instalment, ...small].map((row) => ({ instalmentId: row.id, amount: leftOf(row) }));
}

export async function chargeAttempt(
  services: Services,
  provider: Provider,
  payment: PaymentRow,
  orderNumber: string,
): Promise<void> {
  const outcome = await provider.charge(payment, orderNumber);
  await settlePayment(services, { orderId: payment.orderId, paymentId: payment.id }, outcome);
}
