import { addDays, type IsoDate } from "#domain/dates.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";

/** A car's condition at its handover or return, in four images, a reading and words. */
export const conditionKinds = ["pickup", "return"] as const;
export type ConditionKind = (typeof conditionKinds)[number];

/** What is photographed, in the order in which a person walks around the car. */
export const conditionSlots = ["front", "back", "interior", "odometer"] as const;
export type ConditionSlot = (typeof conditionSlots)[number];
export const isConditionSlot = (text: string): text is ConditionSlot =>
  conditionSlots.some((slot) => slot === text);

/** Who made a record: the renter, the host of the car, or an administrator for us. */
export const conditionSides = ["renter", "host", "longbay"] as const;
export type ConditionSide = (typeof conditionSides)[number];
/** Whether a side gives the keys and takes the car back. */
export const isLender = (side: ConditionSide): boolean => side !== "renter";

/** The highest reading that we accept: no car has driven further. */
export const highestOdometer = 2_000_000;
/** The tank or the battery in eighths: 8 is full. */
export const fullTank = 8;
export const longestRemark = 2000;
export const longestLowReading = 500;

/**
 * The records that an order allows in its status: the pickup once it is confirmed, the return or a missing pickup
 * once the trip has begun, a missing return afterwards, and whenever the car is out. Nothing is corrected: a record
 * is added.
 */
function recordableKinds({ status, hasCar, isCarOut }: Omit<RecordableOrder, "returnDate">): ConditionKind[] {
  if (!hasCar) return [];
  switch (status) {
    case "confirmed":
      return isCarOut ? ["return", "pickup"] : ["pickup"];
    case "in_progress":
      return ["return", "pickup"];
    case "completed":
      return ["return"];
    case "pending":
    case "cancelled":
      return isCarOut ? ["return"] : [];
  }
}

type RecordableOrder = { status: OrderStatus; hasCar: boolean; isCarOut: boolean; returnDate: IsoDate };

/**
 * The records that a side may make of an order on a day. A host records the return of a running rental from the
 * day before its return date on. Before that the renter records it first, so that no host ends a rental by a
 * record.
 */
export const recordableBy = (
  side: ConditionSide,
  { returnDate, ...order }: RecordableOrder,
  today: IsoDate,
): ConditionKind[] =>
  recordableKinds(order).filter(
    (kind) =>
      side !== "host" ||
      kind !== "return" ||
      order.status !== "in_progress" ||
      today >= addDays(returnDate, -1),
  );

/** The record that usually sets a status; an administrator who sets it without the record says why. */
export const recordOfStatus: Record<OrderStatus, ConditionKind | undefined> = {
  pending: undefined,
  confirmed: undefined,
  in_progress: "pickup",
  completed: "return",
  cancelled: undefined,
};

/** What may be missing before a handover. */
export const handoverNeeds = [
  "pickup_date",
  "account",
  "licence",
  "insurance_proof",
  "agreement",
  "first_instalment",
] as const;
export type HandoverNeed = (typeof handoverNeeds)[number];

/** The ways in which a checked record differs from its sealed state. */
export const conditionFindingKinds = [
  "record_altered",
  "record_removed",
  "record_moved",
  "image_altered",
  "image_removed",
] as const;
export type ConditionFindingKind = (typeof conditionFindingKinds)[number];

type OdometerReading = { kind: ConditionKind; stretch: number; odometer: number | null };

/** The pickup's reading if it is above the return's: no car drives backwards, so somebody has misread one. */
export function pickupReadingAbove(
  records: readonly OdometerReading[],
  { odometer, stretch }: { odometer: number; stretch: number },
): number | undefined {
  const before = records.findLast(
    (record) => record.kind === "pickup" && record.stretch === stretch && record.odometer !== null,
  )?.odometer;
  return before != null && odometer < before ? before : undefined;
}

/**
 * An odometer's reading as people write it: digits, in groups of three or not, with its unit or not. Undefined for
 * what is none, or more than a car has ever driven.
 */
export function readMiles(typed: string): number | undefined {
  const text = typed
    .normalize("NFKC")
    .trim()
    .replace(/(miles?|mi|英里)\.?$/i, "")
    .trimEnd();
  const isNumber = /^\d{1,7}$/.test(text) || /^\d{1,3}([,.'’ \u00a0\u202f]\d{3})+$/.test(text);
  const miles = isNumber ? Number(text.replace(/\D/g, "")) : undefined;
  return miles !== undefined && miles <= highestOdometer ? miles : undefined;
}

/** The records of each car of a rental, by the stretch that was driven with it. */
export const byStretch = <T extends { stretch: number }>(records: readonly T[]): T[][] => [
  ...Map.groupBy(records, ({ stretch }) => stretch).values(),
];

/**
 * Miles from the latest reading of the pickup to that of the return, summed over the cars of a rental; undefined
 * as long as a reading of one of the cars is missing.
 */
export function milesUsed(records: readonly OdometerReading[]): number | undefined {
  const driven = byStretch(records).map(milesOfCar);
  return driven.length === 0 || driven.includes(undefined)
    ? undefined
    : driven.reduce<number>((sum, miles) => sum + (miles ?? 0), 0);
}

function milesOfCar(records: readonly OdometerReading[]): number | undefined {
  const latest = (wanted: ConditionKind) => records.findLast(({ kind }) => kind === wanted)?.odometer;
  const [before, after] = [latest("pickup"), latest("return")];
  return before == null || after == null || after < before ? undefined : after - before;
}
