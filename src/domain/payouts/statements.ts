import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { HostLine } from "./shared-lines.ts";

/** What was credited for an order or taken back, in a month's statement. */
export type StatedCredit = {
  rule: "share" | "charge" | "take_back";
  on: IsoDate;
  orderId: string;
  orderNumber: string;
  car: string;
  startsOn: IsoDate | null;
  endsOn: IsoDate | null;
  /** What was paid of each line, or is no longer. */
  lines: HostLine[];
  gross: Cents;
  sharePercent: number;
  amount: Cents;
};
/** A payout, below zero; one that came back above. */
export type StatedPayout = { rule: "payout"; on: IsoDate; name: string; reference: string; amount: Cents };
export type StatementLine = StatedCredit | StatedPayout;

/** What a host's statement of a month says. It is frozen when it is issued. */
export type HostStatement = {
  number: string;
  month: string;
  host: string;
  issuedOn: IsoDate;
  opening: Cents;
  lines: StatementLine[];
  closing: Cents;
};

export type StatementSums = Record<"shares" | "charges" | "takenBack" | "payouts", Cents>;

/** What a statement's lines come to: what was earned, what is no longer, and what was paid out. */
export function statementSums(lines: readonly StatementLine[]): StatementSums {
  const sum = (some: readonly StatementLine[]) => some.reduce((all, { amount }) => all + amount, 0);
  const credits = lines.filter(({ rule }) => rule !== "payout");
  return {
    shares: sum(credits.filter(({ rule, amount }) => rule === "share" && amount > 0)),
    charges: sum(credits.filter(({ rule, amount }) => rule === "charge" && amount > 0)),
    takenBack: sum(credits.filter(({ amount }) => amount < 0)),
    payouts: sum(lines.filter(({ rule }) => rule === "payout")),
  };
}

/** "H-2026-000042": the year in which it was issued in Los Angeles, and its place in that year. */
export const hostStatementNumber = (year: number, place: number): string =>
  `H-${year}-${String(place).padStart(6, "0")}`;
