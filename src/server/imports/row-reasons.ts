import zh from "#messages/zh/imports.json" with { type: "json" };
import type { RowError } from "#contract/admin/imports.ts";
import type { Language } from "#domain/languages.ts";

/** The error of a row; `message` is the English text, for a cell without its column's name. */
export type RowProblem = Omit<RowError, "row"> & { message: string };

type Figures = Record<string, string | number>;

/** The words of the pages, so that a file and a page say the same. */
const inChinese: Record<RowError["code"], string> = {
  required: zh.admin_error_required,
  control_characters: zh.admin_error_control_characters,
  unreadable_characters: zh.admin_error_unreadable_characters,
  too_long: zh.admin_error_too_long,
  markup: zh.admin_error_markup,
  not_listed: zh.admin_error_not_listed,
  not_a_number: zh.admin_error_not_a_number,
  not_a_price: zh.admin_error_not_a_price,
  not_yes_or_no: zh.admin_error_not_yes_or_no,
  not_a_state: zh.admin_error_not_a_state,
  not_a_zip: zh.admin_error_not_a_zip,
  not_a_plate: zh.admin_error_not_a_plate,
  card_number: zh.admin_error_card_number,
  too_many: zh.admin_error_too_many,
  not_a_picture: zh.admin_error_not_a_image,
  unreadable: zh.admin_error_unreadable,
  too_many_cells: zh.admin_error_too_many_cells,
  not_a_date: zh.admin_error_not_a_date,
  not_a_time: zh.admin_error_not_a_time,
  not_an_email: zh.admin_error_not_an_email,
  not_sums_by_day: zh.admin_error_not_sums_by_day,
  not_a_balance: zh.admin_error_not_a_balance,
  return_before_pickup: zh.admin_error_return_before_pickup,
  rental_ended: zh.admin_error_rental_ended,
  too_far: zh.admin_error_too_far,
  instalments_dates: zh.admin_error_instalments_dates,
  paid_in_future: zh.admin_error_paid_in_future,
  balance_differs: zh.admin_error_balance_differs,
  no_such_car: zh.admin_error_no_such_car,
  hosted_car: zh.admin_error_hosted_car,
  car_taken: zh.admin_error_car_taken,
  same_days: zh.admin_error_same_days,
  own_rental: zh.admin_error_own_rental,
  same_car: zh.admin_error_same_car,
  not_a_host: zh.admin_error_not_a_host,
  plate_claimed: zh.admin_error_plate_claimed,
  own_car: zh.admin_error_own_car,
  hosted_retired: zh.admin_error_hosted_retired,
};

/** A bad row, and why: "Row 3: year must be a whole number from 1990 to 2027; zipCode must be five digits". */
export function rowReason(language: Language, row: number, troubles: readonly RowProblem[]): string {
  if (language === "en")
    return `Row ${row}: ${troubles.map(({ column, message }) => (column ? `${column} ${message}` : message)).join("; ")}`;
  const [first] = troubles;
  if (first && !first.column) return filled(inChinese[first.code], { row, ...first.values });
  return filled(zh.admin_error_cell, {
    row,
    column: first?.column ?? "",
    what: troubles.map(cellReason).join("；"),
  });
}

/** The row's own sentence names the column of its first cell. */
function cellReason({ column = "", code, values = {} }: RowProblem, place: number): string {
  const what = filled(inChinese[code], values);
  return place === 0 ? what : `${column} ${what}`;
}

const filled = (text: string, values: Figures): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
