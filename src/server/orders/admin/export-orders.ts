import type { Readable } from "node:stream";
import { brand } from "#domain/brand.ts";
import type { OrderFilters } from "#contract/admin/orders.ts";
import type { Language } from "#domain/languages.ts";
import { orderSources, orderStatuses } from "#domain/orders/lifecycle.ts";
import { tiers } from "#domain/pricing/plans.ts";
import type { Database } from "#server/db/open-database.ts";
import { literal, spreadsheetCell } from "#server/db/sql-text.ts";
import { inlined } from "#server/db/sql-conditions.ts";
import { sourceName, statusName, tierName } from "#server/mail/vocabulary.ts";
import { orderConditions } from "./filters.ts";

// These expressions are the fastest in PostgreSQL: there may be a million rows.
const dollars = (column: string) => `case ${column} when 0 then 0.00 else ${column} * 0.01 end`;
const moment = (column: string) => `(${column} at time zone '${brand.timeZone}')::timestamp(0)`;

/** The amount of the first line of a kind, in cents. Most orders have one line: SQL searches only the others. */
const line = (kind: string) =>
  `case when jsonb_array_length(lines) = 1 then 0 else coalesce((jsonb_path_query_first(lines, '$[*] ? (@.kind == "${kind}").amount'))::integer, 0) end`;
/** The words of a column's values, as screens say them. */
const word = <Value extends string>(
  column: string,
  values: readonly Value[],
  name: (value: Value, language: Language) => string,
) => {
  const inLanguage = (language: Language) =>
    values.map((value) => `when ${literal(value)} then ${literal(name(value, language))}`).join(" ");
  return (language: Language) => `case ${column} ${inLanguage(language)} else ${column} end`;
};

/**
 * The columns of the export, named in English and Chinese: numbers and dates are unchanged, and text that a
 * person typed can't run as a formula in a spreadsheet. Rental, discount, insurance, promo, fees and taxes add up
 * to the total.
 */
const columns: { en: string; zh: string; sql: string | ((language: Language) => string) }[] = [
  { en: "Order", zh: "订单号", sql: "order_number" },
  { en: "Status", zh: "状态", sql: word("status", orderStatuses, statusName) },
  { en: "Placed", zh: "下单时间", sql: moment("created_at") },
  { en: "Source", zh: "来源", sql: word("source", orderSources, sourceName) },
  { en: "Car", zh: "车辆", sql: spreadsheetCell("car_name") },
  { en: "Brand", zh: "品牌", sql: spreadsheetCell("car_brand") },
  { en: "Plate", zh: "车牌", sql: spreadsheetCell("plate") },
  { en: "Plan", zh: "套餐", sql: word("tier", tiers, tierName) },
  { en: "City", zh: "城市", sql: "coalesce(location, city)" },
  { en: "Pickup date", zh: "取车日期", sql: "pickup_date" },
  { en: "Return date", zh: "还车日期", sql: "return_date" },
  { en: "Days", zh: "天数", sql: "days" },
  { en: "Renter", zh: "租客", sql: spreadsheetCell("customer_name") },
  { en: "Email", zh: "邮箱", sql: spreadsheetCell("customer_email") },
  { en: "Phone", zh: "电话", sql: spreadsheetCell("customer_phone") },
  { en: "Pickup place", zh: "取车地点", sql: spreadsheetCell("pickup_location") },
  { en: "Rental", zh: "租金", sql: dollars("subtotal") },
  {
    en: "Discount",
    zh: "长租优惠",
    sql: dollars(
      `(${line("duration_discount")} + ${line("early_return_cap")} + ${line("repair")} + ${line("repair_insurance")})`,
    ),
  },
  { en: "Insurance", zh: "保险", sql: dollars(`(${line("insurance")})`) },
  { en: "Promo", zh: "优惠码", sql: dollars(`(${line("promo")})`) },
  { en: "Fees", zh: "手续费", sql: dollars("fees") },
  { en: "Taxes", zh: "税费", sql: dollars("taxes") },
  { en: "Total", zh: "合计", sql: dollars("total") },
  { en: "Id", zh: "编号", sql: "id" },
];

/**
 * Returns orders as CSV, newest first, with a header in the reader's language. PostgreSQL itself writes the CSV,
 * and the server holds none of it in memory.
 */
export async function exportOrders(
  database: Database,
  filters: OrderFilters,
  { now, language }: { now: string; language: Language },
): Promise<Readable> {
  const where = inlined(await orderConditions(database, filters, now));
  const selected = columns
    .map(({ [language]: name, sql }) => `${typeof sql === "string" ? sql : sql(language)} as "${name}"`)
    .join(", ");
  const plates = "(select id as plate_of, plate_number as plate from cars) as plates on plate_of = car_id";
  return database.copyOut(
    `select ${selected} from (select * from orders where ${where}) as orders left join ${plates} order by created_at desc, id desc`,
  );
}
