import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { Language } from "#domain/languages.ts";
import { publicName } from "#domain/reviews/reviews.ts";
import { refuseBlocked } from "#server/blocks/queries.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { orders } from "#server/db/schema/orders.ts";
import { announce } from "#server/events/announce.ts";
import { type Services, today } from "#server/services.ts";
import { findReviewOf, isOpenToReview, type ReviewRow } from "./queries.ts";

type NewReview = {
  id?: string | undefined;
  rating: number;
  comment?: string | undefined;
  language: Language;
};

/** A renter's one review of a completed rental. Sent again under its id, it is the same. Throws a Refusal. */
export async function writeReview(
  services: Services,
  orderId: string,
  by: string,
  { id = crypto.randomUUID(), rating, comment = "", language }: NewReview,
): Promise<ReviewRow> {
  const written = await services.database.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("no key update");
    const known = await findReviewOf(tx, orderId);
    if (known) {
      const isSame = known.id === id && known.rating === rating && known.comment === comment;
      if (isSame) return known;
      if (known.id === id) throw idUsed();
      throw new Refusal("review_exists", "This rental has already been reviewed.");
    }
    await refuseBlocked(tx, "review", by, { orderId });
    if (!order?.carId || !isOpenToReview(order, known, today(services)))
      throw new Refusal("review_not_possible", "A rental can be reviewed within 14 days after it ends.");
    const [review] = await tx
      .insert(reviews)
      .values({
        id,
        orderId,
        carId: order.carId,
        authorId: by,
        authorName: publicName(order.customerName),
        rating,
        comment,
        language,
        createdAt: new Date(services.now()),
      })
      .onConflictDoNothing({ target: reviews.id })
      .returning();
    if (!review) throw idUsed();
    await announce(tx, { kind: "review", orderId, to: [by], admins: "administrator" });
    return review;
  });
  await services.catalogue.changed();
  return written;
}

const idUsed = (): Refusal =>
  new Refusal("record_id_used", "This ID can't be used. Please send another one.");
