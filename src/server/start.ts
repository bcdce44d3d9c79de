import { randomBytes } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { hour } from "#domain/durations.ts";
import { embeddedSignIn } from "./sign-in/embedded-sign-in.ts";
import { hostedSignIn } from "./sign-in/hosted-sign-in.ts";
import { openAuth } from "./sign-in/open-auth.ts";
import { watchCarFacts } from "./cars/facts.ts";
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./db/open-database.ts";
import { stockDemonstration } from "./demo/demonstration.ts";
import { makeDemoYear } from "./demo/life/make-year.ts";
import { openStreams } from "./events/streams.ts";
import { openHold } from "./hold/hold.ts";
import { openMetrics } from "./metrics/open-metrics.ts";
import { openOutbox } from "./mail/outbox.ts";
import { heldProviders } from "./payments/held-providers.ts";
import { measuredProviders } from "./payments/measured-providers.ts";
import { openProviders, reportFormats } from "./payments/providers.ts";
import { withHeldDays, watchHeldDays } from "./rentals/held-days.ts";
import { creditHosts } from "./ledger/credit-hosts.ts";
import { addMissingInstalments } from "./payments/jobs.ts";
import { openImages } from "./media/images/open-images.ts";
import { pdfsFor } from "./documents/for-email.ts";
import { databaseJobClaims } from "./media/storage/job-claims.ts";
import { orderParts } from "./order-parts.ts";
import { personParts } from "./person-parts.ts";
import type { Services } from "./services.ts";
import { followSettings } from "./settings/follow-settings.ts";
import { forgetOldUploads } from "./http/upload-files.ts";

/**
 * Begins work for which the demonstration's past would look overdue: once that past is made, or at once without one.
 */
type AfterDemonstration = (work: () => Promise<unknown>) => Promise<unknown>;

/**
 * Opens everything the product needs; `scheduleJobs` begins its own jobs. `notices` are for the person at the
 * console; `close` stops everything again, the database last.
 */
export async function startServices(
  started: Config,
  log: FastifyBaseLogger,
  database?: Database,
  now: () => number = Date.now,
): Promise<
  Services & { notices: string[]; afterDemonstration: AfterDemonstration; close: () => Promise<void> }
> {
  const opened = database ?? (await openDatabase(started));
  const { config, settings } = await followSettings(opened, started, log);
  const hold = await openHold(opened, config.isHeld, log);
  const metrics = openMetrics(opened);
  const outbox = await openOutbox(opened, config, log, (kind, outcome) =>
    metrics.deliveries.inc({ kind, outcome }),
  );
  const carFacts = await watchCarFacts(opened);
  const heldDays = await watchHeldDays(opened, carFacts);
  const imageStore = await openImages(config.dataDir, {
    storage: config.storage,
    turns: databaseJobClaims(opened),
    now,
    onStorageTrouble: (error) => log.warn({ err: error }, "the storage of pictures is not answering"),
    onUnkept: (error, file) => log.warn({ err: error, file }, "a prepared picture could not be kept"),
  });
  const base = {
    config,
    settings,
    database: withHeldDays(opened, heldDays),
    now,
    carFacts,
    heldDays,
    outbox,
    imageStore,
    secret: config.secretKey ?? (await sharedSecret(opened)),
    hold,
    metrics,
    providers: heldProviders(
      measuredProviders(await openProviders(config.providers), metrics),
      () => hold.current() !== undefined,
    ),
    reportFormats,
    orderParts,
    personParts,
    assistant:
      config.assistant &&
      (await import("./assistant/ask-assistant.ts")).openAssistant(config.assistant, log, now),
    log,
  };
  const signingIn = await openSignIn(base);
  const events = await openStreams({ ...base, ...signingIn });
  const services: Services = { ...base, ...signingIn, events };
  await hold.whenReleased(() => outbox.deliver((email) => pdfsFor(services, email)));
  await addMissingInstalments(services);
  await creditHosts(services);
  const notices = config.demo ? await stockDemonstration(services) : [];
  // Runs beside the start and does not delay it.
  const living =
    config.demo && config.demoOrders && !hold.current()
      ? makeDemoYear(services).catch((error: unknown) =>
          log.warn({ err: error }, "the demonstration has no past"),
        )
      : undefined;
  // Not among the jobs, which one process runs for all: every process tidies the folder of its own machine.
  const tidying = setInterval(() => {
    void imageStore
      .tidy()
      .catch((error: unknown) => log.warn({ err: error }, "prepared pictures were not tidied"));
    void forgetOldUploads(config.dataDir, now()).catch((error: unknown) =>
      log.warn({ err: error }, "uploads left behind were not removed"),
    );
  }, hour).unref();
  await forgetOldUploads(config.dataDir, now());
  let isClosing = false;
  return {
    ...services,
    notices,
    async afterDemonstration(work) {
      if (!living) return work();
      void living
        .then(() => (isClosing ? undefined : work()))
        .catch((error: unknown) => log.error({ err: error }, "what waited for the demonstration failed"));
    },
    async close() {
      isClosing = true;
      clearInterval(tidying);
      hold.close();
      events.close();
      await living;
      await imageStore.close();
      await outbox.close();
      await opened.close();
    },
  };
}

/** The built-in sign-in service, unless a hosted project signs people in. */
async function openSignIn(
  base: Omit<Services, "signIn" | "auth" | "events">,
): Promise<Pick<Services, "signIn" | "auth">> {
  if (base.config.hosted) return { signIn: hostedSignIn(base.config.hosted, base), auth: undefined };
  const auth = await openAuth(base);
  return { signIn: embeddedSignIn(auth), auth };
}

/** One random secret for all processes of an installation, made by the process that starts first. */
async function sharedSecret({ rows }: Database): Promise<string> {
  await rows("insert into settings (key, value) values ('secret', $1) on conflict do nothing", [
    randomBytes(32).toString("base64url"),
  ]);
  const [setting] = await rows<{ value: string }>("select value from settings where key = 'secret'");
  if (!setting) throw new Error("The database keeps no settings");
  return setting.value;
}
