import { earlier, type IsoDate } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { isActive, isAwaited, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { freeUntil } from "#domain/pricing/free-until.ts";

/**
 * The kinds of changes of an order. Each shows its price first: `pickup` is place and times of the handover,
 * `swap` another car. Administrators offer cars, renters ask for extensions; other changes need a host's yes, or
 * happen at once.
 */
export const changeKinds = ["pickup", "cancel", "dates", "extension", "early_return", "swap"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Changes to which somebody other than the renter may have to agree. */
export const requestableChangeKinds = ["extension", "dates", "pickup"] as const satisfies ChangeKind[];
export type RequestableChangeKind = (typeof requestableChangeKinds)[number];

/** The kind of a change to which somebody has to agree. Throws for any other kind. */
export function requestableKindOf({ kind }: { kind: ChangeKind }): RequestableChangeKind {
  const asked = requestableChangeKinds.find((one) => one === kind);
  if (!asked) throw new Error(`Nobody is asked for a change of the kind ${kind}`);
  return asked;
}

/** The kind of a change that waits for an answer; the renter has to agree to another car too. */
export const openKindOf = (change: { kind: ChangeKind }): RequestableChangeKind | "swap" =>
  change.kind === "swap" ? "swap" : requestableKindOf(change);
export const isRequestableChangeKind = (kind: ChangeKind): kind is RequestableChangeKind =>
  requestableChangeKinds.some((one) => one === kind);

/** Requests that only make sense before the keys: other dates and another place of the handover. */
export const requestsBeforeKeys = ["dates", "pickup"] as const satisfies RequestableChangeKind[];

type PromisedOrder = { status: OrderStatus; hostId: string | null };

/** Whether the host of a car has promised it: from then on other days and another place need the host's yes. */
const isPromisedByHost = ({ status, hostId }: PromisedOrder): boolean => hostId !== null && isActive(status);

/**
 * Why the place can't be changed now: the host has to agree to it, and the order's open change still waits for an
 * answer. A change of times alone needs nobody's yes.
 */
export function mayNotMovePlace(
  order: PromisedOrder,
  open: { kind: ChangeKind } | undefined,
): "waiting" | "offered" | undefined {
  if (!open || !isPromisedByHost(order)) return undefined;
  return open.kind === "swap" ? "offered" : "waiting";
}

/**
 * Whether a change is requested, and not made at once: more days always; other days and another place too once the
 * host of the car has promised it, so that nobody gets round the host's yes.
 */
export const isAskedFor = (
  kind: ChangeKind,
  order: PromisedOrder,
  before: Pick<Handover, "pickupLocation">,
  after: Pick<Handover, "pickupLocation">,
): boolean => {
  if (kind === "extension") return true;
  if (!isPromisedByHost(order)) return false;
  return kind === "dates" || (kind === "pickup" && before.pickupLocation !== after.pickupLocation);
};

/** Hours that a request for a change waits for an answer. */
export const changeAnswerHours = 72;
/**
 * When a request stops waiting for an answer: after those hours, but before the rental begins never later than the
 * old or the new pickup, whichever is earlier. Milliseconds.
 */
export function requestEnds(
  { status, pickupDate, pickupTime }: Changeable,
  asked: { pickupDate: IsoDate },
  now: number,
): number {
  const whole = now + changeAnswerHours * hour;
  const pickup = instantInLosAngeles(earlier(pickupDate, asked.pickupDate), pickupTime);
  return status === "confirmed" && pickup > now ? Math.min(whole, pickup) : whole;
}

/** The states of a change. A request waits as `requested` until somebody answers it or its time runs out. */
export const changeStatuses = ["requested", "accepted", "declined", "withdrawn", "lapsed"] as const;

/** Where and at what times a car is handed over. */
export type Handover = { pickupLocation: string; pickupTime: string; returnTime: string };
export const handoverFields = ["pickupLocation", "pickupTime", "returnTime"] as const;

type Changeable = { status: OrderStatus; pickupDate: IsoDate; pickupTime: string };

/** Whether place and times may be changed: free of charge until a day before pickup, and not afterwards. */
export function mayChangeHandover({ status, pickupDate, pickupTime }: Changeable, now: number): boolean {
  return isAwaited(status) && now <= freeUntil(pickupDate, pickupTime);
}

/** The fields of a handover that differ from before. */
export const changedFields = (before: Handover, after: Handover): (keyof Handover)[] =>
  handoverFields.filter((field) => before[field] !== after[field]);
