import type { IsoDate } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import type { Db } from "#server/db/open-database.ts";
import { dayHolds } from "#server/db/schema/calendar.ts";
import type { OrderRow } from "#server/orders/queries.ts";

type OfferedDays = { carId: string; from: IsoDate; answerUntil: Date | null };

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
    // By the database's clock the hold ends an hour later, so that our own clock ends the offer first.
    endsAt: answerUntil && new Date(answerUntil.getTime() + hour),
  });
