import { getTableColumns } from "drizzle-orm";
import type { Database } from "#server/db/open-database.ts";
import { letters, orders } from "#server/db/schema.ts";
import type { Composed } from "#server/mail/outbox.ts";
import type { NewOrder, OrderableCar } from "./queries.ts";

type Written = { order: NewOrder; actor: string; car: OrderableCar | undefined; promo: string | undefined; mail: Composed; mostRecent: number };

const generated = new Set(["during", "searchText", "createdAt", "sentAt"]);
const columnsOf = (table: typeof orders | typeof letters) => Object.entries<{ name: string }>(getTableColumns(table)).filter(([key]) => !generated.has(key));
const orderColumns = columnsOf(orders);
const letterColumns = columnsOf(letters);
const names = (columns: [string, { name: string }][]) => columns.map(([, { name }]) => `"${name}"`).join(", ");
const asJson = (columns: [string, { name: string }][], row: object) =>
  Object.fromEntries(columns.map(([key, { name }]) => [name, (row as Record<string, unknown>)[key] ?? null]));

/** How many orders of the last hour have something in common, counted no further than the limit. */
export const recent = (same: string, limit: string): string =>
  `(select count(*) from (select from orders where ${same} and created_at > now() - interval '1 hour' limit ${limit}::int) as counted)`;

/**
 * Writes an order with the first entry of its history, its promo code, its letters and their deliveries, in one statement:
 * all or nothing, and one trip to the database. The car's row is locked first, and must still be what it was priced by.
 * When something was not any more as the look before had shown it, the last line divides by zero, which undoes the whole
 * (SQLSTATE 22012); when somebody else came first, the exclusion constraint does (23P01). Both mean: look again.
 */
export async function writeOrder({ rows }: Database, { order, actor, car, promo, mail, mostRecent }: Written): Promise<Date> {
  const deliveries = mail.deliveries.text.replaceAll("$1", "$3");
  const parameters = [
    JSON.stringify(asJson(orderColumns, order)),
    JSON.stringify(mail.letters.map((letter) => asJson(letterColumns, letter))),
    mail.deliveries.values[0],
  ];
  const place = (value: unknown) => `$${parameters.push(value)}`;
  const limit = mostRecent ? place(mostRecent) : "";
  const limits = mostRecent
    ? [`placed_from = ${place(order.placedFrom)}`, `lower(customer_email) = lower(${place(order.customerEmail)})`]
        .map((same) => ` and ${recent(same, limit)} < ${limit}::int`)
        .join("")
    : "";
  const locked = car
    ? `select 1 as found from cars where id = ${place(car.id)} and monthly_price = ${place(car.monthlyPrice)} and min_rent_days = ${place(car.minRentDays)}
         and available and retired_at is null${limits} for no key update`
    : `select 1 as found where true${limits}`;
  const held =
    promo === undefined
      ? ""
      : `held as (update promo_codes set order_id = ${place(order.id)} where code = ${place(promo)} and order_id is null returning code),`;
  const text = `
    with locked as (${locked}),
    placed as (
      insert into orders (${names(orderColumns)}) select ${names(orderColumns)} from json_populate_record(null::orders, $1::json), locked returning "id", "status", "total", "created_at"
    ),
    history as (
      insert into audit_events (actor, entity, entity_id, action, after)
      select ${place(actor)}, 'order', id::text, 'placed', json_build_object('status', status, 'total', total) from placed
    ),
    ${held}
    posted as (insert into letters (${names(letterColumns)}) select ${names(letterColumns)} from json_populate_recordset(null::letters, $2::json)),
    deliveries as (${deliveries})
    select (select created_at from placed) as "createdAt", 1 / (select count(*) from placed${promo === undefined ? "" : ", held"}) as "isWhole"`;
  const [written] = await rows<{ createdAt: Date | string }>(
    text,
    parameters,
    `write-order-${[car ? "car" : "plan", promo !== undefined && "promo", mostRecent > 0 && "limited"].filter(Boolean).join("-")}`,
  );
  if (!written) throw new Error("The database answered nothing");
  return new Date(written.createdAt);
}
