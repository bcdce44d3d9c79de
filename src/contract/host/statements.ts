import * as z from "zod/mini";
import { earningRules } from "#domain/payouts/payouts.ts";
import { hostKinds } from "#domain/payouts/shared-lines.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, Money, unlessEmpty, Uuid, wholeNumber, Month, Language } from "#contract/fields.ts";

const tag = "Host: statements";
// Former and suspended hosts may still read the pages about their money.
const access = "own_money";
/** Asks for a file in `language`. Default: the host's language, or the language of an issued statement. */
const AsFile = z.object({
  format: unlessEmpty(z.enum(["csv", "pdf"])),
  language: unlessEmpty(Language),
});

export const HostStatementSummary = z.object({
  /** "H-2026-000042". */
  number: z.string(),
  /** "2026-12". */
  month: z.string(),
  opening: Money,
  closing: Money,
  issuedAt: z.string(),
});
export type HostStatementSummary = z.infer<typeof HostStatementSummary>;

const StatedCredit = z.object({
  rule: z.enum(earningRules),
  /** The day on which it was written down. */
  on: z.string(),
  orderId: Uuid,
  orderNumber: z.string(),
  car: z.string(),
  /** The days of the rental that the line is for, without the last; null for charges and cancellation fees. */
  startsOn: z.nullable(CalendarDate),
  endsOn: z.nullable(CalendarDate),
  /** What the renter paid for each line, or what the renter no longer pays. */
  lines: z.array(z.object({ kind: z.enum(hostKinds), amount: Money })),
  gross: Money,
  sharePercent: z.number(),
  /** Our share of it, as a number below zero. */
  ourShare: Money,
  amount: Money,
});
const StatedPayout = z.object({
  rule: z.literal("payout"),
  on: z.string(),
  name: z.string(),
  reference: z.string(),
  amount: Money,
});

/** An amount that the host owed: it was written off, or the host repaid it. */
const StatedBalance = z.object({
  rule: z.enum(["write_off", "repayment"]),
  on: z.string(),
  reason: z.string(),
  amount: Money,
});

export const HostStatementShown = z.extend(HostStatementSummary, {
  lines: z.array(z.discriminatedUnion("rule", [StatedCredit, StatedPayout, StatedBalance])),
  sums: z.object({ shares: Money, charges: Money, takenBack: Money, owedLess: Money, payouts: Money }),
});
export type HostStatementShown = z.infer<typeof HostStatementShown>;
export type HostStatementLine = HostStatementShown["lines"][number];

const YearSums = { gross: Money, ourShare: Money, net: Money };
export const HostYear = z.object({
  year: z.number(),
  /**
   * By the month in which renters paid, money went back, or an amount was credited again without a new payment. A
   * payment that never came is deducted in its own month, or in the month in which the books take it back.
   */
  months: z.array(z.object({ month: z.string(), ...YearSums, payouts: Money })),
  cars: z.array(z.object({ id: z.nullable(Uuid), name: z.string(), ...YearSums })),
  ...YearSums,
  payouts: Money,
});
export type HostYear = z.infer<typeof HostYear>;

export const listHostStatements = endpoint({
  method: "GET",
  path: "/api/host/statements",
  summary: "One's own statements, a month each, newest first",
  tag,
  access,
  response: z.array(HostStatementSummary),
  status: 200,
});

export const getHostStatement = endpoint({
  method: "GET",
  path: "/api/host/statements/:month",
  summary:
    "A month's statement with every line; as CSV or as PDF, in the language that it was issued in or another",
  tag,
  access,
  params: z.object({ month: Month }),
  query: AsFile,
  response: HostStatementShown,
  status: 200,
});

export const getHostYear = endpoint({
  method: "GET",
  path: "/api/host/years/:year",
  summary:
    "A year by the day of payment: gross, our share, net and payouts, by month and by car; as CSV or as PDF",
  tag,
  access,
  params: z.object({ year: wholeNumber(2020, 2199) }),
  query: AsFile,
  response: HostYear,
  status: 200,
});
