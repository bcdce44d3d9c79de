import type { FastifyBaseLogger } from "fastify";
import { dateInLosAngeles } from "#domain/dates.ts";
import { localTimeInLosAngeles } from "#domain/local-time.ts";
import type { Assistant } from "./assistant/ask-assistant.ts";
import type { Config } from "./config.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import type { CarFacts } from "./cars/facts.ts";
import type { Database } from "./db/open-database.ts";
import type { HeldDays } from "./rentals/held-days.ts";
import type { Hold } from "./hold/hold.ts";
import type { Metrics } from "./metrics/open-metrics.ts";
import type { Outbox } from "./mail/outbox.ts";
import type { SignIn } from "./auth/sign-in-service.ts";
import type { OrderParts } from "./order-parts.ts";
import type { PersonParts } from "./person-parts.ts";
import type { EventStreams } from "./events/streams.ts";
import type { SettingsWatch } from "./settings/follow-settings.ts";
import type { CarImageStore } from "./media/images/open-images.ts";
import type { ProviderName } from "#domain/payments/providers.ts";
import type { ReportFormats } from "#domain/payments/report-file.ts";
import type { Providers } from "./payments/providers.ts";

/** Everything with a side effect; functions that need it take it as their first argument. */
export type Services = {
  /** The settings of this moment: the business's part may change at any time, so read it where it is used. */
  config: Config;
  settings: SettingsWatch;
  database: Database;
  /** Milliseconds since 1970. */
  now: () => number;
  carFacts: CarFacts;
  heldDays: HeldDays;
  outbox: Outbox;
  imageStore: CarImageStore;
  signIn: SignIn;
  /** The built-in sign-in service; undefined where a hosted project signs people in. */
  auth: AuthServices | undefined;
  /** Shared by every process of the installation; keys the hashes of addresses. */
  secret: string;
  /** Whether this installation runs its own jobs; a restored one waits until an administrator releases it. */
  hold: Hold;
  /** The providers that take payments for us; empty in the built-in mode. */
  providers: Providers;
  /** The files of reports that a provider's pages download, whether it is set up or not. */
  reportFormats: (provider: ProviderName) => ReportFormats;
  orderParts: OrderParts;
  personParts: PersonParts;
  /** The open streams of this process. */
  events: EventStreams;
  /** Undefined without a key: what the assistant helps with is then not offered, or is done without it. */
  assistant: Assistant | undefined;
  /** What this process counts of itself. */
  metrics: Metrics;
  log: FastifyBaseLogger;
};

/** Los Angeles's date and time, "2026-11-22T15:15". */
export const localTime = (services: Pick<Services, "now">): string => localTimeInLosAngeles(services.now());

/** Los Angeles's date. */
export const today = (services: Pick<Services, "now">): string => dateInLosAngeles(services.now());
