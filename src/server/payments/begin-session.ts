import { and, eq } from "drizzle-orm";
import { minute } from "#domain/durations.ts";
import type { Cents } from "#domain/money.ts";
import { payableOn, type Purpose } from "#domain/payments/allocation.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { leastCharge } from "#domain/payments/payments.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { savedMethods } from "#server/db/schema/money/providers.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { writePurposes } from "#server/ledger/purposes.ts";
import { type PaymentRow, standingInstalments } from "#server/ledger/queries.ts";
import { type Services, today } from "#server/services.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import { nameOf } from "#server/error-name.ts";
import { Mismatch, type Provider } from "./provider.ts";
import { settlePayment } from "./settle-payment.ts";

/** What is paid for: an order, or a booking that becomes an order with its first payment. */
export type PaidFor = Pick<
  typeof orders.$inferSelect,
  "id" | "orderNumber" | "customerEmail" | "language"
> & {
  /** Returns the amount due and what it pays for, under a lock that keeps both unchanged. */
  ask: (tx: Db) => Promise<Payable>;
  /** Where the provider's page sends the renter back to. */
  returnTo: string;
};

/** What is to be paid, and the instalments that it pays; a booking has none yet. */
export type Payable = { amount: Cents; purposes: Purpose[] };

/** How long a provider's page can be used. Stripe allows no less than half an hour. */
const pageMinutes = 60;
export const pageLength = pageMinutes * minute;
/** More rounds than one call ever needs, whatever other calls do meanwhile. */
const mostRounds = 4;

export type SessionBegun = { url: string } | { isConfirming: true } | undefined;

/**
 * The provider's page on which the due sum is paid: the page that is open already, or a new one. `isConfirming` if
 * a payment is on its way; undefined if nothing is to be paid.
 */
export async function beginSession(
  services: Services,
  provider: Provider,
  paidFor: PaidFor,
): Promise<SessionBegun> {
  for (let round = 0; round < mostRounds; round++) {
    const found = await openPayment(services, provider, paidFor);
    if (!found) return undefined;
    const { payment, wanted } = found;
    const holder = payment.mode === "built_in" ? undefined : services.providers.get(payment.mode);
    if (!holder || payment.attempt !== null) return { isConfirming: true };
    if (!payment.sessionRef && holder === provider) {
      const url = await askForPage(services, provider, payment, paidFor);
      if (url) return { url };
      continue;
    }
    const outcome = await holder.lookUp(payment);
    if (outcome.status === "processing") return { isConfirming: true };
    const isAsWanted = holder === provider && payment.amount === wanted;
    if (outcome.status === "open" && outcome.url && isAsWanted) return { url: outcome.url };
    // A page that asks for another sum than is due now is ended, unless somebody has just paid on it.
    const isIdle = outcome.status === "open" || outcome.status === "unknown";
    const now = isIdle ? await holder.endSession(payment) : outcome;
    await settlePayment(services, { orderId: paidFor.id, paymentId: payment.id }, now);
  }
  return { isConfirming: true };
}

/** The begun payment of an order, or a new one: saved before the provider hears of it. */
const openPayment = (
  services: Services,
  { name }: Provider,
  { id: orderId, ask }: PaidFor,
): Promise<{ payment: PaymentRow; wanted: Cents } | undefined> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const { amount: wanted, purposes } = await ask(tx);
      const [begun] = await tx
        .select()
        .from(payments)
        .where(and(eq(payments.orderId, orderId), eq(payments.status, "begun")));
      if (begun) {
        const isPage = begun.attempt === null && begun.amount === wanted;
        if (isPage) await writePurposes(tx, begun.id, purposes);
        return { payment: begun, wanted };
      }
      if (wanted < leastCharge) return undefined;
      const [saved] = await tx
        .select({ customerRef: savedMethods.customerRef })
        .from(savedMethods)
        .where(and(eq(savedMethods.orderId, orderId), eq(savedMethods.mode, name)));
      const at = services.now();
      const [payment] = await tx
        .insert(payments)
        .values({
          id: crypto.randomUUID(),
          orderId,
          mode: name,
          status: "begun",
          amount: wanted,
          method: name,
          recordedBy: "renter",
          customerRef: saved?.customerRef ?? null,
          createdAt: new Date(at),
          endsAt: new Date(at + pageLength),
        })
        .returning();
      if (!payment) return undefined;
      await writePurposes(tx, payment.id, purposes);
      return { payment, wanted };
    }),
  );

/** What an order asks for now: its due instalments, or else the next one. Locks the order. */
export async function askOfOrder(clock: Pick<Services, "now">, tx: Db, orderId: string): Promise<Payable> {
  await lockOrder(tx, orderId);
  const purposes = payableOn(await standingInstalments(tx, orderId), today(clock), leastCharge);
  return { amount: sumOf(purposes), purposes };
}

async function askForPage(
  services: Services,
  provider: Provider,
  payment: PaymentRow,
  { orderNumber, customerEmail: email, language, returnTo }: PaidFor,
): Promise<string | undefined> {
  const { id, orderId, endsAt } = payment;
  // The page was never shown, and would end too soon now.
  const isStale = !endsAt || endsAt.getTime() - services.now() < 35 * minute;
  const begun = isStale
    ? undefined
    : await provider.beginSession({ payment, orderNumber, email, language, returnTo });
  if (!begun) {
    await settlePayment(services, { orderId, paymentId: id }, { status: "cancelled" });
    return undefined;
  }
  const [open] = await services.database.db
    .update(payments)
    .set({ sessionRef: begun.sessionRef })
    .where(and(eq(payments.id, id), eq(payments.status, "begun")))
    .returning();
  if (open) return begun.url;
  // The order or the booking has ended or changed meanwhile.
  const outcome = await provider.endSession({ ...payment, sessionRef: begun.sessionRef });
  await settlePayment(services, { orderId, paymentId: id }, outcome);
  return undefined;
}

/** The present state of a begun payment of an order, by the provider's own answer. */
export async function checkBegun(
  services: Services,
  orderId: string,
): Promise<"none" | "open" | "confirming"> {
  const { db } = services.database;
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "begun")));
  const provider = payment && payment.mode !== "built_in" && services.providers.get(payment.mode);
  if (!payment || !provider) return "none";
  try {
    const outcome = await provider.lookUp(payment);
    const after = await settlePayment(services, { orderId, paymentId: payment.id }, outcome);
    if (after?.status !== "begun") return "none";
    return outcome.status === "open" || (outcome.status === "unknown" && !payment.attempt)
      ? "open"
      : "confirming";
  } catch (error) {
    if (error instanceof Mismatch) throw error;
    services.log.warn({ failure: nameOf(error) }, "a provider did not say how a payment stands");
    return "confirming";
  }
}
