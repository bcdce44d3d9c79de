import { actionsOn } from "#domain/audit/audited-actions.ts";
import { mostCountedOrders } from "#domain/orders/most-counted.ts";
import type { RightsHolder } from "#domain/people/permissions.ts";
import { isoText } from "#server/db/iso-text.ts";
import { actorName, personName } from "#server/db/person-name.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import type { OrderFilters } from "#contract/admin/orders.ts";
import type { OrderSort } from "#domain/orders/attention.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import type { Vocabulary } from "#domain/cars/search-meaning.ts";
import type { Plan } from "#domain/pricing/plans.ts";
import { addCarWords } from "#server/cars/search-queries.ts";
import type { Database } from "#server/db/open-database.ts";
import { SqlConditions } from "#server/db/sql-conditions.ts";
import { isFree } from "#server/rentals/availability.ts";
import { orderConditions } from "./filters.ts";
import { readOrderCursor, sortColumns } from "./cursor.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { isInLists } from "#server/db/schema/columns.ts";

type Rows = Pick<Database, "rows">;
export type ListedOrder = Omit<
  OrderRow,
  | "createdAt"
  | "expiresAt"
  | "hostAskedAt"
  | "hostAnsweredAt"
  | "tripStartedAt"
  | "tripCompletedAt"
  | "during"
  | "searchText"
> & {
  createdAt: string;
  expiresAt: string | null;
  hostAskedAt: string | null;
  hostAnsweredAt: string | null;
  hostName: string | null;
  tripStartedAt: string | null;
  tripCompletedAt: string | null;
  /** What its renter's driver licence says, once it has been verified. */
  licence: { number: string; region: string; birthDate: string } | null;
};

const columns = `id, order_number as "orderNumber", source, status, car_id as "carId", tier, location, pickup_date::text as "pickupDate", return_date::text as "returnDate",
  pickup_time as "pickupTime", return_time as "returnTime", customer_name as "customerName", customer_email as "customerEmail", customer_phone as "customerPhone",
  pickup_location as "pickupLocation", language, car_name as "carName", car_brand as "carBrand", monthly_price as "monthlyPrice", days, months,
  discount_percent as "discountPercent", lines, subtotal, fees, taxes, total, miles_included as "milesIncluded", insurance, collision_included as "collisionIncluded",
  payment_method as "paymentMethod", payment_card as "paymentCard", account_id as "accountId", host_id as "hostId", host_answer as "hostAnswer", city, category, unprintable, replacing, car_since::text as "carSince",
  ${isoText("created_at")} as "createdAt", ${isoText("expires_at")} as "expiresAt", ${isoText("host_asked_at")} as "hostAskedAt", ${isoText("host_answered_at")} as "hostAnsweredAt",
  (select ${personName("hosting")} from accounts hosting where hosting.id = orders.host_id) as "hostName", ${isoText("trip_started_at")} as "tripStartedAt", ${isoText("trip_completed_at")} as "tripCompletedAt",
  (select json_build_object('number', number, 'region', coalesce(us_state, country), 'birthDate', birth_date) from licences
    where licences.account_id = orders.account_id and state = 'verified') as licence`;

type Page = {
  filters: OrderFilters;
  sort: OrderSort;
  direction: "asc" | "desc";
  /** Los Angeles's date and time. */
  now: string;
  limit: number;
  after?: string;
};

/** A page of sorted orders, beginning after the cursor `after`. */
export async function listOrders(
  database: Rows,
  { filters, sort, direction, now, limit, after }: Page,
): Promise<(ListedOrder & { sortValue: string })[]> {
  const where = await orderConditions(database, filters, now);
  const column = sortColumns[sort];
  if (after) {
    const { value, id } = readOrderCursor(after, sort);
    where.add(
      (last, lastId) =>
        `(${column.sql}, id) ${direction === "asc" ? ">" : "<"} (${column.read(last)}, ${lastId}::uuid)`,
      value,
      id,
    );
  }
  const most = where.value(limit);
  return database.rows(
    `select ${columns}, ${column.written} as "sortValue" from orders where ${where.text} order by ${column.sql} ${direction}, id ${direction} limit ${most}`,
    where.parameters,
  );
}

/** An order as the back office lists it. Throws a Refusal where there is none. */
export async function loadListedOrder({ rows }: Rows, id: string): Promise<ListedOrder> {
  const [found] = await rows<ListedOrder>(`select ${columns} from orders where id = $1`, [id]);
  if (!found) throw orderNotFound();
  return found;
}

