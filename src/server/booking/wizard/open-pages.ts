import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import type { PaymentRow } from "#server/ledger/queries.ts";
import { nameOf } from "#server/error-name.ts";
import type { Services } from "#server/services.ts";

/** The most attempts: during one call, pages are never opened so often. */
const mostRounds = 4;

/** Ends a transaction because a booking that ends or changes can still be paid on a provider's page. */
class PageOpen extends Error {
  readonly ids: string[];

  constructor(ids: string[]) {
    super("A booking that ends or changes may be paid on a provider's page");
    this.ids = ids;
  }
}

const isOpen = and(eq(payments.status, "begun"), isNull(payments.attempt));

/** Throws if a booking can be paid on a page. Must hold the account's lock, which opening a page takes too. */
export async function refuseOpenPage(tx: Db, id: string): Promise<void> {
  const open = await tx.$count(payments, and(eq(payments.orderId, id), isOpen));
  if (open > 0) throw new PageOpen([id]);
}

/** Throws if an account's booking with a hold can be paid on a page. Must hold the account's lock. */
export async function refuseOpenPagesOf(tx: Db, accountId: string, carId?: string): Promise<void> {
  const open = await tx
    .select({ id: wizardDrafts.id })
    .from(wizardDrafts)
    .innerJoin(payments, eq(payments.orderId, wizardDrafts.id))
    .where(
      and(
        eq(wizardDrafts.accountId, accountId),
        sql`${wizardDrafts.holdEndsAt} is not null`,
        carId ? eq(wizardDrafts.carId, carId) : undefined,
        isOpen,
      ),
    );
  if (open.length > 0) throw new PageOpen(open.map(({ id }) => id));
}

/**
 * Runs `work`, which ends or changes a booking. If the booking has an open page of the provider, the page ends
 * first. Throws a Refusal if somebody is paying there right now, or if the provider doesn't answer.
 */
export async function afterPages<T>(services: Services, work: () => Promise<T>): Promise<T> {
  for (let round = 0; round < mostRounds; round++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PageOpen)) throw error;
      await endPages(services, error.ids);
    }
  }
  throw beingPaid();
}

async function endPages(services: Services, ids: string[]): Promise<void> {
  const open = await services.database.db
    .select()
    .from(payments)
    .where(and(inArray(payments.orderId, ids), isOpen));
  for (const payment of open) await endPage(services, payment);
}

async function endPage(services: Services, payment: PaymentRow): Promise<void> {
  const provider = payment.mode === "built_in" ? undefined : services.providers.get(payment.mode);
  const outcome = await provider?.endSession(payment).catch((error: unknown) => {
    services.log.warn(
      { failure: nameOf(error), order: payment.orderId },
      "a provider's page could not be ended",
    );
    throw stillOpen();
  });
  if (outcome?.status === "open" || outcome?.status === "unknown") throw stillOpen();
  // A payment that was made, or is being made, is recorded by the code that first learns of it.
  if (outcome?.status === "succeeded" || outcome?.status === "processing") throw beingPaid();
  await services.database.db
    .update(payments)
    .set({ status: "cancelled", settledAt: new Date(services.now()) })
    .where(and(eq(payments.id, payment.id), eq(payments.status, "begun")));
}

const stillOpen = (): Refusal =>
  new Refusal(
    "provider_unavailable",
    "The payment page of this booking can't be closed right now. Please try again.",
  );

const beingPaid = (): Refusal =>
  new Refusal("conflict", "This booking is being paid for right now. Please wait a moment and look again.");
