import type { Readable } from "node:stream";
import type { OrderFilters } from "#contract/desk-orders.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Database } from "#server/db/open-database.ts";
import { spreadsheetCell } from "#server/sql-text.ts";
import { inlined, orderConditions } from "./order-conditions.ts";

// Written with what PostgreSQL does fastest: there may be a million rows.
const dollars = (column: string) => `case ${column} when 0 then 0.00 else ${column} * 0.01 end`;
const moment = (column: string) => `(${column} at time zone 'America/Los_Angeles')::timestamp(0)`;

/** The columns of the export: numbers and dates as they are, and whatever a person typed made harmless to a spreadsheet. */
const columns: [name: string, sql: string][] = [
  ["Order", "order_number"],
  ["Status", "status"],
  ["Placed", moment("created_at")],
  ["Source", "source"],
  ["Car", spreadsheetCell("car_name")],
  ["Brand", spreadsheetCell("car_brand")],
  ["Plan", "tier"],
  ["Town", "coalesce(location, city)"],
  ["Pickup date", "pickup_date"],
  ["Return date", "return_date"],
  ["Days", "days"],
  ["Renter", spreadsheetCell("customer_name")],
  ["E-mail", spreadsheetCell("customer_email")],
  ["Phone", spreadsheetCell("customer_phone")],
  ["Pickup place", spreadsheetCell("pickup_location")],
  ["Subtotal", dollars("subtotal")],
  ["Fees", dollars("fees")],
  ["Taxes", dollars("taxes")],
  ["Total", dollars("total")],
  ["Id", "id"],
];

/** Orders as CSV with a header, newest first, as PostgreSQL itself writes it: nothing of it is held in memory. */
export async function exportOrders(database: Database, filters: OrderFilters, today: IsoDate): Promise<Readable> {
  const where = inlined(await orderConditions(database, filters, today));
  const selected = columns.map(([name, sql]) => `${sql} as "${name}"`).join(", ");
  return database.copyOut(`select ${selected} from orders where ${where} order by created_at desc, id desc`);
}
