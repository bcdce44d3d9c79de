import { eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import {
  type ConditionKind,
  type ConditionSide,
  conditionSlots,
  type HandoverNeed,
  isLender,
  pickupReadingAbove,
} from "#domain/trips/condition.ts";
import type { Cents } from "#domain/money.ts";
import { can } from "#domain/people/permissions.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { recordNotFound } from "./keep-image.ts";
import { findRecord, findRecords, type RecordWithImages } from "./queries.ts";
import { sealRecord } from "./seal-record.ts";
import { refuseOwnOrder, rulingFor } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { orders } from "#server/db/schema/orders.ts";
import { announce } from "#server/events/announce.ts";
import { returnEarly } from "#server/changes/return-now.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import { changeOrder } from "#server/orders/moves/change-order.ts";
import { moveOrder } from "#server/orders/moves/move-order.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { findStretches, shownStretches } from "#server/rentals/stretches.ts";
import { endHolds, freeReturned } from "#server/rentals/day-holds.ts";
import { findEarlierCars } from "#server/rentals/earlier-cars.ts";
import { type Services, today } from "#server/services.ts";
import { recordEmails } from "./emails.ts";
import { missingForHandover } from "./missing.ts";
import { recordableOf } from "./own-order.ts";

type RecordValues = {
  odometer?: number | undefined;
  fuelEighths?: number | undefined;
  remark?: string | undefined;
  overrideReason?: string | undefined;
  lowReading?: string | undefined;
  earlyReturn?: { expectedTotal: Cents } | undefined;
};
type FinishRequest = { orderId: string; recordId: string; account: AccountRow; said: RecordValues };

/**
 * Finishes a condition record and seals it. The first record of a pickup begins the rental, and the first of a
 * return ends it, in the same transaction; both sides get an email. A finished record is returned unchanged.
 * Throws a Refusal that names what is missing.
 */
export const finishRecord = (services: Services, asked: FinishRequest): Promise<RecordWithImages> =>
  withRetries(() => services.database.transaction((tx) => finish(services, tx, asked)));

async function finish(
  services: Services,
  tx: Db,
  { orderId, recordId, account, said }: FinishRequest,
): Promise<RecordWithImages> {
  const earlierCar = await earlierCarOf(tx, orderId, recordId);
  const order = await lockOrderWithCar(tx, orderId, earlierCar);
  const found = await findRecord(tx, orderId, recordId, "update");
  if (found?.record.madeBy !== account.id) throw recordNotFound();
  if (found.record.finishedAt) return found;
  const { kind, side, stretch } = found.record;
  // For an earlier car, that car's host records the return and gets the emails.
  const hostId = (await findStretches(tx, order)).find(({ number }) => number === stretch)?.hostId ?? null;
  if (side === "host" && hostId !== account.id) throw recordNotFound();
  const stretches = await shownStretches(tx, order);
  const isEarlier = stretch < (stretches.at(-1)?.number ?? 1);
  if (!recordableOf(order, side, today(services), isEarlier ? [stretch] : undefined).includes(kind))
    throw new Refusal("record_not_possible", "This can't be recorded for the order right now.");
  if (kind === "pickup" && order.replacing)
    throw new Refusal("record_not_possible", "This car is being replaced and can't be picked up.");
  // An administrator who rents the car must record it as its renter, and not for us.
  if (side === "longbay") await refuseOwnOrder(tx, { order, by: account.id, gate: "admin" });
  const { odometer, fuelEighths, remark } = wholeReading(found, said);
  if (kind === "pickup" && order.status === "confirmed")
    await refuseUnready(services, tx, { order, account, side, reason: said.overrideReason });
  // The return of an earlier car ends no rental, nor does that of a car whose renter still chooses what follows.
  const isOfEarlierCar = isEarlier || order.replacing;
  const isLow = kind === "return" && (await isBelowPickup(tx, orderId, { odometer, stretch }));
  if (isLow && !said.lowReading) throw readingBelow(isLow.pickup);

  const at = new Date(services.now());
  const sealedRemark = isLow ? [remark, said.lowReading].filter(Boolean).join("\n") : remark;
  const record = await sealRecord(tx, found, { odometer, fuelEighths, remark: sealedRemark, at });
  if (isOfEarlierCar && said.earlyReturn)
    throw invalidField("earlyReturn", "goes with the return of the rental's last car", "not_now");
  const shortened = said.earlyReturn
    ? await shorten(services, tx, order, { kind, side, by: account.id, ...said.earlyReturn })
    : order;
  const moved = isOfEarlierCar
    ? order
    : await moveAlong(services, tx, shortened, { kind, side, by: account.id, at });
  if (kind === "return")
    await noteReading(tx, moved, { by: account.id, side, stretch, pickup: isLow ? isLow.pickup : undefined });
  const returned = isEarlier ? earlierCar : order.carId;
  if (kind === "return" && isLender(side) && returned) await freeReturned(tx, { orderId, carId: returned });
  const sealed = { ...found, record };
  const facts = {
    kind: "condition" as const,
    orderId,
    to: [order.accountId, order.hostId, hostId],
    admins: "administrator" as const,
  };
  await announce(tx, facts);
  const carName = stretches.find(({ number }) => number === stretch)?.carName ?? moved.carName;
  const host = await findHostingReader(tx, { ...moved, hostId });
  await services.outbox.post(tx, recordEmails(services.config, { ...moved, carName }, sealed, host));
  return sealed;
}

/** The earlier car that a record is about, if any: it is locked like the rental's own car. */
async function earlierCarOf(tx: Db, orderId: string, recordId: string): Promise<string | undefined> {
  const found = await findRecord(tx, orderId, recordId);
  const cars = found ? await findEarlierCars(tx, orderId) : [];
  return cars.find(({ number }) => number === found?.record.stretch)?.carId;
}

/** The complete reading, with all four images. Throws a Refusal that names what is missing. */
function wholeReading({ record, images }: RecordWithImages, said: RecordValues) {
  const odometer = said.odometer ?? record.odometer;
  const fuelEighths = said.fuelEighths ?? record.fuelEighths;
  const missing = [
    ...conditionSlots.filter((slot) => !images.some((image) => image.slot === slot)),
    ...(odometer === null ? ["reading"] : []),
    ...(fuelEighths === null ? ["fuelEighths"] : []),
  ];
  if (missing.length > 0 || odometer === null || fuelEighths === null) {
    const message = "is still missing";
    throw new Refusal("record_incomplete", `Still missing: ${missing.join(", ")}.`, {
      fields: Object.fromEntries(missing.map((name) => [name, { code: "required", message }])),
    });
  }
  return { odometer, fuelEighths, remark: said.remark ?? record.remark };
}

/** The pickup's reading, if this reading is below it. */
async function isBelowPickup(
  tx: Db,
  orderId: string,
  read: { odometer: number; stretch: number },
): Promise<{ pickup: number } | false> {
  const finished = (await findRecords(tx, orderId)).map(({ record }) => record);
  const pickup = pickupReadingAbove(finished, read);
  return pickup !== undefined && { pickup };
}

const readingBelow = (pickup: number): Refusal =>
  invalidField("odometer", `is below the pickup's ${pickup}: say why in lowReading`, "below_pickup");

type OdometerNote = { by: string; side: ConditionSide; stretch: number; pickup: number | undefined };

/**
 * A reading below the `pickup`'s, whoever made it, needs a look by the back office. A later reading that isn't ends
 * that, and so does another administrator's low one.
 */
async function noteReading(
  tx: Db,
  order: OrderRow,
  { by, side, stretch, pickup }: OdometerNote,
): Promise<void> {
  const low = pickup === undefined ? [] : await lowReadingsOfOurs(tx, order.id, { stretch, pickup });
  const earlier = low.findLast((record) => record.madeBy !== by) ?? low.at(-2);
  const isDecided =
    side === "longbay" &&
    earlier !== undefined &&
    (await rulingFor(tx, { by, gate: "admin", renter: order, proposedBy: earlier.madeBy })).mayDecide;
  const hasLowReading = pickup !== undefined && !isDecided;
  if (order.hasLowReading !== hasLowReading)
    await tx.update(orders).set({ hasLowReading }).where(eq(orders.id, order.id));
}

/** Administrators' finished readings of a car's return that are below its pickup's, the newest last. */
async function lowReadingsOfOurs(
  tx: Db,
  orderId: string,
  { stretch, pickup }: { stretch: number; pickup: number },
) {
  const found = await findRecords(tx, orderId);
  return found
    .map(({ record }) => record)
    .filter(
      (record) =>
        record.kind === "return" &&
        record.side === "longbay" &&
        record.stretch === stretch &&
        record.odometer !== null &&
        record.odometer < pickup,
    );
}

type EarlyReturn = { kind: ConditionKind; side: ConditionSide; by: string; expectedTotal: Cents };

/** The early return that goes with a renter's own return. Throws a Refusal for any other record. */
function shorten(
  services: Services,
  tx: Db,
  order: OrderRow,
  { kind, side, by, expectedTotal }: EarlyReturn,
): Promise<OrderRow> {
  if (kind !== "return" || side !== "renter" || order.status !== "in_progress")
    throw invalidField("earlyReturn", "goes with the return of one's own running rental", "not_now");
  return returnEarly(services, tx, order, { expectedTotal, by });
}

type Handover = { order: OrderRow; account: AccountRow; side: ConditionSide; reason: string | undefined };

/** Throws a Refusal if something is missing, unless an administrator with the right gives a reason. */
async function refuseUnready(
  services: Services,
  tx: Db,
  { order, account, side, reason }: Handover,
): Promise<void> {
  const missing = await missingForHandover(services, tx, order);
  if (missing.length === 0) return;
  if (!reason || side === "host" || !can(account, "manage_users")) throw notReady(missing);
  await refuseOwnOrder(tx, { order, by: account.id, gate: "manage_users" });
  await audit(tx, {
    actor: account.id,
    entity: "order",
    entityId: order.id,
    action: "handover_override",
    after: { lacks: missing },
    reason,
  });
}

const notReady = (missing: HandoverNeed[]): Refusal =>
  new Refusal("handover_lacks", `The keys can't be handed over yet. Still missing: ${missing.join(", ")}.`, {
    lacks: missing,
  });

type Step = { kind: ConditionKind; side: ConditionSide; by: string; at: Date };

/** What a finished record does to its order: begins it, ends it, or records that the car is back. */
async function moveAlong(
  services: Services,
  tx: Db,
  order: OrderRow,
  { kind, side, by, at }: Step,
): Promise<OrderRow> {
  if (kind === "pickup")
    return order.status === "confirmed"
      ? moveOrder(services, tx, order, "hand_over", { by, facts: { startedAt: at } })
      : order;
  if (order.status === "in_progress") {
    // The car stays the renter's, at most to its return date, until its host or an administrator has seen it.
    const facts = { endedAt: at, isCarOut: !isLender(side), carBackAt: at };
    return moveOrder(services, tx, order, "bring_back", { by, facts });
  }
  if (!isLender(side)) return order;
  await tx
    .update(orders)
    .set(await freeReturnedCar(tx, order, at))
    .where(eq(orders.id, order.id));
  return { ...order, isCarOut: false };
}

/** Frees the days of a car that its host or the platform has back. Returns the columns that say so. */
async function freeReturnedCar(tx: Db, { id, carId, carBackAt }: OrderRow, at: Date) {
  await endHolds(tx, id, "car_out");
  if (carId) await freeReturned(tx, { orderId: id, carId });
  return { isCarOut: false, carBackAt: carBackAt ?? at };
}

/** Records that a returned car is back, by an administrator or its host, without a new condition record. */
export function recordCarBack(
  services: Services,
  { orderId, by, isHost = false }: { orderId: string; by: string; isHost?: boolean },
): Promise<void> {
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const order = await lockOrderWithCar(tx, orderId);
      if (order.status !== "completed" && !order.isCarOut)
        throw new Refusal(
          "record_not_possible",
          "The car can be marked as back only once the rental has ended.",
        );
      if (order.carBackAt) return;
      if (!isHost) await refuseOwnOrder(tx, { order, by, gate: "admin" });
      const columns = await freeReturnedCar(tx, order, new Date(services.now()));
      await changeOrder(tx, order, columns, { by, action: "car_back" });
    }),
  );
}
