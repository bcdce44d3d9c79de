import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { paymentEntries } from "#domain/payments/ledger.ts";
import { leftToPay, type RecordedMethod } from "#domain/payments/payments.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { withRetries } from "#server/db/retries.ts";
import { postDue, settle } from "#server/ledger/instalments.ts";
import { post } from "#server/ledger/post.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { type Services, today } from "#server/services.ts";
import { paymentEmail } from "./emails.ts";
import { announcePayment } from "./announce-payment.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";

export type Received = {
  id: string;
  orderId: string;
  amount: Cents;
  method: RecordedMethod;
  reference: string;
  paidOn: IsoDate;
  by: string;
};

/** Money that came further back is no typing of today's. */
const longestAgoDays = 400;

/**
 * Writes down money that came in for an order: once, however often it is sent, and never more than is left to
 * pay. Throws a Refusal for anything else.
 */
export const recordPayment = (services: Services, received: Received): Promise<void> =>
  withRetries(() => services.database.transaction((tx) => recordIn(services, tx, received)));

async function recordIn(services: Services, tx: Db, received: Received): Promise<void> {
  const { id, orderId, amount, paidOn, by } = received;
  const order = await lockOrder(tx, orderId);
  const requestHash = hashOf(received);
  const [known] = await tx.select().from(payments).where(eq(payments.id, id));
  if (known) {
    if (known.requestHash === requestHash) return;
    throw idUsed();
  }
  const on = today(services);
  if (amount <= 0) throw invalidField("amount", "must be above zero");
  if (paidOn > on || paidOn < addDays(on, -longestAgoDays))
    throw invalidField("paidOn", "must be a day of the last year, up to today");
  await refuseAbove(tx, orderId, amount);
  const at = new Date(services.now());
  await tx.insert(payments).values({
    id,
    orderId,
    mode: "built_in",
    status: "succeeded",
    amount,
    method: received.method,
    reference: received.reference,
    paidOn,
    requestHash,
    recordedBy: by,
    createdAt: at,
    settledAt: at,
  });
  await postDue(services, tx, orderId, by);
  await post(services, tx, {
    key: `payment:${id}`,
    kind: "payment",
    orderId,
    cause: { paymentId: id },
    actor: by,
    entries: paymentEntries("cash", amount),
  });
  await settle(tx, orderId);
  await audit(tx, {
    actor: by,
    entity: "order",
    entityId: orderId,
    action: "payment",
    after: { amount: wireMoney(amount), method: received.method, reference: received.reference },
  });
  await announcePayment(tx, order);
  const standing = await standingInstalments(tx, orderId);
  await services.outbox.postBehind(tx, orderId, [
    paymentEmail(services.config, order, { paymentId: id, amount, standing, on, paidOn }),
  ]);
}

/** Throws a Refusal where less is left to pay, and says how much. */
async function refuseAbove(tx: Db, orderId: string, amount: Cents): Promise<void> {
  const left = leftToPay(await standingInstalments(tx, orderId));
  if (left === 0) throw new Refusal("nothing_to_pay", "There is nothing left to pay on this order.");
  if (amount > left)
    throw new Refusal("payment_above_owed", `Only $${wireMoney(left)} is left to pay on this order.`, {
      fields: { amount: { code: "payment_above_owed", message: `must be at most ${wireMoney(left)}` } },
    });
}

/** SHA-256 of what was sent with an id; who sent it is no part of it. */
export const hashOf = ({ by: _by, ...sent }: { by: string } & Record<string, unknown>): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(sent).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest("base64url");

export const idUsed = (): Refusal =>
  new Refusal("payment_id_used", "This ID belongs to something else.", {
    fields: { id: { code: "payment_id_used", message: "belongs to something else" } },
  });
