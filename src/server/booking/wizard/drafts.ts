import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { draftDays, holdLength, longestHold } from "#domain/booking/wizard.ts";
import { hour } from "#domain/durations.ts";
import { openStatuses } from "#domain/orders/lifecycle.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Db } from "#server/db/open-database.ts";
import { interval } from "#server/db/sql-text.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { orderedCar, type PlacedOrder } from "#server/orders/queries.ts";
import { isHeldDraft } from "#server/rentals/availability.ts";
import type { Services } from "#server/services.ts";
import { refuseOpenPagesOf } from "./open-pages.ts";

export type Draft = typeof wizardDrafts.$inferSelect;
export type NewDraft = typeof wizardDrafts.$inferInsert;

/** A booking under way, without its hold if the hold's time is over. */
const now = (draft: Draft & { isHeld: boolean }): Draft => {
  const { isHeld, ...row } = draft;
  return isHeld ? row : { ...row, holdBeganAt: null, holdEndsAt: null };
};

type DraftKey = { id: string } | { accountId: string; carId: string };

/** Finds a booking under way by its id, or by its account and its car. */
export async function findDraft(db: Db, which: DraftKey): Promise<Draft | undefined> {
  const isIt =
    "id" in which
      ? eq(wizardDrafts.id, which.id)
      : and(eq(wizardDrafts.accountId, which.accountId), eq(wizardDrafts.carId, which.carId));
  const [found] = await db
    .select({ draft: wizardDrafts, isHeld: sql<boolean>`coalesce(${sql.raw(isHeldDraft)}, false)` })
    .from(wizardDrafts)
    .where(isIt);
  return found && now({ ...found.draft, isHeld: found.isHeld });
}

/** How long the steps of a car tell a renter who comes back that it is booked, in milliseconds. */
const justPlaced = hour;

/** The order that an account has just made of a car by the steps: the answer to that call may have been lost. */
export async function findJustPlaced(
  clock: Pick<Services, "now">,
  db: Db,
  { accountId, carId }: { accountId: string; carId: string },
): Promise<PlacedOrder | undefined> {
  const [found] = await db
    .select({ order: orders, car: orderedCar })
    .from(orders)
    .leftJoin(cars, eq(cars.id, orders.carId))
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.carId, carId),
        eq(orders.source, "wizard"),
        inArray(orders.status, openStatuses),
        gt(orders.createdAt, new Date(clock.now() - justPlaced)),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return found;
}

/** Makes calls of one account take turns, because it has only one hold. Take this lock before any car's lock. */
export const takeTurn = (tx: Db, accountId: string): Promise<unknown> =>
  tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("no key update");

/** The other car that an account holds: a new hold ends that one. */
export async function otherHeldCar(tx: Db, accountId: string, carId: string): Promise<string | undefined> {
  const [other] = await tx
    .select({ carId: wizardDrafts.carId })
    .from(wizardDrafts)
    .where(
      and(
        eq(wizardDrafts.accountId, accountId),
        ne(wizardDrafts.carId, carId),
        isNotNull(wizardDrafts.holdEndsAt),
      ),
    );
  return other?.carId;
}

/**
 * Ends every hold of an account and deletes what was agreed; the typed answers stay. The caller has locked the
 * cars. Throws if a booking may still be paid on an open page of the provider: that page has to end first.
 */
export async function endHoldsOf(tx: Db, accountId: string, carId?: string): Promise<void> {
  await refuseOpenPagesOf(tx, accountId, carId);
  await tx
    .update(wizardDrafts)
    .set({ holdBeganAt: null, holdEndsAt: null, agreed: null })
    .where(
      and(
        eq(wizardDrafts.accountId, accountId),
        isNotNull(wizardDrafts.holdEndsAt),
        carId ? eq(wizardDrafts.carId, carId) : undefined,
      ),
    );
}

/** The columns of a hold that begins now or began at `began`, by the database's clock. */
export const holdFrom = (began: Date | null) => {
  const start = began ? sql`${began.toISOString()}::timestamptz` : sql`now()`;
  const [step, most] = [holdLength, longestHold].map((length) => sql.raw(interval(length)));
  return { holdBeganAt: start, holdEndsAt: sql`least(now() + ${step}, ${start} + ${most})` };
};

/** The hour's job: deletes bookings under way that nobody went on with. */
export const forgetDrafts = async ({ database }: Pick<Services, "database">): Promise<void> => {
  await database.rows(
    `delete from wizard_drafts where id in (
       select id from wizard_drafts where touched_at < now() - interval '${draftDays} days' limit 5000)`,
  );
};
