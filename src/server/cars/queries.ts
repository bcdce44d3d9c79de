import { createHash } from "node:crypto";
import type { Car } from "#contract/cars.ts";
import { publicStates } from "#domain/cars/listing-states.ts";
import { type CarSort, mostCountedCars } from "#domain/cars/cars.ts";
import { publicFacts } from "#domain/cars/fields.ts";
import type { ResponseStats } from "#domain/orders/host-answers.ts";
import { isHostingNowOf } from "#server/db/hosting-now.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Database } from "#server/db/open-database.ts";
import { cutPage } from "#server/http/pagination.ts";
import { type Cursor, readCursor, writeCursor } from "./cursor.ts";
import { type CarFilters, carConditions, type FilterContext, isCounted, matchingCounts } from "./filters.ts";
import { cars } from "#server/db/schema/cars.ts";
import { isInLists, isOneOf } from "#server/db/schema/columns.ts";
import type { SqlConditions } from "#server/db/sql-conditions.ts";

/** A car's host, with the renters' ratings of all the host's cars, and how the host answers requests. */
export type CarOwner = {
  fullName: string;
  username: string | null;
  since: string;
  rated: { count: number; sum: number };
  answers: ResponseStats | null;
};

/** A car as its row holds it, without what only administrators may see. */
export type CarRow = Omit<
  Car,
  "monthlyPrice" | "image" | "pictures" | "descriptionZh" | "translated" | "rating" | HostRules
> & {
  monthlyPrice: number;
  /** Renters who have rated it, and the sum of their stars; null before the first. */
  rated: { count: number; sum: number } | null;
  recommendedRank: number;
  descriptionZh: string | null;
  translated: string | null;
  pictureTexts: Record<string, string>;
  noticeDays: number;
  maxRentDays: number;
  instantBook: boolean;
  hostId: string | null;
  /** Only set for a single car, not in lists. */
  owner?: CarOwner | null;
};
type HostRules = "noticeDays" | "maxRentDays" | "instantBook" | "host";

export const carColumns = `
  id, name, brand, model, year, category, body_style as "bodyStyle", colour, monthly_price as "monthlyPrice", description,
  description_zh as "descriptionZh", translated, features, images, picture_texts as "pictureTexts", city, state, zip_code as "zipCode", min_rent_days as "minRentDays",
  ${publicFacts.map((name) => `${cars[name].name} as "${name}"`).join(", ")}, recommended_rank as "recommendedRank", notice_days as "noticeDays",
  max_rent_days as "maxRentDays", instant_book as "instantBook", host_id as "hostId", ${isInLists} as available,
  (select jsonb_build_object('count', count, 'sum', sum) from car_ratings where car_id = cars.id) as rated`;

type Sort = {
  column: string;
  direction: "asc" | "desc";
  isNumber: boolean;
  valueOf: (car: CarRow) => string | number;
};

const sorts: Record<CarSort, Sort> = {
  recommended: {
    column: "recommended_rank",
    direction: "asc",
    isNumber: true,
    valueOf: (car) => car.recommendedRank,
  },
  "price-low": {
    column: "monthly_price",
    direction: "asc",
    isNumber: true,
    valueOf: (car) => car.monthlyPrice,
  },
  "price-high": {
    column: "monthly_price",
    direction: "desc",
    isNumber: true,
    valueOf: (car) => car.monthlyPrice,
  },
  name: { column: 'name collate "C"', direction: "asc", isNumber: false, valueOf: (car) => car.name },
  newest: { column: "year", direction: "desc", isNumber: true, valueOf: (car) => car.year },
};

export const pageLimit = 24;

export type CarPage = { cars: CarRow[]; total: number; next?: string };
type PageQuery = {
  filters: CarFilters;
  sort?: CarSort | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};
type Context = FilterContext & { database: Database };

/** One page of available cars, how many there are in all, up to `mostCountedCars`, and where the next page begins. */
export async function findCars(
  { database, ...context }: Context,
  { filters, sort = "price-low", limit = pageLimit, cursor }: PageQuery,
): Promise<CarPage> {
  const order = sorts[sort];
  const start = cursor === undefined ? undefined : readCursor(cursor, sort, order.isNumber);
  const where = await carConditions(filters, context);
  if (!where) return { cars: [], total: 0 };

  const isCommon = isCommonQuestion(filters);
  const total = isCounted(filters)
    ? matchingCounts(await context.counts(), filters).reduce((sum, part) => sum + part.count, 0)
    : countCars(database, where, isCommon);
  const page = pageQuery(where, order, limit, start);
  const name = isCommon && limit === pageLimit ? statementName(page.text) : undefined;
  const [rows, found] = await Promise.all([database.rows<CarRow>(page.text, page.parameters, name), total]);
  const { page: cars, last } = cutPage(rows, limit);
  return {
    cars,
    total: found,
    ...(last && { next: writeCursor({ sort, after: order.valueOf(last), id: last.id }) }),
  };
}

/**
 * Whether a query has few filters and no words, with or without dates. There are some thousand shapes of such
 * queries, so that each connection can keep their plans; making a plan takes as long as answering from a small
 * catalogue. Other queries have too many shapes.
 */
