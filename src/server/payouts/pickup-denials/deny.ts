import { and, eq, inArray, isNull } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { pickupDeniableUntil, pickupDenialHours } from "#domain/payouts/pickup-denials.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";
import { payouts } from "#server/db/schema/money/payouts.ts";
import { pickupDenials } from "#server/db/schema/money/pickup-denials.ts";
import { announce } from "#server/events/announce.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import { findHostReader } from "#server/mail/host-reader.ts";
import { lockHost } from "#server/payouts/queries.ts";
import { supersede } from "#server/payouts/supersede.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import type { Services } from "#server/services.ts";
import { pickupDeniedEmails } from "./emails.ts";
import type { PickupDenialRow } from "./queries.ts";

type Denial = { orderId: string; recordId: string; words: string; by: string };

/**
 * Records that a renter denies a pickup that somebody else recorded: the host's credits of the order aren't paid out
 * until an administrator has decided. A payout with them that nobody has begun to send is made again without them. A
 * repetition changes nothing. Throws a Refusal.
 */
export const denyPickup = (services: Services, denial: Denial): Promise<PickupDenialRow> =>
  withRetries(() => services.database.transaction((tx) => deny(services, tx, denial)));

async function deny(
  services: Services,
  tx: Db,
  { orderId, recordId, words, by }: Denial,
): Promise<PickupDenialRow> {
  const order = await loadOrder(tx, orderId);
  const records = await tx.select().from(conditionRecords).where(eq(conditionRecords.orderId, orderId));
  const record = records.find(({ id }) => id === recordId);
  if (!record?.finishedAt) throw notFound("condition_record_not_found");
  const stretches = await findStretches(tx, order);
  const hostId = stretches.find(({ number }) => number === record.stretch)?.hostId;
  if (hostId) await lockHost(tx, hostId);
  const [known] = await tx.select().from(pickupDenials).where(eq(pickupDenials.recordId, record.id));
  if (known) return known;
  const until = pickupDeniableUntil(record, records);
  if (!hostId || !until || services.now() >= until.getTime()) throw notDeniable();
  const [denied] = await tx
    .insert(pickupDenials)
    .values({ recordId: record.id, orderId, hostId, words, deniedAt: new Date(services.now()) })
    .returning();
  if (!denied) throw new Error("A denial was not kept");
  await supersede(services, tx, "pickup_denied", [eq(payouts.hostId, hostId), holdsCreditsOf(tx, orderId)]);
  await audit(tx, {
    actor: by,
    entity: "order",
    entityId: orderId,
    action: "pickup_denied",
    after: { recordId: record.id },
    reason: words,
  });
  await announce(tx, {
    kind: "condition",
    orderId,
    to: [order.accountId, hostId],
    admins: "manage_payments",
  });
  const host = await findHostReader(tx, { id: orderId, hostId, carId: order.carId });
  await services.outbox.post(tx, pickupDeniedEmails(services.config, { order, host, words }));
  return denied;
}

const holdsCreditsOf = (tx: Db, orderId: string) =>
  inArray(
    payouts.id,
    tx
      .select({ id: payouts.id })
      .from(payouts)
      .innerJoin(hostCredits, eq(hostCredits.payoutId, payouts.id))
      .where(and(eq(hostCredits.orderId, orderId), eq(payouts.status, "made"), isNull(payouts.takenAt))),
  );

const notDeniable = (): Refusal =>
  new Refusal(
    "pickup_not_deniable",
    `A pickup can be denied within ${pickupDenialHours} hours of when somebody else recorded it.`,
  );
