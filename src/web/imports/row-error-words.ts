import type { RowError } from "#contract/admin/imports.ts";
import { m } from "#web/paraglide/messages.js";

type Cell = Exclude<RowError["code"], "unreadable" | "too_many_cells" | "same_car" | "same_days">;
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
  not_a_date: () => m.admin_error_not_a_date(),
  not_a_time: ({ earliest = "", latest = "" }) => m.admin_error_not_a_time({ earliest, latest }),
  not_an_email: () => m.admin_error_not_an_email(),
  not_sums_by_day: () => m.admin_error_not_sums_by_day(),
  not_a_balance: () => m.admin_error_not_a_balance(),
  return_before_pickup: () => m.admin_error_return_before_pickup(),
  rental_ended: () => m.admin_error_rental_ended(),
  too_far: ({ months = 0 }) => m.admin_error_too_far({ months }),
  instalments_dates: () => m.admin_error_instalments_dates(),
  paid_in_future: ({ day = "" }) => m.admin_error_paid_in_future({ day }),
  balance_differs: ({ given = "", ours = "" }) => m.admin_error_balance_differs({ given, ours }),
  no_such_car: () => m.admin_error_no_such_car(),
  own_car: () => m.admin_error_own_car(),
  hosted_retired: () => m.admin_error_hosted_retired(),
  hosted_car: () => m.admin_error_hosted_car(),
  car_taken: () => m.admin_error_car_taken(),
  own_rental: () => m.admin_error_own_rental(),
};

/** What is wrong with a row of a file, for example "Row 3: year must be a whole number from 1990 to 2027". */
export function rowErrorWords({ row, column = "", code, values = {} }: RowError): string {
  if (code === "unreadable") return m.admin_error_unreadable({ row });
  if (code === "too_many_cells") return m.admin_error_too_many_cells({ row });
  if (code === "same_car") return m.admin_error_same_car({ row, first: values.first ?? 0 });
  if (code === "same_days") return m.admin_error_same_days({ row, first: values.first ?? 0 });
  return m.admin_error_cell({ row, column, what: cells[code](values) });
}