function isCommonQuestion(question: CarFilters): boolean {
  const { q, seats, range, stay, carplay, pickupDate: _pickup, returnDate: _return, ...filters } = question;
  return (
    [q, seats, range, stay, carplay].every((value) => value === undefined) &&
    Object.values(filters).filter((value) => value !== undefined).length <= 2
  );
}

const statementName = (text: string): string => createHash("sha1").update(text).digest("base64url");

/**
 * The SQL of a page, one row longer than the page, which shows whether there is a next page. The limit is in the
 * text, because a single plan for every limit would be made for long pages.
 */
function pageQuery(
  where: SqlConditions,
  { column, direction }: Sort,
  limit: number,
  start: Cursor | undefined,
): { text: string; parameters: unknown[] } {
  const parameters = [...where.parameters];
  const place = (value: unknown) => `$${parameters.push(value)}`;
  const after = start
    ? ` and (${column}, id) ${direction === "asc" ? ">" : "<"} (${place(start.after)}, ${place(start.id)})`
    : "";
  const text = `select ${carColumns} from cars where ${where.text}${after} order by ${column} ${direction}, id ${direction} limit ${limit + 1}`;
  return { text, parameters };
}

async function countCars(database: Database, where: SqlConditions, isCommon: boolean): Promise<number> {
  const text = `select count(*)::int as count from (select from cars where ${where.text} limit ${mostCountedCars}) as found`;
  const [row] = await database.rows<{ count: number }>(
    text,
    where.parameters,
    isCommon ? statementName(text) : undefined,
  );
  return row?.count ?? 0;
}

/** SQL: the public knows a car: its page and its pictures. Nobody sees a host's retired car that was never listed. */
export const isPublic = `(${isOneOf("listing_state", publicStates)} and (listing_state <> 'retired' or host_id is null or listed_at is not null))`;

/** SQL for the public facts of a host's account. */
const ownerObject = `jsonb_build_object('fullName', full_name, 'username', username,
    'since', ${isoText("hosting_since")},
    'rated', (select jsonb_build_object('count', count(*), 'sum', coalesce(sum(rating), 0)) from reviews
      where reviews.host_id = accounts.id and side = 'renter' and published_at is not null and hidden_at is null),
    'answers', (select jsonb_build_object('asked', asked, 'answered', answered, 'medianMinutes', median_minutes)
      from host_answers where host_answers.host_id = accounts.id))`;
const ownerColumn = `(select ${ownerObject} from accounts where accounts.id = host_id and ${isHostingNowOf("accounts")}) as owner`;

/** The public facts of a host; undefined for an account that no longer hosts. */
export async function findCarOwner(
  { rows }: Pick<Database, "rows">,
  hostId: string,
): Promise<CarOwner | undefined> {
  const [found] = await rows<{ owner: CarOwner }>(
    `select ${ownerObject} as owner from accounts where id = $1 and ${isHostingNowOf("accounts")}`,
    [hostId],
  );
  return found?.owner;
}

/** The most cars on a host's page. */
const mostOfHost = 200;

/** A host's listed cars, as lists show them. */
export const findListedCarsOf = ({ rows }: Pick<Database, "rows">, hostId: string): Promise<CarRow[]> =>
  rows<CarRow>(
    `select ${carColumns} from cars where host_id = $1 and ${isInLists} order by recommended_rank, id limit ${mostOfHost}`,
    [hostId],
  );

/** Finds a public car, listed or not. A car that only its host and administrators have seen is not found. */
export async function findCar(database: Database, id: string): Promise<CarRow | undefined> {
  const [car] = await database.rows<CarRow>(
    `select ${carColumns}, ${ownerColumn} from cars where id = $1 and ${isPublic}`,
    [id],
    "find-car",
  );
  return car;
}

/**
 * Up to `limit` available cars like one: same category first, then nearest in price. With dates, only those
 * free then.
 */
export async function findSimilarCars(
  { database, ...context }: FilterContext & { database: Pick<Database, "rows"> },
  car: Pick<CarRow, "id" | "category" | "monthlyPrice">,
  dates: Pick<CarFilters, "pickupDate" | "returnDate">,
  limit: number,
): Promise<CarRow[]> {
  const where = await carConditions(dates, context);
  if (!where) return [];
  where.add((id) => `id <> ${id}`, car.id);
  const [category, price, most] = [car.category, car.monthlyPrice, limit].map((value) => where.value(value));
  // The nearest cars on each side are read from an index of prices: the whole fleet is never sorted.
  const nearest = (which: string, side: string, direction: string) =>
    `(select id from cars where ${where.text} and category ${which} ${category} and monthly_price ${side} ${price}
      order by monthly_price ${direction}, id limit ${most})`;
  const candidates = ["=", "<>"].flatMap((which) => [
    nearest(which, ">=", "asc"),
    nearest(which, "<", "desc"),
  ]);
  return database.rows<CarRow>(
    `select ${carColumns} from cars where id in (${candidates.join(" union all ")})
     order by category <> ${category}, abs(monthly_price - ${price}), id limit ${most}`,
    where.parameters,
  );
}
