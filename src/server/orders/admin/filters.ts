import type { OrderFilters } from "#contract/admin/orders.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { attentionCondition } from "#server/orders/attention-queries.ts";
import type { Database } from "#server/db/open-database.ts";
import { SqlConditions } from "#server/db/sql-conditions.ts";
import { searchedWords } from "./order-search.ts";

/** The instant since when orders count as of "today", a week or a month: a midnight in Los Angeles. */
function placedSince(time: OrderFilters["time"], today: IsoDate): string | undefined {
  if (time === undefined || time === "all") return undefined;
  const days = { today: 0, week: 7, month: 30 }[time];
  return new Date(instantInLosAngeles(addDays(today, -days), "00:00")).toISOString();
}

/** The filters as SQL over `orders`, at Los Angeles's time `now`; also for the count of a page and the export. */
export async function orderConditions(
  database: Pick<Database, "rows">,
  filters: OrderFilters,
  now: string,
): Promise<SqlConditions> {
  const where = new SqlConditions(["true"]);
  const { status, time, attention, search } = filters;
  if (status) where.add((value) => `status = ${value}`, status);
  const since = placedSince(time, now.slice(0, 10));
  if (since) where.add((value) => `created_at >= ${value}::timestamptz`, since);
  if (attention) where.add(() => attentionCondition[attention](() => where.value(now)));
  if (filters.account) where.add((value) => `account_id = ${value}::uuid`, filters.account);
  if (filters.pickupFrom) where.add((value) => `pickup_date >= ${value}::date`, filters.pickupFrom);
  if (filters.pickupUntil) where.add((value) => `pickup_date <= ${value}::date`, filters.pickupUntil);
  if (filters.returnFrom) where.add((value) => `return_date >= ${value}::date`, filters.returnFrom);
  if (filters.returnUntil) where.add((value) => `return_date <= ${value}::date`, filters.returnUntil);
  for (const { patterns, carIds, numberPrefix } of search ? await searchedWords(database, search) : []) {
    const either = patterns.map((pattern) => `search_text like ${where.value(pattern)}`);
    // The cars have a condition of their own, so that an index serves it beside the other conditions.
    if (carIds.length) either.push(`car_id = any(${where.value(carIds)}::uuid[])`);
    if (numberPrefix) either.push(`order_number collate "C" like ${where.value(`${numberPrefix}%`)}`);
    where.add(() => `(${either.join(" or ")})`);
  }
  return where;
}
