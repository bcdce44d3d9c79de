import type { OrderSort } from "#domain/orders/attention.ts";
import { stageOfStatus } from "#server/db/schema/columns.ts";
import { isIdPart, notOfThisList, placeParts, writePlace } from "#server/db/list-cursor.ts";
import { isDate } from "#domain/dates.ts";
import { isPlainText } from "#domain/plain-text.ts";

/**
 * What a list is sorted by: `sql` is an expression that has an index, `written` its value as a cursor's text, and
 * `read` turns that text back into a value.
 */
type SortColumn = {
  sql: string;
  written: string;
  read: (placeholder: string) => string;
  isValue: (text: string) => boolean;
};

const isFigure = (text: string): boolean => /^\d{1,9}$/.test(text);
const words = (sql: string): SortColumn => ({
  sql,
  written: sql,
  read: (value) => `${value}::text`,
  isValue: isPlainText,
});
const day = (sql: string): SortColumn => ({
  sql,
  written: `${sql}::text`,
  read: (value) => `${value}::text::date`,
  isValue: isDate,
});
const figure = (sql: string): SortColumn => ({
  sql,
  written: `(${sql})::text`,
  read: (value) => `${value}::text::integer`,
  isValue: isFigure,
});

export const sortColumns: Record<OrderSort, SortColumn> = {
  placed: {
    sql: "created_at",
    written: "(extract(epoch from created_at) * 1000000)::bigint::text",
    read: (value) => `('epoch'::timestamptz + ${value}::text::bigint * interval '1 microsecond')`,
    isValue: (text) => /^\d{1,16}$/.test(text),
  },
  number: words(`order_number collate "C"`),
  renter: words(`lower(customer_name) collate "C"`),
  car: words(`lower(coalesce(car_name, tier, '')) collate "C"`),
  pickup: day("pickup_date"),
  return: day("return_date"),
  total: figure("total"),
  status: figure(stageOfStatus),
};

/**
 * Where the next page begins: after this value and this id. The cursor holds the value itself, so that the page
 * begins at the same place although the order changes meanwhile.
 */
export const writeOrderCursor = (
  sort: OrderSort,
  { id, sortValue }: { id: string; sortValue: string },
): string => writePlace([sort, sortValue, id]);

export function readOrderCursor(text: string, wanted: OrderSort): { value: string; id: string } {
  const [sort, value, id] = placeParts(text);
  if (sort === wanted && typeof value === "string" && sortColumns[wanted].isValue(value) && isIdPart(id))
    return { value, id };
  throw notOfThisList();
}
