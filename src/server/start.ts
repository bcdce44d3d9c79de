import { randomBytes } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { embeddedSignIn } from "./auth/embedded-sign-in.ts";
import { hostedSignIn } from "./auth/hosted-sign-in.ts";
import { forgetExpired, openAuth } from "./auth/open-auth.ts";
import { watchCatalogue } from "./cars/facts.ts";
import { endChargeWindows, proposeComputed, remindOfCharges } from "./charges/jobs.ts";
import { tidyConditions } from "./condition/jobs.ts";
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./db/open-database.ts";
import { foldTallies } from "./dashboard/queries.ts";
import { stockDemonstration } from "./demo/demonstration.ts";
import { live } from "./demo/life/live.ts";
import { tidyAttachments } from "./conversations/uploads.ts";
import { mailUnread } from "./conversations/mail-unread.ts";
import { forgetEvents } from "./events/queries.ts";
import { openStreams } from "./events/streams.ts";
import { openOutbox } from "./mail/outbox.ts";
import { endStaleOrders } from "./orders/moves/stale-orders.ts";
import { warnAdmin } from "./orders/moves/warn-admin.ts";
import { mailOverdue } from "./orders/handover/overdue.ts";
import { endUnpaidBookings } from "./orders/wizard/end-unpaid.ts";
import { chargeDue } from "./payments/saved-methods/charge-due.ts";
import { followBegun } from "./payments/follow-begun.ts";
import { forgetAtProviders, forgetSettled } from "./payments/saved-methods/saved-method.ts";
import { followChargebacks } from "./payments/chargebacks/jobs.ts";
import { giveBackByProvider } from "./payments/refunds/give-back-by-provider.ts";
import { openProviders } from "./payments/providers.ts";
import { followEvents } from "./payments/webhooks/follow-events.ts";
import { addMissingInstalments, postDueInstalments, tellOfPayments } from "./payments/jobs.ts";
import { remindRenters } from "./orders/remind-renters.ts";
import { tellCheaper } from "./saved-cars/tell-cheaper.ts";
import { forgetDrafts } from "./orders/wizard/drafts.ts";
import { openImages } from "./images/open-images.ts";
import { lapseRequests } from "./orders/changes/answer-request.ts";
import { documentsFor } from "./documents/for-email.ts";
import { issueDocuments } from "./documents/issue.ts";
import { tidyOrderDocuments } from "./documents/print.ts";
import { forgetPapers, remindOfInsurance, removeGoneContent, tidyDocuments } from "./papers/jobs.ts";
import { sweepImages } from "./images/storage/sweep.ts";
import { databaseTurns } from "./images/storage/job-claims.ts";
import { forgetLimits } from "./http/limits.ts";
import { forgetOldData } from "./mail/retention.ts";
import type { Services } from "./services.ts";
import { forgetOldUploads } from "./http/upload-files.ts";

const hour = 60 * 60_000;

/**
 * Opens everything the product needs. `notices` are for the person at the console; `close` stops it again,
 * the database last.
 */
