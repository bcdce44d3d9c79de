import { and, eq, sql } from "drizzle-orm";
import { wireMoney } from "#domain/money.ts";
import {
  chargebackAudience,
  type ChargebackSums,
  isUndecided,
  owedAfter,
} from "#domain/payments/chargebacks.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import { audit } from "#server/db/audit.ts";
import { chargebacks } from "#server/db/schema/money/chargebacks.ts";
import { forgetMethods } from "#server/payments/saved-methods/forget-methods.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { withRetries } from "#server/db/retries.ts";
import { type ChargebackRow, postChargeback } from "#server/ledger/chargebacks.ts";
import { keepDrivenDays } from "#server/ledger/host-share.ts";
import { type PaymentRow, standingInstalments } from "#server/ledger/queries.ts";
import { askRefundedTwice } from "#server/ledger/refunded-twice.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import { takeBackWriteOffs, writeOffAgain } from "#server/ledger/write-offs.ts";
import { announcePayment } from "#server/payments/announce-payment.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import { type ChargebackFacts, Mismatch, type Provider } from "#server/payments/provider.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { type Services, today } from "#server/services.ts";
import { chargebackEmail } from "./email.ts";
import { emailTakenBack } from "#server/payments/refunds/refunded-twice.ts";
import { withdrawRefundsOf } from "#server/payments/refunds/withdraw-refunds.ts";

type ProviderLook = { number: number; facts: ChargebackFacts };

/**
 * Asks the provider for a chargeback's state and writes it down, whatever was heard of it before and in any order.
 * Each look has a number from before it asked: an earlier look doesn't overwrite a later one. Returns the order that
 * it is about; undefined if the payment isn't ours.
 */
export async function followChargeback(
  services: Services,
  provider: Provider,
  ref: string,
): Promise<string | undefined> {
  const { db } = services.database;
  const [taken] = await services.database.rows<{ number: number }>(
    "select nextval('chargeback_looks')::float8 as number",
  );
  const facts = await provider.chargeback(ref);
  const payment = await findPayment(db, provider, facts);
  if (!payment || !taken) return undefined;
  if (facts.currency !== "usd") throw new Mismatch("amount_differs");
  const { id: paymentId, orderId } = payment;
  if (payment.status !== "succeeded")
    await settlePayment(services, { orderId, paymentId }, await provider.lookUp(payment));
  await withRetries(() =>
    services.database.transaction((tx) => write(services, tx, payment, { number: taken.number, facts })),
  );
  return orderId;
}

/** Finds the payment by the provider's id, or by ours if we don't know the provider's id yet. */
async function findPayment(
  db: Db,
  { name }: Provider,
  { paymentRef, paymentId }: ChargebackFacts,
): Promise<PaymentRow | undefined> {
  const find = async (condition: ReturnType<typeof eq>) =>
    (
      await db
        .select()
        .from(payments)
        .where(and(eq(payments.mode, name), condition))
    )[0];
  const known = await find(eq(payments.providerRef, paymentRef));
  return known ?? (paymentId === undefined ? undefined : find(eq(payments.id, paymentId)));
}

async function write(
  services: Services,
  tx: Db,
  { id, orderId }: PaymentRow,
  look: ProviderLook,
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id));
  // A payment that we never received can't be taken back: a person has to look.
  if (payment?.status !== "succeeded" || payment.mode === "built_in")
    throw new Mismatch("payment_not_received");
  const { row, isNew } = await load(services, tx, { payment, mode: payment.mode, look });
  if (!isNew && row.look >= look.number) return;
  const { state } = look.facts;
  const isLess = owedAfter(state, look.facts) < row.owed;
  // A debt that turns out not to be owed must not be written off, or it would be given back as paid.
  const writtenOff = isLess ? await takeBackWriteOffs(services, tx, orderId, "system") : [];
  await update(services, tx, row, look);
  await askRefundedTwice(services, tx, orderId, { isLess });
  await writeOffAgain(services, tx, writtenOff);
  if (state !== "won") await forgetMethods(tx, [orderId]);
  if (state === "lost") await withdrawRefundsOf(services, tx, order, row);
  await recountRefunds(services, tx, orderId, { actor: "system" });
  if (isNew || state !== row.state) await alertAdmins(tx, row, look.facts);
  await announcePayment(tx, order);
  const audience = chargebackAudience(state, isNew ? undefined : row.state);
  if (audience.length === 0) return;
  const standing = await standingInstalments(tx, orderId);
  const left = leftToPay(standing, today(services));
  const { mode } = row;
  if (audience.includes("administrators"))
    await services.outbox.post(tx, [chargebackEmail(services.config, order, { ...look.facts, mode, left })]);
  const amount = owedAfter(state, look.facts);
  if (audience.includes("renter") && left > 0 && amount > 0)
    await emailTakenBack(services, tx, { order, standing, owed: { amount, left, mode } });
}

async function load(
  { now }: Services,
  tx: Db,
  {
    payment: { id: paymentId, orderId },
    mode,
    look: { number, facts },
  }: { payment: PaymentRow; mode: ChargebackRow["mode"]; look: ProviderLook },
): Promise<{ row: ChargebackRow; isNew: boolean }> {
  const { providerRef, state, reason, amount, openedAt } = facts;
  const [written] = await tx
    .insert(chargebacks)
    .values({
      orderId,
      paymentId,
      mode,
      providerRef,
      state,
      reason,
      amount,
      openedAt,
      look: number,
      createdAt: new Date(now()),
      checkedAt: new Date(now()),
    })
    .onConflictDoNothing()
    .returning();
  if (written) return { row: written, isNew: true };
  const [row] = await tx
    .select()
    .from(chargebacks)
    .where(and(eq(chargebacks.mode, mode), eq(chargebacks.providerRef, providerRef)));
  if (row?.paymentId !== paymentId) throw new Mismatch("payment_differs");
  return { row, isNew: false };
}

async function update(
  services: Services,
  tx: Db,
  row: ChargebackRow,
  { number, facts }: ProviderLook,
): Promise<void> {
  const { state, reason, amount, withdrawn, reinstated, fee, evidenceDueAt } = facts;
  const sums: ChargebackSums = { withdrawn, reinstated, fee, owed: owedAfter(state, facts) };
  if (sums.owed > row.owed) await keepDrivenDays(services, tx, row);
  const hasMoved = await postChargeback(services, tx, { row, now: sums });
  const at = new Date(services.now());
  const on = today(services);
  await tx
    .update(chargebacks)
    .set({
      ...sums,
      state,
      reason,
      amount,
      evidenceDueAt,
      look: number,
      checkedAt: at,
      decidedAt: isUndecided(state) ? null : (row.decidedAt ?? at),
      ...(withdrawn !== row.withdrawn && { withdrawnOn: on }),
      ...(reinstated !== row.reinstated && { reinstatedOn: on }),
      ...(hasMoved && { moves: sql`${chargebacks.moves} + 1` }),
    })
    .where(eq(chargebacks.id, row.id));
}

const alertAdmins = (
  tx: Db,
  { orderId, providerRef }: ChargebackRow,
  { state, amount, reason }: ChargebackFacts,
) =>
  audit(tx, {
    actor: "system",
    entity: "order",
    entityId: orderId,
    action: `chargeback_${state}`,
    after: { amount: wireMoney(amount), reference: providerRef, why: reason },
  });
