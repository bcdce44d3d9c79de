import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import type { Column } from "#web/ui/list/data-table.tsx";
import { showNumber } from "#web/ui/format/show-number.ts";

type Slice = { placed: number; orders: number; gross: string };

/** Columns for the placed orders, the completed ones and their value, after the column that names the group. */
export const sliceColumns = <T extends Slice>(label: string, nameOf: (row: T) => string): Column<T>[] => [
  { id: "name", label, isName: true, cell: nameOf },
  { id: "placed", label: m.admin_report_placed(), isRight: true, cell: ({ placed }) => showNumber(placed) },
  {
    id: "completed",
    label: m.admin_report_completed(),
    isRight: true,
    cell: ({ orders }) => showNumber(orders),
  },
  { id: "gross", label: m.admin_report_gross(), isRight: true, cell: ({ gross }) => showMoney(gross) },
];

export type Count = { id: string; name: string; count: number };

export const countColumns = (label: string): Column<Count>[] => [
  { id: "name", label, isName: true, cell: ({ name }) => name },
  { id: "count", label: m.admin_report_number(), isRight: true, cell: ({ count }) => showNumber(count) },
];
