import type { Stripe } from "stripe";
import { addDays, dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { ReportLine } from "#domain/payments/reconciliation.ts";
import { stripeKind } from "./report-lines.ts";
import { mostLines, ReportTooLong } from "#server/payments/provider.ts";

const secondsAt = (date: IsoDate): number => instantInLosAngeles(date, "00:00") / 1000;

/** What moved on our balance, a page at a time. */
export async function readReport(
  stripe: Stripe,
  { from, to }: { from: IsoDate; to: IsoDate },
): Promise<ReportLine[]> {
  const lines: ReportLine[] = [];
  const listed = stripe.balanceTransactions.list({
    created: { gte: secondsAt(from), lt: secondsAt(addDays(to, 1)) },
    limit: 100,
    expand: ["data.source"],
  });
  for await (const moved of listed) {
    if (lines.length >= mostLines) throw new ReportTooLong();
    lines.push({
      ref: refOf(moved),
      id: moved.id,
      kind: stripeKind(moved.reporting_category),
      amount: moved.amount,
      fee: moved.fee,
      currency: moved.currency,
      on: dateInLosAngeles(moved.created * 1000),
    });
  }
  return lines;
}

/** Our books know a charge by its intent, a reversed transfer by the transfer, and anything else by its own id. */
function refOf({ id, source }: Stripe.BalanceTransaction): string {
  if (typeof source === "string") return source;
  if (source?.object === "transfer_reversal") return idOf(source.transfer);
  if (source?.object !== "charge") return source?.id ?? id;
  const intent = source.payment_intent;
  return (typeof intent === "string" ? intent : intent?.id) ?? source.id;
}

const idOf = (one: string | { id: string }): string => (typeof one === "string" ? one : one.id);