export async function startServices(
  config: Config,
  log: FastifyBaseLogger,
  database?: Database,
  now: () => number = Date.now,
): Promise<Services & { notices: string[]; close: () => Promise<void> }> {
  const opened = database ?? (await openDatabase(config));
  const outbox = await openOutbox(opened, config, log);
  const catalogue = await watchCatalogue(opened);
  const imageStore = await openImages(config.dataDir, {
    storage: config.storage,
    turns: databaseTurns(opened),
    now,
    onStorageTrouble: (error) => log.warn({ err: error }, "the storage of pictures is not answering"),
    onUnkept: (error, file) => log.warn({ err: error, file }, "a prepared picture could not be kept"),
  });
  const base = {
    config,
    database: opened,
    now,
    catalogue,
    outbox,
    imageStore,
    secret: config.secretKey ?? (await sharedSecret(opened)),
    providers: await openProviders(config),
    assistant:
      config.assistant &&
      (await import("./assistant/ask-assistant.ts")).openAssistant(config.assistant, log, now),
    log,
  };
  const signingIn = await openSignIn(base);
  const events = await openStreams({ ...base, ...signingIn });
  const services: Services = { ...base, ...signingIn, events };
  await outbox.deliver((email) => documentsFor(services, email));
  await addMissingInstalments(services);
  const notices = config.demo ? await stockDemonstration(services) : [];
  // Beside the start, which it holds up for nobody.
  const living =
    config.demo && config.demoOrders
      ? live(services).catch((error: unknown) => log.warn({ err: error }, "the demonstration has no past"))
      : undefined;
  await outbox.everyMinute("expire-orders", () => endStaleOrders(services));
  await outbox.everyMinute("lapse-requests", () => lapseRequests(services));
  await outbox.everyMinute("warn-desk", () => warnAdmin(services));
  await outbox.everyMinute("fold-tallies", () => foldTallies(opened));
  await outbox.everyHour("sweep-pictures", () => sweepImages(services));
  await outbox.everyMinute("post-due-instalments", () => postDueInstalments(services));
  await outbox.everyMinute("follow-begun-payments", () => followBegun(services));
  await outbox.everyMinute("follow-webhooks", () => followEvents(services));
  await outbox.everyMinute("charge-due", () => chargeDue(services));
  await outbox.everyHour("forget-settled-methods", () => forgetSettled(services));
  await outbox.everyMinute("forget-methods", () => forgetAtProviders(services));
  await outbox.everyMinute("give-back-by-provider", () => giveBackByProvider(services));
  await outbox.everyHour("follow-chargebacks", () => followChargebacks(services));
  await outbox.everyMinute("issue-documents", () => issueDocuments(services));
  await outbox.everyHour("tidy-order-documents", () => tidyOrderDocuments(services));
  await outbox.everyHour("tell-of-payments", () => tellOfPayments(services));
  await outbox.everyMinute("end-charge-windows", () => endChargeWindows(services));
  await outbox.everyMinute("remind-of-charges", () => remindOfCharges(services));
  await outbox.everyHour("propose-computed-charges", () => proposeComputed(services));
  await outbox.everyHour("end-unpaid-bookings", () => endUnpaidBookings(services));
  await outbox.everyHour("remind-renters", () => remindRenters(services));
  await outbox.everyHour("mail-overdue", () => mailOverdue(services));
  await outbox.everyHour("tell-cheaper", () => tellCheaper(services));
  await outbox.everyMinute("remove-gone-documents", () => removeGoneContent(services));
  await outbox.everyHour("tidy-documents", () => tidyDocuments(services));
  await outbox.everyHour("tidy-conditions", () => tidyConditions(services));
  await outbox.everyHour("forget-papers", () => forgetPapers(services));
  await outbox.everyHour("remind-of-insurance", () => remindOfInsurance(services));
  await outbox.everyHour("forget-old-data", () => forgetOldData(services));
  await outbox.everyMinute("mail-unread", () => mailUnread(services));
  await outbox.everyHour("tidy-attachments", () => tidyAttachments(services));
  await outbox.everyHour("forget-events", () => forgetEvents(opened));
  await outbox.everyHour("forget-drafts", () => forgetDrafts(services));
  const tidying = setInterval(() => {
    void imageStore
      .tidy()
      .catch((error: unknown) => log.warn({ err: error }, "prepared pictures were not tidied"));
    void forgetOldUploads(config.dataDir, now()).catch((error: unknown) =>
      log.warn({ err: error }, "uploads left behind were not removed"),
    );
  }, hour).unref();
  await forgetOldUploads(config.dataDir, now());
  await outbox.everyMinute("forget-limits", () => forgetLimits(services));
  return {
    ...services,
    notices,
    async close() {
      clearInterval(tidying);
      events.close();
      await living;
      await imageStore.close();
      await outbox.close();
      await opened.close();
    },
  };
}

/** The service inside, unless a hosted project signs people in. */
async function openSignIn(
  base: Omit<Services, "signIn" | "auth" | "events">,
): Promise<Pick<Services, "signIn" | "auth">> {
  if (base.config.hosted) return { signIn: hostedSignIn(base.config.hosted, base), auth: undefined };
  const auth = await openAuth(base);
  await base.outbox.everyMinute("forget-tokens", () => forgetExpired(auth));
  return { signIn: embeddedSignIn(auth), auth };
}

/** One random secret for all processes of an installation, made by whichever starts first. */
async function sharedSecret({ rows }: Database): Promise<string> {
  await rows("insert into settings (key, value) values ('secret', $1) on conflict do nothing", [
    randomBytes(32).toString("base64url"),
  ]);
  const [setting] = await rows<{ value: string }>("select value from settings where key = 'secret'");
  if (!setting) throw new Error("The database keeps no settings");
  return setting.value;
}
