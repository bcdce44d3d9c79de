import type { IsoDate } from "./dates.ts";

/** The tables that administrators save as CSV files. */
export type SavedTable =
  | "audit"
  | "cars"
  | "categories"
  | "cities"
  | "earned"
  | "email_subscriptions"
  | "finance"
  | "funnel"
  | "journal"
  | "ledger"
  | "months"
  | "orders"
  | "payouts"
  | "subscriptions"
  | "taxes"
  | "utilisation";

/** The name of a saved table's file: its month if it holds only one, and the day on which it is saved. */
export const tableFile = (table: SavedTable, on: IsoDate, month?: string): string =>
  `${[table, ...(month === undefined ? [] : [month]), on].join("_")}.csv`;

/** The name of the yearly list of hosts. */
export const hostsFile = (year: number | string): string => `hosts-${year}.csv`;

/** The name, without its ending, of a host's document or table of a year. */
export const hostYearFile = (year: number | string): string => `host-${year}`;

/** The name of the file with all data about an account. */
export const accountFile = (on: IsoDate): string => `account-${on}.json`;
