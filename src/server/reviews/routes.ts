import { loadOrder } from "#server/ledger/order-queries.ts";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/errors.ts";
import {
  getOrderReview,
  hideReview,
  listCarReviews,
  listNewestReviews,
  replyToReview,
  writeReview as writeReviewEndpoint,
} from "#contract/reviews.ts";
import { meanOf, reviewUntil } from "#domain/reviews/reviews.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { refuseOwnAffair, rulingFor } from "#server/auth/own-affairs.ts";
import { audit } from "#server/db/audit.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { announce } from "#server/events/announce.ts";
import { serve } from "#server/http/serve.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import {
  findNewestWords,
  findRating,
  findReviewOf,
  findReviewsOf,
  isOpenToReview,
  presentOwnReview,
  presentReview,
  type ReviewRow,
} from "./queries.ts";
import { writeReview } from "./write-review.ts";

const pageLength = 10;
const quoted = 3;

/** What renters say of cars, and what is said to it. */
export function reviewRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, getOrderReview, async ({ owned, signedIn: { account }, reply }) => {
    reply.header("cache-control", "no-store");
    const order = await loadOrder(db, owned.id);
    const review = await findReviewOf(db, order.id);
    const isOwn = owned.relation === "renter";
    const renter = { accountId: review?.authorId ?? order.accountId };
    return {
      mayAnswer:
        account.role === "admin" &&
        (await rulingFor(db, { by: account.id, gate: "administrator", renter })).mayDecide,
      review: review ? presentOwnReview(review) : null,
      isOpen: isOwn && isOpenToReview(order, review, today(services)),
      until: order.tripCompletedAt ? reviewUntil(order.tripCompletedAt) : null,
    };
  });

  serve(app, writeReviewEndpoint, async ({ body, owned, signedIn: { account }, request }) => {
    const sent = { ...body, language: readerLanguage(request) };
    return presentOwnReview(await writeReview(services, owned.id, account.id, sent));
  });

  serve(app, listCarReviews, async ({ params: { id }, query: { limit = pageLength, cursor } }) => {
    if (!isUuid(id)) throw carNotFound();
    const [rating, found] = await Promise.all([
      findRating(db, id),
      findReviewsOf(db, id, { limit: limit + 1, cursor }),
    ]);
    const shown = found.slice(0, limit);
    return {
      mean: rating.count > 0 ? meanOf(rating) : null,
      count: rating.count,
      reviews: shown.map(presentReview),
      nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });

  serve(app, listNewestReviews, async ({ query: { language, limit = quoted } }) => {
    const found = await findNewestWords(db, language, limit);
    return found.map(({ review, car }) => ({ ...presentReview(review), car }));
  });

  serve(app, replyToReview, ({ params, body, signedIn: { account } }) =>
    change(params.id, account, {
      action: "review_reply",
      set: { reply: body.text, repliedBy: account.id, repliedAt: new Date(services.now()) },
    }),
  );

  serve(app, hideReview, ({ params, body: { isHidden, reason }, signedIn: { account } }) =>
    change(params.id, account, {
      action: isHidden ? "review_hidden" : "review_shown",
      set: isHidden
        ? { hiddenAt: new Date(services.now()), hiddenReason: reason }
        : { hiddenAt: null, hiddenReason: null },
      reason,
    }),
  );

  type Change = { action: string; set: Partial<ReviewRow>; reason?: string };

  /** What an administrator does to a review, written down with its order. */
  async function change(id: string, { id: by }: AccountRow, { action, set, reason }: Change) {
    if (!isUuid(id)) throw reviewNotFound();
    const changed = await services.database.transaction(async (tx) => {
      const [review] = await tx.update(reviews).set(set).where(eq(reviews.id, id)).returning();
      if (!review) throw reviewNotFound();
      await refuseOwnAffair(tx, {
        by,
        gate: "administrator",
        renter: { accountId: review.authorId },
        of: { entity: "order", entityId: review.orderId },
      });
      await audit(tx, { actor: by, entity: "order", entityId: review.orderId, action, reason });
      const announcement = { kind: "review" as const, orderId: review.orderId, to: [review.authorId] };
      await announce(tx, { ...announcement, admins: "administrator" });
      return review;
    });
    await services.catalogue.changed();
    return presentOwnReview(changed);
  }
}

const reviewNotFound = (): Refusal => new Refusal("review_not_found", "There is no such review.");
