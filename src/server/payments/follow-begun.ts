import { and, asc, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import { minute } from "#domain/durations.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { orders } from "#server/db/schema/orders.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import type { PaymentRow } from "#server/ledger/queries.ts";
import type { Services } from "#server/services.ts";
import { nameOf } from "#server/error-name.ts";
import type { PaymentOutcome, Provider } from "./provider.ts";
import { settlePayment } from "./settle-payment.ts";

const atOnce = 100;
/** Milliseconds between two questions to the provider about one payment. */
const every = 2 * minute;
/** A payment that the provider still doesn't know after this many milliseconds was never made. */
const lost = 25 * 60 * minute;

/**
 * The minute's job: payments that were begun and have not been heard of, because a webhook is late or a process has
 * ended in between, are looked up. A charge that the provider does not know is made again, with the same key.
 */
export async function followBegun(services: Services): Promise<void> {
  if (services.providers.size === 0) return;
  const at = services.now();
  const asked = new Date(at - every);
  const found = await services.database.db
    .select({
      payment: payments,
      orderNumber: orders.orderNumber,
      status: orders.status,
      isHeld: sql<boolean>`coalesce(${wizardDrafts.holdEndsAt} > ${new Date(at)} and ${wizardDrafts.agreed} is not null, false)`,
    })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(wizardDrafts, eq(wizardDrafts.id, payments.orderId))
    .where(
      and(
        eq(payments.status, "begun"),
        ne(payments.mode, "built_in"),
        lt(payments.createdAt, new Date(at - minute)),
        or(isNull(payments.checkedAt), lt(payments.checkedAt, asked)),
      ),
    )
    .orderBy(asc(payments.createdAt))
    .limit(atOnce);
  for (const { payment, orderNumber, status, isHeld } of found) {
    const isOver = orderNumber ? status === "cancelled" : !isHeld;
    await follow(services, payment, { orderNumber: orderNumber ?? "", isOver });
  }
}

/**
 * What a payment is for. `isOver`: a booking that no longer holds its car or was changed, or a canceled order; the
 * provider's page is ended then.
 */
type PaidFor = { orderNumber: string; isOver: boolean };

async function follow(services: Services, payment: PaymentRow, paidFor: PaidFor): Promise<void> {
  const { id, orderId, mode } = payment;
  const provider = mode === "built_in" ? undefined : services.providers.get(mode);
  if (!provider) return;
  const { db } = services.database;
  await db
    .update(payments)
    .set({ checkedAt: new Date(services.now()) })
    .where(eq(payments.id, id));
  try {
    const outcome = await outcomeOf(services, provider, payment, paidFor);
    await settlePayment(services, { orderId, paymentId: id }, outcome);
  } catch (error) {
    services.log.warn({ failure: nameOf(error), order: orderId }, "a payment could not be looked up");
  }
}

async function outcomeOf(
  { now }: Services,
  provider: Provider,
  payment: PaymentRow,
  { orderNumber, isOver }: PaidFor,
): Promise<PaymentOutcome> {
  const outcome = await provider.lookUp(payment);
  const hasEnded = payment.endsAt !== null && payment.endsAt.getTime() < now();
  if (outcome.status === "open" && (hasEnded || isOver)) return provider.endSession(payment);
  if (outcome.status !== "unknown") return outcome;
  const age = now() - payment.createdAt.getTime();
  if (payment.attempt === null)
    return age > 60 * minute ? { status: "cancelled" } : { status: "open", url: undefined };
  if (age < provider.repeatableFor) return provider.charge(payment, orderNumber);
  return age > lost ? { status: "failed", failure: "not_charged" } : outcome;
}
