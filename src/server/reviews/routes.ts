import { loadOrder, orderNotFound } from "#server/ledger/order-queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { and, eq, isNotNull } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { notFound } from "#contract/params.ts";
import {
  getOrderReview,
  hideReview,
  listCarReviews,
  listNewestReviews,
  replyToReview,
  writeReview as writeReviewEndpoint,
} from "#contract/reviews.ts";
import type { AuditAction } from "#domain/audit/audited-actions.ts";
import { isAdministrator } from "#domain/people/permissions.ts";
import { isHosting, type Relation } from "#domain/people/relations.ts";
import { meanOf, reviewUntil, type ReviewSide } from "#domain/reviews/reviews.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { refuseOwnAffair, rulingFor } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { announce } from "#server/events/announce.ts";
import { cutPage, setNextLink } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { type Services, today } from "#server/services.ts";
import { findEarlierRental, findEarlierRentals, findReviewsOfEarlier } from "./earlier.ts";
import {
  findNewestWords,
  findRating,
  findReview,
  findReviewsOf,
  findReviewsOfOrder,
  isOpenToReview,
  otherSide,
  presentOwnReview,
  presentReview,
  type ReviewRow,
  type ReviewsOfOrder,
} from "./queries.ts";
import { writeReview } from "./write-review.ts";

const pageLength = 10;
const quoted = 3;

/** Renters' reviews of cars, and the replies to them. */
export function reviewRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, getOrderReview, async ({ owned, signedIn: { account } }) => {
    const order = await loadOrder(db, owned.id);
    const { relation } = owned;
    const reader = { account, isAdmin: relation === "admin", side: sideOf(relation) };
    if (relation === "earlier_host") {
      const rental = await ofEarlierHost(db, order, account.id);
      return { ...(await presentFor(services, reader, rental)), earlier: [] };
    }
    // The rental's own host has nothing to do with earlier cars.
    const rentals = relation === "host" ? [] : await findEarlierRentals(db, order);
    const earlier = await Promise.all(
      (await findReviewsOfEarlier(db, rentals)).map(async ({ stretch, ...rental }) => ({
        stretch,
        car: rental.order.carName ?? "",
        ...(await presentFor(services, reader, rental)),
      })),
    );
    return {
      ...(await presentFor(services, reader, { order, written: await findReviewsOfOrder(db, order.id) })),
      earlier: earlier.filter(({ review, other, isOpen }) => review || other || isOpen),
    };
  });

  serve(app, writeReviewEndpoint, async ({ body, owned, signedIn: { account }, request }) => {
    const { relation, id } = owned;
    const side = sideOf(relation);
    const ofHost = async () =>
      relation === "earlier_host"
        ? (await ofEarlierHost(db, await loadOrder(db, id), account.id)).stretch
        : undefined;
    const stretch = side === "renter" ? body.stretch : await ofHost();
    const sent = { ...body, side, stretch, reads: readerLanguage(request) };
    return presentOwnReview(await writeReview(services, id, account.id, sent));
  });

  serve(app, listCarReviews, async ({ params: { id }, query, request, reply }) => {
    const { limit = pageLength, cursor } = query;
    const [rating, found] = await Promise.all([
      findRating(db, id),
      findReviewsOf(db, id, { limit: limit + 1, cursor }),
    ]);
    const { page: shown, last } = cutPage(found, limit);
    setNextLink(request, reply, last?.id);
    return {
      mean: rating.count > 0 ? meanOf(rating) : null,
      count: rating.count,
      reviews: shown.map(presentReview),
    };
  });

  serve(app, listNewestReviews, async ({ query: { language, limit = quoted } }) => {
    const found = await findNewestWords(db, language, limit);
    return found.map(({ review, car }) => ({ ...presentReview(review), car }));
  });

  serve(app, replyToReview, async ({ params, body, signedIn: { account } }) => {
    const review = await findReview(db, params.id);
    if (!review?.publishedAt || review.side === "host" || !mayReplyTo(review, account))
      throw notFound("review_not_found");
    return change(services, params.id, {
      by: account.id,
      action: "review_reply",
      set: { reply: body.text, repliedBy: account.id, repliedAt: new Date(services.now()) },
    });
  });

  serve(app, hideReview, ({ params, body: { isHidden, reason }, signedIn: { account } }) =>
    change(services, params.id, {
      by: account.id,
      action: isHidden ? "review_hidden" : "review_shown",
      set: isHidden
        ? { hiddenAt: new Date(services.now()), hiddenReason: reason }
        : { hiddenAt: null, hiddenReason: null },
      reason,
    }),
  );
}

