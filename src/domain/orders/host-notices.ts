import { type HostedOrder, type RequestColumns, waitsForHost } from "./host-requests.ts";
import { isActive } from "./lifecycle.ts";
import { waitsForPayment } from "./paid-first.ts";

/** The notices that a host gets as an order moves on. Hosts get none about their own actions. */
export const hostNotices = [
  "asked",
  "taken_elsewhere",
  "reminder",
  "accepted_for_you",
  "declined_for_you",
  "lapsed",
  "withdrawn",
  "booked",
  "unpaid",
  "cancelled",
] as const;
export type HostNotice = (typeof hostNotices)[number];

type RequestStanding = Pick<HostedOrder, "status" | "hostId"> &
  Pick<RequestColumns, "hostAskedAt" | "hostAnswer">;

/** The state of an order before it is placed. */
export const unplacedOrder: RequestStanding = {
  status: "pending",
  hostId: null,
  hostAskedAt: null,
  hostAnswer: null,
};

/** Returns the notice that an order's host gets about a move, made by the host or by somebody else. */
export function hostNoticeOf(
  before: RequestStanding,
  after: RequestStanding,
  isByHost: boolean,
): HostNotice | undefined {
  if (after.hostId === null) return undefined;
  const wasWaiting = waitsForHost(before);
  if (waitsForHost(after)) return wasWaiting ? undefined : "asked";
  if (isActive(after.status) && !isActive(before.status)) {
    if (wasWaiting) return isByHost ? undefined : "accepted_for_you";
    return before.status === "completed" ? undefined : "booked";
  }
  if (after.status !== "cancelled") return undefined;
  if (isActive(before.status)) return "cancelled";
  if (waitsForPayment(before)) return "unpaid";
  if (!wasWaiting) return undefined;
  if (after.hostAnswer === "lapsed" || after.hostAnswer === "withdrawn") return after.hostAnswer;
  return isByHost ? undefined : "declined_for_you";
}
