import { eq } from "drizzle-orm";
import type { MonthBooks } from "#contract/admin/books.ts";
import { Refusal } from "#contract/errors.ts";
import { monthRange } from "#domain/payments/finance.ts";
import { isMonthOver, mayReopen } from "#domain/payments/months.ts";
import { namesOf, countOtherHolders } from "#server/auth/administrators.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { closedMonths } from "#server/db/schema/money/months.ts";
import { lockMonths } from "#server/ledger/closed-months.ts";
import { isEarnedUntil, recognizeRevenue } from "#server/ledger/earnings.ts";
import { type Services, today } from "#server/services.ts";

type MonthRequest = { month: string; by: string };
type ClosedMonth = typeof closedMonths.$inferSelect;

async function findClosed(db: Db, month: string): Promise<ClosedMonth | undefined> {
  const [row] = await db.select().from(closedMonths).where(eq(closedMonths.month, month));
  return row;
}

/** Whether a month is closed, by whom, and what `by` may do about it. */
export async function booksOf(services: Services, { month, by }: MonthRequest): Promise<MonthBooks> {
  const { db } = services.database;
  const closed = await findClosed(db, month);
  if (!closed)
    return {
      month,
      closedAt: null,
      closedBy: null,
      mayClose: isMonthOver(month, today(services)),
      mayReopen: false,
    };
  const { closedBy, closedAt } = closed;
  const names = await namesOf(db, [closedBy]);
  const others = await countOtherHolders(db, "manage_payments", by);
  return {
    month,
    closedAt: closedAt.toISOString(),
    closedBy: names.get(closedBy) ?? closedBy,
    mayClose: false,
    mayReopen: mayReopen({ closedBy, by, others }).may,
  };
}

/**
 * Closes a month that is over, with all earnings of its days. A second call changes nothing. Throws a Refusal for
 * a month that isn't over.
 */
export async function closeBooks(services: Services, asked: MonthRequest): Promise<void> {
  if (!isMonthOver(asked.month, today(services)))
    throw new Refusal("month_not_over", "This month isn't over yet, so it can't be closed.");
  // Amounts may be billed between the two calls, so both are repeated until nothing is missing.
  do await recognizeRevenue(services);
  while (!(await closeEarned(services, asked)));
}

/** Closes the month if all its days are earned; returns whether it is closed. */
const closeEarned = (services: Services, { month, by }: MonthRequest): Promise<boolean> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      await lockMonths(tx);
      if (!(await isEarnedUntil(tx, monthRange(month).to))) return false;
      const written = await tx
        .insert(closedMonths)
        .values({ month, closedBy: by, closedAt: new Date(services.now()) })
        .onConflictDoNothing()
        .returning();
      if (written.length > 0)
        await audit(tx, { actor: by, entity: "month", entityId: month, action: "closed" });
      return true;
    }),
  );

/** Reopens a closed month; an open one stays open. Throws a Refusal if another administrator must do it. */
export const reopenBooks = (services: Services, { month, by }: MonthRequest): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      await lockMonths(tx);
      const closed = await findClosed(tx, month);
      if (!closed) return;
      const others = await countOtherHolders(tx, "manage_payments", by);
      const { may, isAlone } = mayReopen({ closedBy: closed.closedBy, by, others });
      if (!may)
        throw new Refusal(
          "month_needs_another",
          "You closed this month. A second administrator who manages payments has to reopen it.",
        );
      await tx.delete(closedMonths).where(eq(closedMonths.month, month));
      await audit(tx, {
        actor: by,
        entity: "month",
        entityId: month,
        action: isAlone ? "reopened_alone" : "reopened",
        before: { closedBy: closed.closedBy, closedAt: closed.closedAt.toISOString() },
      });
    }),
  );
