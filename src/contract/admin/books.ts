import * as z from "zod/mini";
import { ledgerAccounts } from "#domain/payments/ledger.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, Money, unlessEmpty, Month } from "#contract/fields.ts";

const tag = "Admin: finance";
const access = ["manage_payments"] as const;
const MonthParams = z.object({
  month: Month,
});

/** Whether a month's books are closed, and whether the caller may close or reopen them. */
export const MonthBooks = z.object({
  month: z.string(),
  closedAt: z.nullable(z.string()),
  closedBy: z.nullable(z.string()),
  /** The month is over and not closed. */
  mayClose: z.boolean(),
  /** Somebody else closed the month, or only the caller manages payments. */
  mayReopen: z.boolean(),
});
export type MonthBooks = z.infer<typeof MonthBooks>;

export const closeMonth = endpoint({
  method: "POST",
  path: "/api/admin/finance/months/:month/close",
  summary: "Close the books of a month that is over: what comes later for it counts in the first open month",
  tag,
  access,
  params: MonthParams,
  response: MonthBooks,
  status: 200,
});

export const reopenMonth = endpoint({
  method: "POST",
  path: "/api/admin/finance/months/:month/reopen",
  summary:
    "Reopen a month that somebody else has closed; its closer alone where nobody else manages payments",
  tag,
  access,
  params: MonthParams,
  response: MonthBooks,
  status: 200,
});

export const TrialBalance = z.object({
  until: z.string(),
  /** The accounts with an entry up to that day: the sum of their debits and the sum of their credits. */
  accounts: z.array(z.object({ account: z.enum(ledgerAccounts), debit: Money, credit: Money })),
  /** The totals of debits and of credits: they are always equal. */
  debit: Money,
  credit: Money,
});
export type TrialBalance = z.infer<typeof TrialBalance>;

export const getTrialBalance = endpoint({
  method: "GET",
  path: "/api/admin/finance/trial-balance",
  summary: "Every account of the ledger with its debits and credits up to a day, today where none is named",
  tag,
  access,
  query: z.object({ until: unlessEmpty(CalendarDate) }),
  response: TrialBalance,
  status: 200,
});
