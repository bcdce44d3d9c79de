import { and, eq, sql } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import { Refusal } from "#contract/errors.ts";
import type { Cents } from "#domain/money.ts";
import { instalmentsOf } from "#domain/pricing/instalments.ts";
import { orderNumber } from "#domain/orders/order-numbers.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { interval } from "#server/db/sql-text.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { paidForOldEmail, paidLateEmail } from "#server/orders/emails/unpaid.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { isSuspendedPerson } from "#server/blocks/queries.ts";
import { codeOfAgreement } from "#server/booking/promo.ts";
import { findOrderableCar, lockCar, type OrderRow } from "#server/orders/queries.ts";
import { isHeldDraft } from "#server/rentals/availability.ts";
import { isHeldByOthers } from "#server/rentals/held-by.ts";
import { licenceOf } from "#server/papers/queries.ts";
import { type Services, today } from "#server/services.ts";
import { type Draft, findDraft, takeTurn } from "./drafts.ts";
import { bookedEmails, priceOfDraft, tellHostOfBooking, writeBooked } from "./write-booked.ts";

/**
 * With a provider a booking is confirmed by its first payment. Until then it is what it was: something begun, that
 * holds its car.
 */

/** A completed booking that is not paid yet, with what the provider's page shows of it. */
type Payable = Pick<Draft, "id" | "orderNumber" | "language" | "carId"> & {
  customerEmail: string;
  /** What is due now, and in all. */
  first: Cents;
  total: Cents;
};

/** The account's own booking that waits for its first payment, also if its hold has ended. */
export async function findPayable(db: Db, id: string, accountId: string): Promise<Payable | undefined> {
  const draft = await findDraft(db, { id });
  if (draft?.accountId !== accountId || !draft.agreed) return undefined;
  const [account] = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const { orderNumber: number, language, carId, agreed } = draft;
  const { first, total } = agreed;
  return { id, orderNumber: number, language, carId, customerEmail: account?.email ?? "", first, total };
}

/**
 * The sum to pay for a booking. The first page for its payment prolongs the hold by the page's length; further
 * pages don't. Throws a Refusal if the car is no longer held, or if an answer has changed since the agreement.
 */
export async function askOfBooking(tx: Db, id: string, pageLength: number): Promise<Cents> {
  const seen = await findDraft(tx, { id });
  if (seen) await takeTurn(tx, seen.accountId);
  const draft = await findDraft(tx, { id });
  if (!draft?.agreed || !draft.holdEndsAt)
    throw new Refusal(
      "hold_lost",
      "The car is no longer on hold for you. Please complete the booking again.",
    );
  const pageEnd = sql`now() + ${sql.raw(interval(pageLength))}`;
  if (!draft.pageEndsAt)
    await tx
      .update(wizardDrafts)
      .set({ pageEndsAt: pageEnd, holdEndsAt: sql`greatest(${wizardDrafts.holdEndsAt}, ${pageEnd})` })
      .where(eq(wizardDrafts.id, id));
  return draft.agreed.first;
}

/** The order that a payment has made of a booking, and a function that sends its emails. */
export type BookedByPayment = { order: OrderRow; sendEmails: () => Promise<unknown> };

/**
 * Makes the order of a booking whose first payment has come. The order is confirmed if the payment covers the
 * first instalment, the car is still held or free, and the renter isn't suspended. Otherwise it is cancelled, so
 * that all money goes back, and the typed answers stay. Undefined where there is no such booking.
 */
export async function bookPaid(
  services: Services,
  tx: Db,
  { id, amount, collisionIncluded }: { id: string; amount: Cents; collisionIncluded: boolean },
): Promise<BookedByPayment | undefined> {
  const seen = await findDraft(tx, { id });
  if (!seen) return undefined;
  await takeTurn(tx, seen.accountId);
  await lockCar(tx, seen.carId);
  await endStaleOf(services, tx, seen.carId);
  const draft = await findDraft(tx, { id });
  const car = await findOrderableCar(tx, seen.carId);
  const [booker] = await tx.select().from(accounts).where(eq(accounts.id, seen.accountId));
  if (!draft || !car || !booker) return undefined;
  // The agreed price counts. If the agreement no longer holds its promo code, there is no discount.
  const code = await codeOfAgreement(tx, id);
  const promo = (code && draft.agreed?.promo) || 0;
  const priced = draft.agreed ? { ...car, monthlyPrice: draft.agreed.monthlyPrice } : car;
  const price = priceOfDraft(services, priced, draft, promo);
  const first = instalmentsOf({ ...draft, ...price, tariff: price })[0]?.amount ?? 0;
  const isEnough = draft.agreed !== null && amount >= first;
  // A renter who was suspended while the page was open gets no booking.
  const isBarred = await isSuspendedPerson(tx, {
    email: booker.email,
    phone: draft.customerPhone,
    account: booker,
  });
  const isHeld = isEnough && !isBarred && (await takesDays(services, tx, draft));
  const licence = await licenceOf(tx, booker.id, today(services));
  const order = await writeBooked(services, tx, {
    draft,
    car: priced,
    booker,
    licence,
    promo,
    takes: promo > 0 ? (code ?? null) : null,
    placedFrom: null,
    collisionIncluded,
    status: isHeld ? "confirmed" : "cancelled",
  });
  const isForOld = !isEnough && !isBarred;
  // A renter who has changed the booking since the page was opened still holds the car for it.
  if (!isHeld) await keepTyped(tx, draft, isForOld ? draft : notHeld);
  return {
    order,
    sendEmails: async () => {
      await services.outbox.post(
        tx,
        isHeld
          ? await bookedEmails(services, tx, order, licence)
          : [isForOld ? paidForOldEmail(services.config, order) : paidLateEmail(services.config, order)],
      );
      await tellHostOfBooking(services, tx, order);
    },
  };
}

/** Whether a booking can have its days: nobody else has taken them. Ends the booking's own hold. */
async function takesDays(services: Services, tx: Db, draft: Draft): Promise<boolean> {
  if (draft.pickupDate < today(services)) return false;
  await tx
    .update(wizardDrafts)
    .set({ holdBeganAt: null, holdEndsAt: null })
    .where(eq(wizardDrafts.id, draft.id));
  return !(await isHeldByOthers(tx, draft.carId, draft));
}

/** Keeps the typed answers as a booking with a new id, because the cancelled order has the old one. */
const keepTyped = (
  tx: Db,
  draft: Draft,
  { holdBeganAt, holdEndsAt }: Pick<Draft, "holdBeganAt" | "holdEndsAt">,
): Promise<unknown> =>
  tx.insert(wizardDrafts).values({
    ...draft,
    id: crypto.randomUUID(),
    orderNumber: orderNumber(randomBytes(8)),
    agreed: null,
    pageEndsAt: null,
    holdBeganAt,
    holdEndsAt,
  });

const notHeld = { holdBeganAt: null, holdEndsAt: null };

/** Ends a booking's agreement if its hold is over, when its page has ended; this also frees the promo code. */
export const endAgreement = (tx: Db, id: string): Promise<unknown> =>
  tx
    .update(wizardDrafts)
    .set({ agreed: null })
    .where(and(eq(wizardDrafts.id, id), sql.raw(`not coalesce(${isHeldDraft}, false)`)));
