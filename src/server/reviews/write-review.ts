import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { type Language, languageOf } from "#domain/languages.ts";
import { reviewDays, type ReviewSide, shareableName } from "#domain/reviews/reviews.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { refuseBlocked } from "#server/blocks/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { orders } from "#server/db/schema/orders.ts";
import { recordIdUsed } from "#server/db/sent-before.ts";
import { announce } from "#server/events/announce.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import { type Services, today } from "#server/services.ts";
import { findEarlierRentals } from "./earlier.ts";
import { publishReviews } from "./publish-reviews.ts";
import { findReviewsOfOrder, isOpenToReview, isOwnRental, type ReviewRow } from "./queries.ts";

type NewReview = {
  id?: string | undefined;
  side: ReviewSide;
  /** The stretch of the earlier car whose days it is about; without it, the rental's own car. */
  stretch?: number | undefined;
  rating: number;
  comment?: string | undefined;
  /** The language that its author reads. */
  reads: Language;
};

/**
 * A side's one review of a completed rental. The same id sent again is the same review. It is published with the
 * other side's review, or at once if nobody could answer it with a review. Throws a Refusal.
 */
export async function writeReview(
  services: Services,
  orderId: string,
  by: string,
  { id = crypto.randomUUID(), side, stretch: wanted, rating, comment = "", reads }: NewReview,
): Promise<ReviewRow> {
  const written = await services.database.transaction(async (tx) => {
    const [locked] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("no key update");
    const { order, stretch } = locked ? await rentalOf(tx, locked, wanted) : {};
    const found = await findReviewsOfOrder(tx, orderId, stretch);
    const known = found[side];
    if (known) {
      const isSame = known.id === id && known.rating === rating && known.comment === comment;
      if (isSame) return known;
      if (known.id === id) throw recordIdUsed();
      throw new Refusal("review_exists", "This rental has already been reviewed.");
    }
    await refuseBlocked(tx, "review", by, { orderId });
    if (order && (await isOwnRental(tx, order)))
      throw new Refusal("own_car", "This is your own car, which you can't review.");
    const at = { written: found, side, today: today(services) };
    if (!order?.carId || !(await isOpenToReview(tx, order, at)))
      throw new Refusal(
        "review_not_possible",
        `A rental can be reviewed within ${reviewDays} days after it ends.`,
      );
    const [review] = await tx
      .insert(reviews)
      .values({
        id,
        orderId,
        carId: order.carId,
        stretch,
        side,
        hostId: order.hostId,
        authorId: by,
        authorName: shareableName(side === "host" ? await nameOf(tx, by) : order.customerName),
        rating,
        comment,
        language: languageOf(comment, reads),
        createdAt: new Date(services.now()),
      })
      .onConflictDoNothing({ target: reviews.id })
      .returning();
    if (!review) throw recordIdUsed();
    await announce(tx, { kind: "review", orderId, to: [by] });
    await publishReviews(services, tx, order, stretch);
    return (await findReviewsOfOrder(tx, orderId, stretch))[side] ?? review;
  });
  if (written.publishedAt) await services.carFacts.changed();
  return written;
}

/** The reviewed rental: with its own car, or the days with an earlier one. Throws a Refusal if there is none. */
async function rentalOf(
  tx: Db,
  order: OrderRow,
  wanted: number | undefined,
): Promise<{ order: OrderRow; stretch: number | null }> {
  const last = wanted === undefined ? undefined : (await findStretches(tx, order)).length;
  if (wanted === last) return { order, stretch: null };
  const earlier = (await findEarlierRentals(tx, order)).find(({ stretch }) => stretch === wanted);
  if (!earlier) throw orderNotFound();
  return earlier;
}

const nameOf = async (tx: Db, accountId: string): Promise<string> =>
  (await findAccount(tx, accountId))?.fullName ?? "";
