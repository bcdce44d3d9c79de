import { TransactionSearchController } from "@paypal/paypal-server-sdk";
import { addDays, dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { isDisputeFee, paypalKind } from "./report-lines.ts";
import type { ReportLine } from "#domain/payments/reconciliation.ts";
import { mostLines, ReportTooLong } from "#server/payments/provider.ts";
import type { Paypal } from "./client.ts";
import { currencyOf, signedCentsOf } from "./order-outcome.ts";

const pageSize = 500;
/** PayPal answers for no more days at once. */
const longestSearch = 30;

/** What moved on our account, some days and a page at a time. PayPal lists a transaction within three hours. */
export async function readReport(
  paypal: Paypal,
  { from, to }: { from: IsoDate; to: IsoDate },
): Promise<ReportLine[]> {
  const lines: ReportLine[] = [];
  for (let first = from; first <= to; first = addDays(first, longestSearch)) {
    const next = addDays(first, longestSearch);
    const end = next > to ? addDays(to, 1) : next;
    for await (const line of search(paypal, first, end)) {
      if (lines.length >= mostLines) throw new ReportTooLong();
      lines.push(line);
    }
  }
  return lines;
}

const instantOf = (date: IsoDate, shift = 0): string =>
  new Date(instantInLosAngeles(date, "00:00") + shift).toISOString().replace(/\.\d+Z$/, "Z");

async function* search({ client }: Paypal, from: IsoDate, before: IsoDate): AsyncGenerator<ReportLine> {
  const controller = new TransactionSearchController(client);
  for (let page = 1; ; page++) {
    const { result } = await controller.searchTransactions({
      startDate: instantOf(from),
      endDate: instantOf(before, -1000),
      fields: "transaction_info",
      pageSize,
      page,
    });
    for (const { transactionInfo } of result.transactionDetails ?? []) {
      const { transactionId, transactionEventCode = "", transactionStatus } = transactionInfo ?? {};
      // Denied or pending: nothing has moved.
      if (!transactionId || transactionStatus === "D" || transactionStatus === "P") continue;
      const kind = paypalKind(transactionEventCode);
      const at = Date.parse(transactionInfo?.transactionInitiationDate ?? "");
      yield {
        ref: transactionId,
        kind,
        isOfDispute: isDisputeFee(transactionEventCode),
        about: kind === "dispute" ? transactionInfo?.paypalReferenceId : undefined,
        amount: signedCentsOf(transactionInfo?.transactionAmount),
        fee: transactionInfo?.feeAmount ? -signedCentsOf(transactionInfo.feeAmount) + 0 : 0,
        currency: currencyOf(transactionInfo?.transactionAmount),
        on: Number.isNaN(at) ? from : dateInLosAngeles(at),
      };
    }
    if (page >= (result.totalPages ?? 0)) return;
  }
}
