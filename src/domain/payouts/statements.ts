import type { LegalParty } from "#domain/documents/parties.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { EarningRule } from "./payouts.ts";
import type { HostLine } from "./shared-lines.ts";

/** A credit for an order, or a credit taken back, in a month's statement. */
export type StatedCredit = {
  rule: EarningRule;
  on: IsoDate;
  orderId: string;
  orderNumber: string;
  car: string;
  startsOn: IsoDate | null;
  endsOn: IsoDate | null;
  /** The amounts of each line that were paid, or are no longer paid. */
  lines: HostLine[];
  gross: Cents;
  sharePercent: number;
  amount: Cents;
};
/** A payout is below zero; one that came back is above. */
export type StatedPayout = { rule: "payout"; on: IsoDate; name: string; reference: string; amount: Cents };
/** A host's debt that we no longer ask for, or that was repaid; a write-off that ended is below zero. */
export type StatedBalance = { rule: "write_off" | "repayment"; on: IsoDate; reason: string; amount: Cents };
export type StatementLine = StatedCredit | StatedPayout | StatedBalance;

export const isCredit = (line: StatementLine): line is StatedCredit => "orderId" in line;

/** What a host's statement of a month says. It is frozen when it is issued. */
export type HostStatement = {
  number: string;
  month: string;
  host: string;
  issuedOn: IsoDate;
  /** The issuer, as it was named then; absent in the oldest statements. */
  business?: LegalParty;
  opening: Cents;
  lines: StatementLine[];
  closing: Cents;
};

export type StatementSums = Record<"shares" | "charges" | "takenBack" | "owedLess" | "payouts", Cents>;

/** The sums of a statement's lines: earnings, earnings taken back, debts that are gone, and payouts. */
export function statementSums(lines: readonly StatementLine[]): StatementSums {
  const sum = (some: readonly StatementLine[]) => some.reduce((all, { amount }) => all + amount, 0);
  const credits = lines.filter(isCredit);
  return {
    shares: sum(credits.filter(({ rule, amount }) => rule === "share" && amount > 0)),
    charges: sum(credits.filter(({ rule, amount }) => rule === "charge" && amount > 0)),
    takenBack: sum(credits.filter(({ rule, amount }) => rule === "take_back" || amount < 0)),
    owedLess: sum(lines.filter(({ rule }) => rule === "write_off" || rule === "repayment")),
    payouts: sum(lines.filter(({ rule }) => rule === "payout")),
  };
}

/** "H-2026-000042": the year in which it was issued in Los Angeles, and its place in that year. */
export const hostStatementNumber = (year: number, place: number): string =>
  `H-${year}-${String(place).padStart(6, "0")}`;
