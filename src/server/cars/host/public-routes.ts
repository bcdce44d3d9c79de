import { and, desc, eq, isNull } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { getPublicHost } from "#contract/hosts.ts";
import { usernameError } from "#domain/people/credentials.ts";
import { meanOf } from "#domain/reviews/reviews.ts";
import { presentCar, presentCarHost } from "#server/cars/present.ts";
import { findListedCarsOf } from "#server/cars/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { formerUsernames } from "#server/db/schema/former-usernames.ts";
import { cars } from "#server/db/schema/cars.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { serve } from "#server/http/serve.ts";
import { presentReview } from "#server/reviews/queries.ts";
import type { Services } from "#server/services.ts";

const mostReviews = 20;

/** What anybody may see of a host. */
export function publicHostRoutes(app: FastifyInstance, services: Services): void {
  const { database, imageStore } = services;

  serve(app, getPublicHost, async ({ params, reply }) => {
    const host = await findPublicHost(database.db, params.username.toLowerCase());
    if (!host?.username || !host.hostingSince) throw new Refusal("not_found", "There is no such host.");
    const { username, hostingSince, fullName } = host;
    const listed = await findListedCarsOf(database, host.id);
    const said = await database.db
      .select({ review: reviews })
      .from(reviews)
      .innerJoin(cars, eq(cars.id, reviews.carId))
      .where(and(eq(cars.hostId, host.id), isNull(reviews.hiddenAt)))
      .orderBy(desc(reviews.createdAt), desc(reviews.id))
      .limit(mostReviews);
    const rated = listed.reduce(
      (all, { rated: one }) => ({ sum: all.sum + (one?.sum ?? 0), count: all.count + (one?.count ?? 0) }),
      { sum: 0, count: 0 },
    );
    reply.header("cache-control", "no-store");
    return {
      host: { ...presentCarHost({ username, fullName, since: hostingSince.toISOString() }), username },
      ...(rated.count > 0 && { rating: { mean: meanOf(rated), count: rated.count } }),
      cars: listed.map((car) => presentCar(imageStore, car)),
      reviews: said.map(({ review }) => ({ ...presentReview(review), carId: review.carId })),
    };
  });
}

/** By the name that somebody has now; else by one that they had, which nobody else has taken since. */
async function findPublicHost(db: Db, username: string): Promise<typeof accounts.$inferSelect | undefined> {
  if (usernameError(username) !== undefined) return undefined;
  const [present] = await db.select().from(accounts).where(eq(accounts.username, username));
  const [former] = present
    ? []
    : await db
        .select({ account: accounts })
        .from(formerUsernames)
        .innerJoin(accounts, eq(accounts.id, formerUsernames.accountId))
        .where(eq(formerUsernames.username, username));
  const found = present ?? former?.account;
  return found?.suspendedAt ? undefined : found;
}
