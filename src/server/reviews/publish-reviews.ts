import { and, eq, isNull } from "drizzle-orm";
import { isUnblinded, type ReviewSide } from "#domain/reviews/reviews.ts";
import type { Db } from "#server/db/open-database.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { announce } from "#server/events/announce.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import type { Email } from "#server/mail/email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import { hostReviewedEmail, renterReviewedEmail } from "./emails.ts";
import { findReviewsOfOrder, isOfStretch, type ReviewRow } from "./queries.ts";

/**
 * Publishes the reviews of an order, or of its days with an earlier car, as soon as people other than the authors
 * may read them, and emails the reviewed side. Call it under the order's lock.
 */
export async function publishReviews(
  services: Services,
  tx: Db,
  order: OrderRow,
  stretch: number | null = null,
): Promise<void> {
  const written = await findReviewsOfOrder(tx, order.id, stretch);
  const sides = Object.keys(written) as ReviewSide[];
  const waiting = Object.values(written).filter(({ publishedAt }) => publishedAt === null);
  const [first] = waiting;
  if (!first) return;
  const isOver = isUnblinded({
    hasHost: order.hostId !== null,
    written: sides,
    completedAt: order.tripCompletedAt ?? first.createdAt,
    today: today(services),
  });
  if (!isOver) return;
  await tx
    .update(reviews)
    .set({ publishedAt: new Date(services.now()) })
    .where(and(eq(reviews.orderId, order.id), isNull(reviews.publishedAt), isOfStretch(stretch)));
  for (const review of waiting) await services.outbox.post(tx, await emailsOf(services, tx, order, review));
  await announce(tx, {
    kind: "review",
    orderId: order.id,
    to: [order.accountId, order.hostId],
    admins: "administrator",
  });
}

/** Nobody mails a visitor without an account: they have no page to read the review on. */
async function emailsOf(services: Services, tx: Db, order: OrderRow, { side }: ReviewRow): Promise<Email[]> {
  const { config } = services;
  if (side === "host") return order.accountId === null ? [] : [renterReviewedEmail(config, order)];
  const host = await findHostingReader(tx, order);
  return host ? [hostReviewedEmail(config, order, host)] : [];
}
