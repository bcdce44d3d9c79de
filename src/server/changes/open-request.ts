import { and, eq, inArray } from "drizzle-orm";
import type { ChangeKind } from "#domain/changes/changes.ts";
import { dayHolds } from "#server/db/schema/calendar.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { endHolds } from "#server/rentals/day-holds.ts";
import { refuseHeld } from "#server/rentals/held-by.ts";
import type { Services } from "#server/services.ts";
import { isOpenRequestOf } from "#server/rentals/open-requests.ts";

/** A dropped request, and the days that were kept for its answer, as the order's history stores them. */
export type DroppedRequest = {
  id: string;
  holds: { carId: string; firstDate: string; lastDate: string; endsAt: string | null }[];
};

/**
 * Withdraws the open request or offer of an order, for example when the order ends. With `kinds`, lets one of these
 * kinds lapse, which came too late. Must hold the car's lock. Returns what `reopenRequest` needs.
 */
export async function dropOpenRequest(
  { now }: Pick<Services, "now">,
  tx: Db,
  orderId: string,
  by: string,
  kinds?: readonly ChangeKind[],
): Promise<DroppedRequest | undefined> {
  const [dropped] = await tx
    .update(orderChanges)
    .set({
      status: kinds ? "lapsed" : "withdrawn",
      answeredAt: new Date(now()),
      answeredBy: kinds ? "system" : by,
    })
    .where(and(isOpenRequestOf(orderId), kinds && inArray(orderChanges.kind, [...kinds])))
    .returning({ id: orderChanges.id });
  if (kinds && !dropped) return undefined;
  const kept = await endHolds(tx, orderId, "change");
  return (
    dropped && {
      ...dropped,
      holds: kept.map(({ carId, firstDate, lastDate, endsAt }) => ({
        carId,
        firstDate,
        lastDate,
        endsAt: endsAt?.toISOString() ?? null,
      })),
    }
  );
}

/** Reopens a dropped request. Must hold the car's lock. Throws a Refusal where somebody else has got its days. */
export async function reopenRequest(tx: Db, orderId: string, { id, holds }: DroppedRequest): Promise<void> {
  for (const { carId, firstDate, lastDate, endsAt } of holds) {
    await refuseHeld(tx, { carId, from: firstDate, until: lastDate, orderId }, { ignoresOverdue: true });
    await tx.insert(dayHolds).values({
      orderId,
      carId,
      firstDate,
      lastDate,
      reason: "change",
      endsAt: endsAt === null ? null : new Date(endsAt),
    });
  }
  await tx
    .update(orderChanges)
    .set({ status: "requested", answeredAt: null, answeredBy: null })
    .where(and(eq(orderChanges.id, id), inArray(orderChanges.status, ["withdrawn", "lapsed"])));
}
