import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { Language } from "#domain/languages.ts";
import { isOwnOrder } from "#domain/people/own-affairs.ts";
import { type ReviewSide, tellableName } from "#domain/reviews/reviews.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { refuseBlocked } from "#server/blocks/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { orders } from "#server/db/schema/orders.ts";
import { announce } from "#server/events/announce.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import { findEarlierRental, findEarlierReview, isOpenToEarlierReview } from "./earlier.ts";
import { publishReviews } from "./publish.ts";
import { findReviewsOfOrder, isOpenToReview, type ReviewRow } from "./queries.ts";

type NewReview = {
  id?: string | undefined;
  /** The renter, the host of the rental's car, or that of one that it has gone on without. */
  side: ReviewSide | "earlier_host";
  rating: number;
  comment?: string | undefined;
  language: Language;
};

/**
 * A side's one review of a completed rental. Sent again under its id, it is the same. It is published with the other
 * side's, or at once where nobody is there who could answer in kind. Throws a Refusal.
 */
export async function writeReview(
  services: Services,
  orderId: string,
  by: string,
  { id = crypto.randomUUID(), side: of, rating, comment = "", language }: NewReview,
): Promise<ReviewRow> {
  const isEarlier = of === "earlier_host";
  const side = isEarlier ? "host" : of;
  const written = await services.database.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("no key update");
    const found = await findReviewsOfOrder(tx, orderId);
    const earlier = order && isEarlier ? await findEarlierRental(tx, order, by) : undefined;
    const known = earlier ? await findEarlierReview(tx, orderId, earlier.car.number) : found[side];
    if (known) {
      const isSame = known.id === id && known.rating === rating && known.comment === comment;
      if (isSame) return known;
      if (known.id === id) throw idUsed();
      throw new Refusal("review_exists", "This rental has already been reviewed.");
    }
    await refuseBlocked(tx, "review", by, { orderId });
    const on = today(services);
    const isOpen =
      order &&
      (isEarlier
        ? earlier && isOpenToEarlierReview(order, earlier, known, on)
        : isOpenToReview(order, found, side, on));
    if (!order?.carId || !isOpen)
      throw new Refusal("review_not_possible", "A rental can be reviewed within 14 days after it ends.");
    const hostId = earlier ? by : order.hostId;
    await refuseOwnRental(tx, { ...order, hostId });
    const [review] = await tx
      .insert(reviews)
      .values({
        id,
        orderId,
        carId: earlier?.car.carId ?? order.carId,
        stretch: earlier?.car.number ?? null,
        side,
        hostId,
        authorId: by,
        authorName: tellableName(side === "host" ? await nameOf(tx, by) : order.customerName),
        rating,
        comment,
        language,
        createdAt: new Date(services.now()),
      })
      .onConflictDoNothing({ target: reviews.id })
      .returning();
    if (!review) throw idUsed();
    await announce(tx, { kind: "review", orderId, to: [by] });
    if (earlier) return review;
    await publishReviews(services, tx, order);
    return (await findReviewsOfOrder(tx, orderId))[side] ?? review;
  });
  if (written.publishedAt) await services.catalogue.changed();
  return written;
}

/** Throws a Refusal for a rental of a host's own car, by their account or their address. */
async function refuseOwnRental(tx: Db, order: OrderRow): Promise<void> {
  const host = order.hostId === null ? undefined : await findAccount(tx, order.hostId);
  const { accountId, customerEmail } = order;
  if (host && isOwnOrder(host, { accountId, customerEmail }))
    throw new Refusal("own_car", "This is your own car, which you can't review.");
}

const nameOf = async (tx: Db, accountId: string): Promise<string> =>
  (await findAccount(tx, accountId))?.fullName ?? "";

const idUsed = (): Refusal =>
  new Refusal("record_id_used", "This ID can't be used. Please send another one.");
