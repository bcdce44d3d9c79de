import { eq } from "drizzle-orm";
import { reviewableFrom } from "#domain/reviews/reviews.ts";
import { withRetries } from "#server/db/retries.ts";
import { orders } from "#server/db/schema/orders.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { eachAlone } from "#server/each-alone.ts";
import { type Services, today } from "#server/services.ts";
import { publishEarlierReviews } from "./earlier.ts";
import { publishReviews } from "./publish-reviews.ts";

const most = 200;

/** The minute's job: publishes reviews that waited for the other side's until the days for writing were over. */
export async function publishWaitingReviews(services: Services): Promise<void> {
  const { rows } = services.database;
  const waiting = await rows<{ orderId: string }>(
    `select reviews.order_id as "orderId" from reviews join orders on orders.id = reviews.order_id
     where published_at is null and reviews.stretch is null
       and (orders.host_id is null or ${inLosAngeles("coalesce(trip_completed_at, reviews.created_at)")} < $1::date)
     group by 1 order by min(reviews.created_at) limit ${most}`,
    [reviewableFrom(today(services))],
  );
  try {
    await eachAlone(services, waiting, {
      idOf: ({ orderId }) => orderId,
      work: ({ orderId }) =>
        withRetries(() =>
          services.database.transaction(async (tx) => {
            const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("no key update");
            if (order) await publishReviews(services, tx, order);
          }),
        ),
    });
  } finally {
    // Even after a failure, published reviews become visible, and earlier cars' reviews have their turn.
    if (waiting.length > 0) await services.carFacts.changed();
    await publishEarlierReviews(services);
  }
}
