import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { getPublicHost } from "#contract/hosts.ts";
import { usernameError } from "#domain/people/credentials.ts";
import { presentCar, presentCarHost } from "#server/cars/present.ts";
import { findCarOwner, findListedCarsOf } from "#server/cars/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { formerUsernames } from "#server/db/schema/former-usernames.ts";
import { serve } from "#server/http/serve.ts";
import { findReviewsOfHost, presentReview } from "#server/reviews/queries.ts";
import type { Services } from "#server/services.ts";

const mostReviews = 20;

/** What anybody may see of a host. */
export function publicHostRoutes(app: FastifyInstance, services: Services): void {
  const { database, imageStore } = services;

  serve(app, getPublicHost, async ({ params }) => {
    const host = await findPublicHost(database.db, params.username.toLowerCase());
    const owner = host && (await findCarOwner(database, host.id));
    if (!host?.username || !owner) throw new Refusal("not_found", "There is no such host.");
    const listed = await findListedCarsOf(database, host.id);
    const said = await findReviewsOfHost(database.db, host.id, { limit: mostReviews });
    return {
      host: { ...presentCarHost(owner), username: host.username },
      cars: listed.map((car) => presentCar(imageStore, car)),
      reviews: said.map((review) => ({ ...presentReview(review), carId: review.carId })),
    };
  });
}

/** Finds a host by the present user name or by a former one that nobody else has taken since. */
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
  return present ?? former?.account;
}