/**
 * How many orders match the filters: read from the tallies where only the status matters, otherwise counted up to
 * a limit beyond which nobody reads the list.
 */
export async function countOrders(database: Rows, filters: OrderFilters, now: string): Promise<number> {
  const { status, time = "all", ...others } = filters;
  if (time === "all" && Object.values(others).every((value) => !value)) {
    const [tallied] = await database.rows<{ total: number }>(
      "select coalesce(sum(orders), 0)::float8 as total from order_tallies where status = any($1)",
      [status ? [status] : [...orderStatuses]],
      "count-by-status",
    );
    return tallied?.total ?? 0;
  }
  const where = await orderConditions(database, filters, now);
  const most = where.value(filters.search || filters.attention ? mostCountedOrders : 1_000_000);
  const [counted] = await database.rows<{ total: number }>(
    `select count(*)::float8 as total from (select from orders where ${where.text} limit ${most}) as counted`,
    where.parameters,
  );
  return counted?.total ?? 0;
}

export type HistoryRow = {
  at: string;
  by: string;
  action: string;
  from: string | null;
  to: string | null;
  reason: string | null;
};

/** An order's history, oldest first: the actions that this administrator may see in the audit trail. */
export const listHistory = ({ rows }: Rows, id: string, reader: RightsHolder): Promise<HistoryRow[]> =>
  rows<HistoryRow>(
    `select ${isoText("event.at")} as at, ${actorName("account", "event.actor")} as by, event.action,
       event.before->>'status' as "from", coalesce(event.after->>'amount', event.after->>'status', event.after->>'kind') as "to", event.reason
     from audit_events event left join accounts account on account.id::text = event.actor
     where event.entity = 'order' and event.entity_id = $1 and event.action = any($2::text[])
     order by event.at, event.id limit 500`,
    [id, actionsOn(reader, "order")],
  );

export type NoteRow = { id: string; text: string; by: string; createdAt: string };

export const listNotes = ({ rows }: Rows, orderId: string): Promise<NoteRow[]> =>
  rows<NoteRow>(
    `select note.id, note.text, ${personName("account")} as by, ${isoText("note.created_at")} as "createdAt"
     from order_notes note join accounts account on account.id = note.author_id where note.order_id = $1 order by note.created_at limit 500`,
    [orderId],
  );

export type PlanCarRow = {
  id: string;
  name: string;
  year: number;
  city: string;
  monthlyPrice: number;
  plateNumber: string | null;
};

type FreeCarsQuery = {
  from: string;
  until: string;
  city: string;
  highestPrice: number;
  plan: Plan | undefined;
  /** What an administrator searches for, and the words that describe cars. */
  search: { q: string; vocabulary: Vocabulary } | undefined;
  /** Leaves out cars whose hosts would have to be asked first. */
  isOurs: boolean;
};

/** The most free cars in one list; a search finds the others. */
const mostFreeCars = 50;

/** Listed cars that are free between two dates, and how many there are: cars of `city` first, then the dearest. */
export async function findFreeCars(
  { rows }: Rows,
  { from, until, city, highestPrice, plan, search, isOurs }: FreeCarsQuery,
): Promise<{ found: PlanCarRow[]; total: number }> {
  const where = new SqlConditions([isInLists]);
  where.add((price) => `monthly_price <= ${price}`, highestPrice);
  where.add((first, last) => isFree("cars.id", first, last), from, until);
  if (plan) where.add(() => planCondition(plan));
  if (isOurs) where.add(() => "cars.host_id is null");
  if (search) addCarWords(where, search.q, search.vocabulary);
  const here = where.value(city);
  const found = await rows<PlanCarRow & { total: number }>(
    `select id, name, year, city, monthly_price as "monthlyPrice", plate_number as "plateNumber", count(*) over ()::int as total from cars
     where ${where.text} order by lower(city) = lower(${here}) desc, monthly_price desc, id limit ${mostFreeCars}`,
    where.parameters,
  );
  return { found, total: found[0]?.total ?? 0 };
}

/** `carServesPlan` in SQL, without its check of the price. */
export const planCondition = ({ category }: Plan): string =>
  category === "gas" ? "category <> 'Electric'" : "lower(brand) = 'tesla'";
