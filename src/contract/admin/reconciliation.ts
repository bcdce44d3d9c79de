import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, Message, Money, Uuid, Reason } from "#contract/fields.ts";
import { byId } from "#contract/params.ts";
import { paymentProviders } from "#domain/payments/providers.ts";
import { differenceStatuses, matchStatuses, reportKinds } from "#domain/payments/reconciliation.ts";
import { cellProblems } from "#domain/payments/report-file.ts";

const tag = "Admin: finance";
const access = ["manage_payments"] as const;

/** Both days are included and are days of Los Angeles; 31 days at most. */
const Range = z.object({ provider: z.enum(paymentProviders), from: CalendarDate, to: CalendarDate });

/** A line of the report beside ours. Amounts that came to us are above zero; `fee` is what the provider kept. */
export const ReconciledRow = z.object({
  status: z.enum(matchStatuses),
  /** The provider's id of the line. */
  ref: z.string(),
  kind: z.enum(reportKinds),
  theirs: z.nullable(Money),
  ours: z.nullable(Money),
  fee: Money,
  currency: z.string(),
  on: z.string(),
  order: z.nullable(z.object({ id: Uuid, number: z.string() })),
  /** An entry of ours on the first or last day: the report of the days before or after may contain it. */
  isAtEdge: z.boolean(),
});
export type ReconciledRow = z.infer<typeof ReconciledRow>;

export const Reconciliation = z.object({
  provider: z.enum(paymentProviders),
  from: z.string(),
  to: z.string(),
  /** The sums of all rows of each status; `rows` has only the first rows. */
  sums: z.record(z.enum(matchStatuses), z.object({ count: z.number(), amount: Money })),
  rows: z.array(ReconciledRow),
  /** Rows of the file that can't be read, numbered as in a spreadsheet; the other rows are compared. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), problem: z.enum(cellProblems) })),
  errorCount: z.number(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const reconcileByApi = endpoint({
  method: "GET",
  path: "/api/admin/finance/reconciliation",
  summary: "What a provider says moved on our account, beside what we have. Asked of the provider now",
  tag,
  access,
  query: Range,
  response: Reconciliation,
  status: 200,
});

export const reconcileFile = endpoint({
  method: "POST",
  path: "/api/admin/finance/reconciliation",
  effect: "read",
  summary: "The same by a provider's report: a CSV file (multipart, `file`). Nothing of it is kept",
  tag,
  access,
  query: Range,
  response: Reconciliation,
  status: 200,
});

/** A difference between a provider's report and our books, as of the last night. */
export const Difference = z.object({
  id: Uuid,
  provider: z.enum(paymentProviders),
  /** The provider's id of the line. */
  ref: z.string(),
  kind: z.enum(reportKinds),
  status: z.enum(differenceStatuses),
  theirs: z.nullable(Money),
  ours: z.nullable(Money),
  currency: z.string(),
  on: z.string(),
  order: z.nullable(z.object({ id: Uuid, number: z.string() })),
});
export type Difference = z.infer<typeof Difference>;

export const listDifferences = endpoint({
  method: "GET",
  path: "/api/admin/finance/differences",
  summary: "What of a provider's report and our books still differs, the newest first",
  tag,
  access,
  response: z.array(Difference),
  status: 200,
});

export const closeDifference = endpoint({
  method: "PUT",
  path: "/api/admin/finance/differences/:id",
  summary: "Say why a difference is no matter: it is an alert no more, unless it becomes another one",
  tag,
  access,
  params: byId("not_found"),
  body: z.object({ note: Reason }),
  response: Message,
  status: 200,
});
