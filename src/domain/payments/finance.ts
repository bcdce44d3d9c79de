import { addDays, addMonths, type IsoDate } from "#domain/dates.ts";
import { pastDueDays } from "./attempts.ts";

/** The figures of the Finance page: those of a month, and those of today. */
export const monthFigures = ["due", "received", "refunded", "charged_back", "written_off"] as const;
export const todayFigures = [
  "overdue_week",
  "overdue_month",
  "overdue_older",
  "to_refund",
  "to_write_off",
  "to_correct",
  "owed_by_renters",
  "owed_to_renters",
] as const;
export const financeFigures = [...monthFigures, ...todayFigures] as const;
export type FinanceFigure = (typeof financeFigures)[number];
export type OverdueFigure = "overdue_week" | "overdue_month" | "overdue_older";

/** Days since an instalment was due, from and to, both included. */
export const overdueDays: Record<OverdueFigure, { from: number; to: number }> = {
  overdue_week: { from: 1, to: pastDueDays - 1 },
  overdue_month: { from: pastDueDays, to: 30 },
  overdue_older: { from: 31, to: 36_500 },
};

/** The due days of the instalments that an overdue figure counts today. */
export const overdueRange = (figure: OverdueFigure, today: IsoDate): { from: IsoDate; to: IsoDate } => {
  const { from, to } = overdueDays[figure];
  return { from: to > 36_000 ? "1900-01-01" : addDays(today, -to), to: addDays(today, -from) };
};

/** The first and the last day of "2026-12". */
export function monthRange(month: string): { from: IsoDate; to: IsoDate } {
  const from = `${month}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

export const isMonth = (text: string): boolean => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text);
