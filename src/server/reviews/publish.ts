import { and, eq, isNull } from "drizzle-orm";
import { isUnblinded, reviewDays, type ReviewSide } from "#domain/reviews/reviews.ts";
import { withRetries } from "#server/db/retries.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { announce } from "#server/events/announce.ts";
import { findHostReader } from "#server/mail/host-reader.ts";
import type { Email } from "#server/mail/email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import { publishEarlierReviews } from "./earlier.ts";
import { hostReviewedEmail, renterReviewedEmail } from "./emails.ts";
import { findReviewsOfOrder, type ReviewRow } from "./queries.ts";

/**
 * Publishes what is said of an order, as soon as others than its authors may read it, and tells whom it is about. Must
 * hold the order's lock.
 */
export async function publishReviews(services: Services, tx: Db, order: OrderRow): Promise<void> {
  const written = await findReviewsOfOrder(tx, order.id);
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
    .where(and(eq(reviews.orderId, order.id), isNull(reviews.publishedAt), isNull(reviews.stretch)));
  for (const review of waiting) await services.outbox.post(tx, await emailsOf(services, tx, order, review));
  await announce(tx, {
    kind: "review",
    orderId: order.id,
    to: [order.accountId, order.hostId],
    admins: "administrator",
  });
}

/** A visitor has no page of their own to read it on. */
async function emailsOf(services: Services, tx: Db, order: OrderRow, { side }: ReviewRow): Promise<Email[]> {
  const { config } = services;
  if (side === "host") return order.accountId === null ? [] : [renterReviewedEmail(config, order)];
  const host = await findHostReader(tx, order);
  return host ? [hostReviewedEmail(config, order, host)] : [];
}

const most = 200;

/** The minute's job: publishes what waited for the other side's review until the days for it were over. */
export async function publishOverdueReviews(services: Services): Promise<void> {
  const { rows } = services.database;
  const waiting = await rows<{ orderId: string }>(
    `select distinct reviews.order_id as "orderId" from reviews join orders on orders.id = reviews.order_id
     where published_at is null and reviews.stretch is null
       and (orders.host_id is null or coalesce(trip_completed_at, reviews.created_at) < $1::timestamptz - interval '${reviewDays} days')
     limit ${most}`,
    [new Date(services.now())],
  );
  for (const { orderId } of waiting)
    await withRetries(() =>
      services.database.transaction(async (tx) => {
        const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("no key update");
        if (order) await publishReviews(services, tx, order);
      }),
    );
  if (waiting.length > 0) await services.catalogue.changed();
  await publishEarlierReviews(services);
}
