import {
  hostAnswersUntil,
  type HostedOrder,
  isForHost,
  type RequestAnswer,
  type RequestColumns,
  requestColumnNames,
  requestColumnsIn,
} from "./host-requests.ts";
import { pick } from "#domain/pick.ts";
import { answerWithin, hasBegun, holdsCar, type OrderStatus } from "./lifecycle.ts";

/** The columns of an order that depend on its status, besides the status itself. */
export type StatusColumns = RequestColumns & {
  expiresAt: Date | null;
  holdEndsAt: Date | null;
  lacksHold: boolean;
  adminWarnedAt: Date | null;
  tripStartedAt: Date | null;
  tripCompletedAt: Date | null;
  isCarOut: boolean;
  carBackAt: Date | null;
};

/** When a rental began and ended; an instant that is left out is that of the move. */
export type TripFacts = {
  startedAt?: Date | undefined;
  endedAt?: Date | undefined;
  /** Whether the car is not back yet, although the rental has ended or has been unmade. */
  isCarOut?: boolean | undefined;
  carBackAt?: Date | undefined;
  /** Whether nobody has got the keys, although the order was set to begun. */
  hasNotBegun?: boolean | undefined;
};

/** Returns an order's columns in a status that it gets at an instant. */
export function columnsIn(
  status: OrderStatus,
  order: StatusColumns & HostedOrder,
  at: Date,
  { startedAt, endedAt, isCarOut = false, carBackAt, hasNotBegun = false }: TripFacts = {},
  answer?: RequestAnswer,
): StatusColumns & { status: OrderStatus } {
  const isAsked = status === "pending";
  const isOver = status === "completed";
  const mayRun = status === "in_progress" || hasBegun(order.status);
  return {
    ...pick(order, requestColumnNames),
    ...requestColumnsIn(status, order, at, answer),
    status,
    expiresAt: isAsked ? answeredUntil(order, at) : order.expiresAt,
    // A status that holds the car promises it without a time limit.
    holdEndsAt: holdsCar(status) ? null : order.holdEndsAt,
    lacksHold: holdsCar(status) ? false : order.lacksHold,
    adminWarnedAt: isAsked ? null : order.adminWarnedAt,
    // A rental that has begun keeps its beginning, whatever status is set afterwards.
    tripStartedAt: hasNotBegun
      ? null
      : (startedAt ?? (mayRun ? (order.tripStartedAt ?? order.tripCompletedAt ?? at) : order.tripStartedAt)),
    tripCompletedAt: isOver ? (endedAt ?? at) : null,
    isCarOut: isCarOut && status !== "in_progress",
    carBackAt: isOver && !isCarOut ? (carBackAt ?? at) : null,
  };
}

/** When an order that waits from an instant on ends unanswered; a plan order as before. */
function answeredUntil(order: StatusColumns & HostedOrder, at: Date): Date | null {
  if (isForHost(order) && order.emailConfirmedAt !== null) return hostAnswersUntil(at.getTime(), order);
  const wait = answerWithin[order.source];
  return wait === undefined ? order.expiresAt : new Date(at.getTime() + wait);
}
