import { and, eq } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import type { Db } from "#server/db/open-database.ts";
import { dayHolds } from "#server/db/schema/calendar.ts";
import type { OrderRow } from "#server/orders/queries.ts";

type OfferedDays = { carId: string; from: IsoDate; answerUntil: Date | null };

/** By the database's clock a hold ends an hour later, so that our own clock ends the offer first. */
const endOfHold = (answerUntil: Date): Date => new Date(answerUntil.getTime() + hour);

/** Keeps the days of an order's offered cars until the new end of the renter's time. */
export const prolongOffered = (tx: Db, orderId: string, answerUntil: Date): Promise<unknown> =>
  tx
    .update(dayHolds)
    .set({ endsAt: endOfHold(answerUntil) })
    .where(and(eq(dayHolds.orderId, orderId), eq(dayHolds.reason, "replacement")));

/** Keeps the days of an offered car for the renter who chooses. */
export const holdOffered = (
  tx: Db,
  { id: orderId, returnDate: lastDate }: Pick<OrderRow, "id" | "returnDate">,
  { carId, from: firstDate, answerUntil }: OfferedDays,
): Promise<unknown> =>
  tx.insert(dayHolds).values({
    carId,
    orderId,
    firstDate,
    lastDate,
    reason: "replacement",
    endsAt: answerUntil && endOfHold(answerUntil),
  });