type Reader = { account: AccountRow; isAdmin: boolean; side: ReviewSide };

/** Both sides' reviews of a rental, or of its days with one car, as the reader may see them. */
async function presentFor(
  services: Services,
  { account, isAdmin, side }: Reader,
  { order, written }: { order: OrderRow; written: ReviewsOfOrder },
) {
  const { db } = services.database;
  const [own, other] = [written[side], written[otherSide(side)]];
  const isRead = (review: ReviewRow | undefined): review is ReviewRow =>
    review?.publishedAt != null && (isAdmin || review.hiddenAt === null);
  const about = { accountId: written.renter?.authorId ?? order.accountId, hostId: order.hostId };
  return {
    review: own && (!isAdmin || isRead(own)) ? presentOwnReview(own) : null,
    other: isRead(other) ? presentOwnReview(other) : null,
    isOpen: !isAdmin && (await isOpenToReview(db, order, { written, side, today: today(services) })),
    isBlind: order.hostId !== null && own?.publishedAt == null,
    mayReply: isRead(written.renter) && mayReplyTo(written.renter, account),
    mayHide:
      isAdministrator(account) &&
      (await rulingFor(db, { by: account.id, gate: "admin", renter: about })).mayDecide,
    until: order.tripCompletedAt ? reviewUntil(order.tripCompletedAt) : null,
  };
}

/** The last days of a rental with this host's earlier car, and both sides' reviews. Throws a Refusal. */
async function ofEarlierHost(db: Db, order: OrderRow, hostId: string) {
  const rental = await findEarlierRental(db, order, hostId);
  const [found] = rental ? await findReviewsOfEarlier(db, [rental]) : [];
  if (!found) throw orderNotFound();
  return found;
}

type Change = { by: string; action: AuditAction<"order">; set: Partial<ReviewRow>; reason?: string };

/** Changes a published review, and notes the change with its order. An unpublished review counts as missing. */
async function change(services: Services, id: string, { by, action, set, reason }: Change) {
  const changed = await services.database.transaction(async (tx) => {
    const [review] = await tx
      .update(reviews)
      .set(set)
      .where(and(eq(reviews.id, id), isNotNull(reviews.publishedAt)))
      .returning();
    if (!review) throw notFound("review_not_found");
    const { orderId, hostId, authorId } = review;
    const isHostsReply = action === "review_reply" && by === hostId;
    if (!isHostsReply) await refuseOwnReview(tx, by, review);
    await audit(tx, { actor: by, entity: "order", entityId: orderId, action, reason });
    const announcement = { kind: "review" as const, orderId, to: [authorId, hostId] };
    await announce(tx, { ...announcement, admins: "administrator" });
    return review;
  });
  await services.carFacts.changed();
  return presentOwnReview(changed);
}

const sideOf = (relation: Relation): ReviewSide =>
  relation === "host" || relation === "earlier_host" ? "host" : "renter";

/** A car's host replies to its reviews as long as they host; an administrator does if the car has no host. */
const mayReplyTo = ({ hostId }: ReviewRow, account: AccountRow): boolean =>
  hostId === null ? isAdministrator(account) : hostId === account.id && isHosting(account);

/** Throws a Refusal for an administrator who wrote the review, or is reviewed, while another could decide. */
async function refuseOwnReview(
  tx: Db,
  by: string,
  { side, authorId, hostId, orderId }: ReviewRow,
): Promise<void> {
  const accountId = side === "renter" ? authorId : (await loadOrder(tx, orderId)).accountId;
  const of = { entity: "order" as const, entityId: orderId };
  await refuseOwnAffair(tx, { by, gate: "admin", renter: { accountId, hostId }, of });
}
