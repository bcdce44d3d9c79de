import { isDeepStrictEqual } from "node:util";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import type { StatusColumns } from "#domain/orders/status-columns.ts";
import { pick } from "#domain/pick.ts";
import type { TakenBack } from "#server/ledger/follow-status.ts";
import type { DroppedRequest } from "#server/changes/open-request.ts";
import type { OrderRow } from "#server/orders/queries.ts";

/** A column as the history keeps it: an instant is text there. */
type StoredColumns<T> = { [Name in keyof T]?: T[Name] extends Date | null ? string | null : T[Name] };

/** What the history keeps of an order before a move that can be undone. */
export type FormerOrder = {
  status: OrderStatus;
  /** The columns that the move has changed, as they were. */
  columns: StoredColumns<StatusColumns>;
  /** The rental that the move was about. */
  rental: Pick<OrderRow, (typeof rentalFields)[number]>;
  /** When the move was made. */
  at: string;
  /** Whether the emails of this status had gone when the move withdrew the waiting ones. */
  wasEmailed: boolean;
  request?: DroppedRequest;
  money: TakenBack;
};

const rentalFields = ["total", "pickupDate", "returnDate", "carId"] as const;

/** Returns the rental, and the values that an order has now in the columns that would change. */
export function formerOf(
  order: OrderRow,
  columns: Partial<StatusColumns>,
): Pick<FormerOrder, "rental"> & { columns: Partial<StatusColumns> } {
  const changed = (Object.keys(columns) as (keyof StatusColumns)[]).filter(
    (name) => name in order && !isDeepStrictEqual(order[name], columns[name]),
  );
  return { rental: pick(order, rentalFields), columns: pick(order, changed) };
}

/** Whether the rental is unchanged since the move: otherwise an undo would put back another rental's status. */
export const isSameRental = (order: OrderRow, { rental }: FormerOrder): boolean =>
  isDeepStrictEqual(pick(order, rentalFields), pick(rental, rentalFields));

const instants = [
  "expiresAt",
  "holdEndsAt",
  "adminWarnedAt",
  "tripStartedAt",
  "tripCompletedAt",
  "carBackAt",
  "hostAskedAt",
  "hostRemindedAt",
  "hostAnsweredAt",
] as const;

const answerNames = ["hostAnswer", "declineReason", "declineWords"] as const;

/** Returns the columns that a move has changed, as they were before it. */
export function restoredColumns({
  status,
  columns,
}: FormerOrder): Partial<StatusColumns> & { status: OrderStatus } {
  const { lacksHold, isCarOut } = columns;
  const answered = answerNames.filter((name) => columns[name] !== undefined);
  const times = instants.flatMap((name) => {
    const text = columns[name];
    return text === undefined ? [] : [[name, text === null ? null : new Date(text)] as const];
  });
  return {
    status,
    ...(lacksHold !== undefined && { lacksHold }),
    ...(isCarOut !== undefined && { isCarOut }),
    ...pick(columns, answered),
    ...Object.fromEntries(times),
  };
}
