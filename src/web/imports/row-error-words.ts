import type { RowFault } from "#contract/admin/imports.ts";
import { m } from "#web/paraglide/messages.js";

type Cell = Exclude<RowFault["code"], "unreadable" | "too_many_cells" | "same_car">;
type Figures = Record<string, string | number>;

const cells: Record<Cell, (values: Figures) => string> = {
  required: () => m.desk_fault_required(),
  control_characters: () => m.desk_fault_control_characters(),
  unreadable_characters: () => m.desk_fault_unreadable_characters(),
  too_long: ({ most = 0 }) => m.desk_fault_too_long({ most }),
  markup: () => m.desk_fault_markup(),
  not_listed: ({ values = "" }) => m.desk_fault_not_listed({ values }),
  not_a_number: ({ least = 0, most = 0 }) => m.desk_fault_not_a_number({ least, most }),
  not_a_price: () => m.desk_fault_not_a_price(),
  not_yes_or_no: () => m.desk_fault_not_yes_or_no(),
  not_a_state: () => m.desk_fault_not_a_state(),
  not_a_zip: () => m.desk_fault_not_a_zip(),
  not_a_plate: () => m.desk_fault_not_a_plate(),
  too_many: ({ most = 0 }) => m.desk_fault_too_many({ most }),
  not_a_picture: () => m.desk_fault_not_a_picture(),
};

/** What is wrong with a row of a file of cars: "Row 3: year must be a whole number from 1990 to 2027". */
export function rowFaultWords({ row, column = "", code, values = {} }: RowFault): string {
  if (code === "unreadable") return m.desk_fault_unreadable({ row });
  if (code === "too_many_cells") return m.desk_fault_too_many_cells({ row });
  if (code === "same_car") return m.desk_fault_same_car({ row, first: values.first ?? 0 });
  return m.desk_fault_cell({ row, column, what: cells[code](values) });
}
