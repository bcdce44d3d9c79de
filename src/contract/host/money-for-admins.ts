import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Money, Uuid } from "#contract/fields.ts";
import { AccountParams } from "#contract/params.ts";
import { HostCredit, HostEarningsOverview, listHostCredits } from "#contract/host/earnings.ts";
import { getHostStatement, HostStatementShown, HostStatementSummary } from "#contract/host/statements.ts";

const tag = "Admin: hosts";
const access = ["manage_payments"] as const;

/** A host's whole account: what the host sees, what was credited and paid out in total, and the statements. */
export const AdminHostMoney = z.extend(HostEarningsOverview, {
  host: z.object({ id: Uuid, name: z.string(), email: z.string() }),
  /** All that was ever credited less what was taken back, and all that was paid out. */
  credited: Money,
  paidOut: Money,
  statements: z.array(HostStatementSummary),
});
export type AdminHostMoney = z.infer<typeof AdminHostMoney>;

export const getHostMoney = endpoint({
  method: "GET",
  path: "/api/admin/hosts/:id/money",
  summary: "A host's account: earned, payable, paid out, months behind and ahead, and the statements",
  tag,
  access,
  params: AccountParams,
  response: AdminHostMoney,
  status: 200,
});

export const listCreditsOfHost = endpoint({
  method: "GET",
  path: "/api/admin/hosts/:id/money/lines",
  summary: "Every line that a host was credited, newest first, and where each cent stands",
  tag,
  access,
  params: AccountParams,
  query: listHostCredits.query,
  response: z.array(HostCredit),
  status: 200,
});

export const getStatementOfHost = endpoint({
  method: "GET",
  path: "/api/admin/hosts/:id/statements/:month",
  summary: "A host's statement of a month, as its host has it: with every line, as CSV or as PDF",
  tag,
  access,
  params: z.extend(AccountParams, getHostStatement.params.shape),
  query: getHostStatement.query,
  response: HostStatementShown,
  status: 200,
});
