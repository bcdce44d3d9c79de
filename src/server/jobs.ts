import { recordErasures } from "./sign-in/erasures.ts";
import { forgetExpired } from "./sign-in/open-auth.ts";
import { followFeeds } from "./calendar/feeds/follow.ts";
import { followCarPapers, tidyCarPapers } from "./cars/host/papers.ts";
import { endChargeWindows, proposeComputed, remindOfCharges } from "./charges/jobs.ts";
import { tidyConditions } from "./trips/jobs.ts";
import { mailUnread } from "./conversations/mail-unread.ts";
import { tidyAttachments } from "./conversations/uploads.ts";
import { measured } from "./metrics/open-metrics.ts";
import { foldTallies } from "./dashboard/fold-tallies.ts";
import { issueHostStatements } from "./earnings/statements/issue-statements.ts";
import { issueDocuments } from "./documents/issue.ts";
import { tidyOrderDocuments } from "./documents/print.ts";
import { forgetEvents } from "./events/forget-events.ts";
import { withRequestId } from "./http/request-id.ts";
import { forgetLimits } from "./http/limits.ts";
import { reconcileNightly } from "./payments/reconcile-nightly.ts";
import { sweepImages } from "./storage/sweep.ts";
import { forgetOldData } from "./mail/retention.ts";
import { lapseReplacements } from "./changes/continuity/take.ts";
import { lapseRequests } from "./changes/answer-request.ts";
import { remindHostsOfChanges } from "./changes/remind-hosts.ts";
import { recognizeRevenue } from "./ledger/earnings.ts";
import { mailCarsOut, mailOverdue } from "./trips/overdue.ts";
import { endPlanOrders } from "./orders/moves/end-plan-orders.ts";
import { endStaleOrders } from "./orders/moves/stale-orders.ts";
import { warnAdmin } from "./orders/moves/warn-admin.ts";
import { remindHosts } from "./orders/host/remind.ts";
import { measureAnswers } from "./hosting/measure-answers.ts";
import { publishWaitingReviews } from "./reviews/publish-waiting.ts";
import { remindRenters } from "./trips/remind-renters.ts";
import { forgetDrafts } from "./booking/wizard/drafts.ts";
import { confirmPaidOrders } from "./booking/wizard/confirm-paid.ts";
import { endUnpaidBookings } from "./booking/wizard/end-unpaid.ts";
import { forgetPapers, remindOfInsurance, removeGoneContent, tidyDocuments } from "./papers/jobs.ts";
import { followChargebacks } from "./payments/chargebacks/jobs.ts";
import { returnOldCredits } from "./payments/credit.ts";
import { followBegun } from "./payments/follow-begun.ts";
import { postDueInstalments, sendPaymentNotices } from "./payments/jobs.ts";
import { giveBackByProvider } from "./payments/refunds/give-back-by-provider.ts";
import { chargeDue } from "./payments/saved-methods/charge-due.ts";
import { forgetAtProviders, forgetSettled } from "./payments/saved-methods/saved-method.ts";
import { followEvents } from "./payments/webhooks/follow-events.ts";
import { askForDebts } from "./payouts/adjustments/ask-for-debts.ts";
import { makePayouts } from "./payouts/make-payouts.ts";
import { followTransfers, sendTransfers } from "./payouts/stripe-connect/follow-transfers.ts";
import { emailCheaper } from "./saved-cars/tell-cheaper.ts";
import type { Services } from "./services.ts";

type Job = (services: Services) => Promise<unknown>;
type Jobs = Record<string, Job>;

/** Jobs that run once a minute, because somebody may be waiting for their result. */
const everyMinute: Jobs = {
  "expire-orders": endStaleOrders,
  "lapse-requests": lapseRequests,
  "lapse-replacements": lapseReplacements,
  "warn-desk": warnAdmin,
  "remind-hosts": remindHosts,
  "remind-hosts-of-changes": remindHostsOfChanges,
  "publish-reviews": publishWaitingReviews,
  "fold-tallies": ({ database }) => foldTallies(database),
  "post-due-instalments": postDueInstalments,
  "recognize-revenue": recognizeRevenue,
  "follow-begun-payments": followBegun,
  "follow-webhooks": followEvents,
  "charge-due": chargeDue,
  "confirm-paid-orders": confirmPaidOrders,
  "forget-methods": forgetAtProviders,
  "send-transfers": sendTransfers,
  "give-back-by-provider": giveBackByProvider,
  "issue-documents": issueDocuments,
  "end-charge-windows": endChargeWindows,
  "remind-of-charges": remindOfCharges,
  "remove-gone-documents": removeGoneContent,
  "mail-unread": mailUnread,
  "follow-calendars": followFeeds,
  "record-erasures": recordErasures,
  "forget-limits": forgetLimits,
  "forget-tokens": async ({ auth }) => auth && forgetExpired(auth),
};

const everyHour: Jobs = {
  "sweep-pictures": sweepImages,
  "forget-settled-methods": forgetSettled,
  "follow-chargebacks": followChargebacks,
  "tidy-order-documents": tidyOrderDocuments,
  "tell-of-payments": sendPaymentNotices,
  "propose-computed-charges": proposeComputed,
  "end-unpaid-bookings": endUnpaidBookings,
  "reconcile-nightly": reconcileNightly,
  "return-old-credits": returnOldCredits,
  "end-plan-orders": endPlanOrders,
  "issue-host-statements": issueHostStatements,
  "make-payouts": makePayouts,
  "ask-hosts-for-debts": askForDebts,
  "follow-transfers": followTransfers,
  "remind-renters": remindRenters,
  "mail-overdue": mailOverdue,
  "mail-cars-out": mailCarsOut,
  "tell-cheaper": emailCheaper,
  "measure-answers": measureAnswers,
  "tidy-documents": tidyDocuments,
  "follow-car-papers": followCarPapers,
  "tidy-car-papers": tidyCarPapers,
  "tidy-conditions": tidyConditions,
  "forget-papers": forgetPapers,
  "remind-of-insurance": remindOfInsurance,
  "forget-old-data": forgetOldData,
  "tidy-attachments": tidyAttachments,
  "forget-events": ({ database }) => forgetEvents(database),
  "forget-drafts": forgetDrafts,
};

/** Schedules the product's own jobs, each run by one process at a time, until the outbox is closed. */
export async function scheduleJobs(services: Services): Promise<void> {
  const { outbox } = services;
  for (const [name, work] of Object.entries(everyMinute))
    await outbox.everyMinute(name, () => runJob(services, name, work));
  for (const [name, work] of Object.entries(everyHour))
    await outbox.everyHour(name, () => runJob(services, name, work));
}

/** One run: counted, and named in the log and in the emails that come of it. */
function runJob(services: Services, job: string, work: Job): Promise<unknown> {
  const { jobs, jobSucceeded } = services.metrics;
  return withRequestId(crypto.randomUUID(), () =>
    measured(jobs, { job }, async () => {
      await services.settings.ensureFresh();
      await work(services);
      jobSucceeded.setToCurrentTime({ job });
    }),
  );
}
