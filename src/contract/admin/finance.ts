import * as z from "zod/mini";
import { financeFigures } from "#domain/payments/finance.ts";
import { ledgerAccounts, transactionKinds } from "#domain/payments/ledger.ts";
import { MonthBooks } from "./books.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Money, unlessEmpty, Uuid, Month } from "#contract/fields.ts";
import { idPage, numberPage } from "#contract/paging.ts";

const tag = "Admin: finance";
const access = ["manage_payments"] as const;

/** "2026-12"; the current month if none is given. */
const MonthFilter = unlessEmpty(Month);

/** A sum, and the number of its rows. */
const Figure = z.object({ amount: Money, count: z.number() });

export const FinanceOverview = z.object({
  month: z.string(),
  books: MonthBooks,
  figures: z.record(z.enum(financeFigures), Figure),
  /** What the month earned and cost, by account: above zero for us. */
  income: z.array(z.object({ account: z.enum(ledgerAccounts), amount: Money })),
  /**
   * What each of the twelve months up to this one earned, by the days of the rentals: revenue after promo codes,
   * without tax; the hosts' share of it; and what was left of everything that the month earned and cost.
   */
  earned: z.array(z.object({ month: z.string(), amount: Money, hostShare: Money, platformIncome: Money })),
  /** What all renters owe by the ledger, less what we owe renters; `figures` has the two sums apart. */
  receivable: Money,
  /** The money that we have: in hand, with providers, and what providers have paid out to our bank. */
  cash: Money,
  providerClearing: Money,
  bank: Money,
  /** What banks have taken from us and may still give back. */
  heldByBanks: Money,
  /** What was billed for days that are still to come. */
  deferredRevenue: Money,
  /** Taxes that were billed and are not paid to the authorities yet. */
  taxes: Money,
  hostPayable: Money,
  /** What is left of all that the month earned and cost. */
  platformIncome: Money,
});
export type FinanceOverview = z.infer<typeof FinanceOverview>;

/** A row of a figure. `on` is the day on which its amount was due, came in or was given back. */
export const FinanceRow = z.object({
  id: Uuid,
  orderId: Uuid,
  orderNumber: z.string(),
  renter: z.string(),
  amount: Money,
  on: z.nullable(z.string()),
});
export type FinanceRow = z.infer<typeof FinanceRow>;

export const LedgerTransaction = z.object({
  id: z.number(),
  kind: z.enum(transactionKinds),
  orderId: z.nullable(Uuid),
  orderNumber: z.nullable(z.string()),
  /** The day of its entry in the books. */
  postedOn: z.string(),
  /** The day on which it happened, where that day is in a month that was closed. */
  effectiveOn: z.nullable(z.string()),
  postedAt: z.string(),
  by: z.string(),
  /** The number of the payout, if it is a payout's transaction. */
  payout: z.nullable(z.string()),
  /** `host` is the host who gets an amount of `host_payable`. */
  entries: z.array(
    z.object({ account: z.enum(ledgerAccounts), amount: Money, host: z.nullable(z.string()) }),
  ),
});
export type LedgerTransaction = z.infer<typeof LedgerTransaction>;

export const getFinanceOverview = endpoint({
  method: "GET",
  path: "/api/admin/finance",
  summary: "What is due, overdue, received, given back and earned; of a month, and today",
  tag,
  access,
  query: z.object({ month: MonthFilter }),
  response: FinanceOverview,
  status: 200,
});

export const listFinanceRows = endpoint({
  method: "GET",
  path: "/api/admin/finance/rows",
  summary: "The rows that a figure is made of, the earliest first",
  tag,
  access,
  query: z.object({
    figure: z.enum(financeFigures),
    month: MonthFilter,
    ...idPage,
  }),
  response: z.array(FinanceRow),
  status: 200,
});

export const listTransactions = endpoint({
  method: "GET",
  path: "/api/admin/finance/transactions",
  summary:
    "Transactions of the ledger with their entries, the newest first; what each day earned, with an account alone",
  tag,
  access,
  query: z.object({
    /** Without a month, an order and an account: the current month. */
    month: MonthFilter,
    order: unlessEmpty(Uuid),
    /** Transactions with an entry in this account. */
    account: unlessEmpty(z.enum(ledgerAccounts)),
    ...numberPage,
  }),
  response: z.array(LedgerTransaction),
  status: 200,
});
