import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { WizardStart } from "#contract/account/booking.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import type { Language } from "#domain/languages.ts";
import { orderNumber } from "#domain/orders/order-numbers.ts";
import { refuseBarredOrder } from "#server/blocks/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { giveBack, refuseOver } from "#server/http/limits.ts";
import { orderIdUsed, lockId, refuseIdInUse } from "#server/booking/order-ids.ts";
import { requestHashOf, sentBefore } from "#server/db/sent-before.ts";
import { findOrder, type PlacedOrder } from "#server/orders/queries.ts";
import { refuseTimePast } from "#server/rentals/rental-errors.ts";
import type { Services } from "#server/services.ts";
import { type Draft, findDraft, takeTurn } from "./drafts.ts";
import {
  type WizardCaller,
  holdOrWait,
  inOneStep,
  lockCars,
  makeRoom,
  refuseBackwards,
  refuseTooManyUnpaid,
} from "./hold.ts";
import { refuseOpenPage } from "./open-pages.ts";

/** The most holds that one account and one network may take in an hour. */
const mostOfAccount = 100;
const mostOfNetwork = 300;

type By = WizardCaller & { isAdmin: boolean; language: Language };

/** The begun booking or, after a second call with the same id, the order that it has become. */
export type StartedDraft = { draft: Draft } | { placed: PlacedOrder };

/**
 * Begins to book a car, and holds it if there is room for an unpaid hold. The account's hold of another car ends.
 * If the account is already booking this car, that booking goes on with the new dates and keeps its other answers.
 * Throws a Refusal if somebody else has the car.
 */
export async function startWizard(services: Services, body: WizardStart, by: By): Promise<StartedDraft> {
  refuseBackwards(body);
  refuseTimePast(body, services.now());
  const limits = [
    { key: `wizard of ${by.booker.id}`, most: mostOfAccount, seconds: secondsIn(hour) },
    { key: `wizard from ${by.placedFrom}`, most: mostOfNetwork, seconds: secondsIn(hour) },
  ];
  if (!by.isAdmin)
    await refuseOver(services, limits, "Too many bookings were begun from here. Please try again later.");
  try {
    return await inOneStep(services, (tx) => startIn(services, tx, body, by));
  } catch (error) {
    // Only holds count, not attempts.
    if (!by.isAdmin && services.config.rateLimits)
      await giveBack(
        services,
        limits.map(({ key }) => key),
      );
    throw error;
  }
}

async function startIn(services: Services, tx: Db, body: WizardStart, by: By): Promise<StartedDraft> {
  const { booker } = by;
  if (body.id) await lockId(tx, body.id);
  await takeTurn(tx, booker.id);
  const hash = requestHashOf(body);
  const placed = body.id ? await earlierOrder(tx, body.id, booker.id, hash) : undefined;
  if (placed) return { placed };
  const car = await lockCars(tx, booker.id, body.carId);
  const own = await findDraft(tx, { accountId: booker.id, carId: body.carId });
  if (own) await refuseOpenPage(tx, own.id);
  await refuseTooManyUnpaid(tx, booker.id);
  await refuseBarredOrder(tx, { email: booker.email, phone: body.customerPhone, account: booker });
  await makeRoom(services, tx, { accountId: booker.id, car, rental: body });
  const id = body.id ?? own?.id ?? crypto.randomUUID();
  const hold = await holdOrWait(services, tx, { ...by, carId: body.carId, id }, own?.holdBeganAt ?? null);
  const written = {
    id,
    pickupDate: body.pickupDate,
    returnDate: body.returnDate,
    customerPhone: body.customerPhone,
    pickupLocation: body.pickupLocation ?? "",
    pickupTime: body.pickupTime ?? null,
    returnTime: body.returnTime ?? null,
    language: body.language ?? by.language,
    requestHash: hash,
    ...hold,
    agreed: null,
    ...(!own?.holdEndsAt && { pageEndsAt: null }),
    touchedAt: sql`now()`,
  };
  const begun = {
    ...written,
    accountId: booker.id,
    carId: body.carId,
    orderNumber: orderNumber(randomBytes(8)),
  };
  const [draft] = await tx
    .insert(wizardDrafts)
    .values(begun)
    .onConflictDoUpdate({ target: [wizardDrafts.accountId, wizardDrafts.carId], set: written })
    .returning();
  if (!draft) throw new Error("No booking was begun");
  return { draft };
}

/**
 * Returns the order that this same request has become. If the id belongs to another request, throws a Refusal that
 * reveals nothing about it.
 */
async function earlierOrder(
  tx: Db,
  id: string,
  accountId: string,
  hash: string,
): Promise<PlacedOrder | undefined> {
  const ofSender = (row: { accountId: string | null } | undefined) => ({
    isSame: row?.accountId === accountId,
    refusal: orderIdUsed,
  });
  const draft = await findDraft(tx, { id });
  if (sentBefore(draft, hash, ofSender(draft))) return undefined;
  const placed = await findOrder(tx, id);
  if (!placed) await refuseIdInUse(tx, id);
  sentBefore(placed?.order, hash, ofSender(placed?.order));
  return placed;
}
