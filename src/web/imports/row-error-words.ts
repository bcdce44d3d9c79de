import type { RowError } from "#contract/admin/imports.ts";
import { m } from "#web/paraglide/messages.js";

type Cell = Exclude<RowError["code"], "unreadable" | "too_many_cells" | "same_car">;
type Figures = Record<string, string | number>;

const cells: Record<Cell, (values: Figures) => string> = {
  required: () => m.admin_error_required(),
  control_characters: () => m.admin_error_control_characters(),
  unreadable_characters: () => m.admin_error_unreadable_characters(),
  too_long: ({ most = 0 }) => m.admin_error_too_long({ most }),
  markup: () => m.admin_error_markup(),
  not_listed: ({ values = "" }) => m.admin_error_not_listed({ values }),
  not_a_number: ({ least = 0, most = 0 }) => m.admin_error_not_a_number({ least, most }),
  not_a_price: () => m.admin_error_not_a_price(),
  not_yes_or_no: () => m.admin_error_not_yes_or_no(),
  not_a_state: () => m.admin_error_not_a_state(),
  not_a_zip: () => m.admin_error_not_a_zip(),
  not_a_plate: () => m.admin_error_not_a_plate(),
  card_number: () => m.admin_error_card_number(),
  too_many: ({ most = 0 }) => m.admin_error_too_many({ most }),
  not_a_picture: () => m.admin_error_not_a_image(),
  not_a_host: () => m.admin_error_not_a_host(),
  plate_claimed: () => m.admin_error_plate_claimed(),
};

/** What is wrong with a row of a file of cars: "Row 3: year must be a whole number from 1990 to 2027". */
export function rowErrorWords({ row, column = "", code, values = {} }: RowError): string {
  if (code === "unreadable") return m.admin_error_unreadable({ row });
  if (code === "too_many_cells") return m.admin_error_too_many_cells({ row });
  if (code === "same_car") return m.admin_error_same_car({ row, first: values.first ?? 0 });
  return m.admin_error_cell({ row, column, what: cells[code](values) });
}
