import { isIP } from "node:net";
import { resolve } from "node:path";
import type { Retention } from "#domain/retention.ts";
import { settingNames, settingVariables, type WrittenSettings } from "#domain/site/business-settings.ts";
import { type BusinessSettings, businessOf } from "./business-settings.ts";
import { ConfigError } from "./config-error.ts";
import { Environment } from "./environment.ts";
import { type PayoutProviderSettings, type ProviderSettings, readProviders } from "./provider-settings.ts";
import type { StorageSettings } from "./media/storage/storage-url.ts";

export { ConfigError };

/** Everything the environment can say, checked once. See .env.example for each key. */
export type Config = Readonly<{
  port: number;
  host: string;
  publicUrl: URL;
  /** True while PUBLIC_URL is this machine: conveniences for trying the product out can then harm nobody else. */
  isLocal: boolean;
  /** Whether pages for developers are shown, such as the list of written emails; never on another machine. */
  hasDevPages: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Where uploaded pictures are kept in place of a folder of this machine. */
  storage: StorageSettings | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The business's settings as the environment writes them: nobody can change these on a page. */
  written: WrittenSettings;
  /** Nothing is sent, charged or done by itself: for trying out a backup while its own installation still runs. */
  isHeld: boolean;
  demo: boolean;
  /** Whether the demonstration has a year of orders behind it. */
  demoOrders: boolean;
  rateLimits: boolean;
  /** Whether an administrator without a second factor can do nothing but set one up. */
  adminSecondFactor: boolean;
  /** Calendars that hosts' cars follow may be in this network, and be read without https. */
  privateCalendars: boolean;
  trustProxy: readonly string[];
  allowEmbeddedDatabase: boolean;
  /** A hosted project that signs people in, in place of the service inside. */
  hosted: { url: URL; publishableKey: string } | undefined;
  auth: Readonly<{
    /** A private JWK or JWK set as text, or the path of a file with one. */
    signingKey: string | undefined;
    /** Whether the sign-in service answers the calls for administrators. */
    adminApi: boolean;
    /** Whether a sign-up is confirmed without an email. */
    autoconfirm: boolean;
    /** Origins besides PUBLIC_URL whose pages may call the sign-in service, and may be returned to. */
    allowedOrigins: readonly string[];
    /** Days after which a session ends: without use, and in any case. */
    idleDays: number;
    longestDays: number;
  }>;
  /** What sealed values are sealed with; made and kept in the database when unset. */
  secretKey: string | undefined;
  /** Where text messages are posted to as JSON: { to, text }. */
  smsUrl: URL | undefined;
  /** The beginnings of the phone numbers that may get text messages, each with the plus. */
  smsCountries: readonly string[];
  /** The providers that take payments; all of them undefined in the built-in mode. */
  providers: ProviderSettings;
  /** The service that suggests words and prices of cars; undefined without a key. */
  assistant: Readonly<{ apiKey: string; baseUrl: URL | undefined; model: string }> | undefined;
  /** The password of the demonstration accounts. */
  demoPassword: string | undefined;
  /** The numbers of days after which personal data is deleted. */
  retention: Retention;
  /** The token that a collector of metrics must show; without a token only this machine can read the metrics. */
  metricsToken: string | undefined;
  logLevel: string;
  /** Seconds without a turn of the event loop after which the process ends; 0 for never. */
  watchdogSeconds: number;
}> &
  BusinessSettings &
  PayoutProviderSettings;

const keptApart =
  "beside the data that it protects, a copy of the database would open everything. docs/operations.md says how to make one, or take over the one in use";

/**
 * Reads the environment once, at the start. An empty value counts as unset. Throws ConfigError for a bad one.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"),
    );
  const env = parsed.data;
  const address = env.PUBLIC_URL ?? `http://${hostInUrl(env.HOST)}:${env.PORT}`;
  if (!URL.canParse(address)) throw new ConfigError("HOST must be a name or an address of this machine");
  const publicUrl = new URL(address);
  const isLocal = isLoopback(publicUrl.hostname);
  if (env.DEMO && !isLocal) throw new ConfigError("DEMO may be on only while PUBLIC_URL is this machine");
  if (!env.RATE_LIMITS && !isLocal)
    throw new ConfigError("RATE_LIMITS may be off only while PUBLIC_URL is this machine");
  if (env.PRIVATE_CALENDARS && !isLocal)
    throw new ConfigError("PRIVATE_CALENDARS may be on only while PUBLIC_URL is this machine");
  if (env.AUTH_AUTOCONFIRM && !isLocal)
    throw new ConfigError("AUTH_AUTOCONFIRM may be on only while PUBLIC_URL is this machine");
  if (env.SUPABASE_URL && !env.SUPABASE_PUBLISHABLE_KEY)
    throw new ConfigError("SUPABASE_PUBLISHABLE_KEY must be set with SUPABASE_URL");
  if (!env.SECRET_KEY && !isLocal)
    throw new ConfigError(`SECRET_KEY must be set unless PUBLIC_URL is this machine: ${keptApart}`);
  if (!env.AUTH_SIGNING_KEY && !env.SUPABASE_URL && !isLocal)
    throw new ConfigError(`AUTH_SIGNING_KEY must be set unless PUBLIC_URL is this machine: ${keptApart}`);
  if (!env.DATABASE_URL && !isLocal && !env.ALLOW_EMBEDDED_DATABASE) {
    throw new ConfigError(
      "The embedded database is for trying out: set DATABASE_URL to a PostgreSQL server, or ALLOW_EMBEDDED_DATABASE=on to accept that a power cut may lose orders",
    );
  }
  const demo = env.DEMO ?? (isLocal && env.DATABASE_URL === undefined);
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    isLocal,
    hasDevPages: isLocal && isLoopback(env.HOST),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    storage: env.STORAGE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    ...businessOf(env, demo),
    written: Object.freeze(
      Object.fromEntries(
        settingNames.flatMap((name) => {
          const text = given[settingVariables[name]];
          return text === undefined ? [] : [[name, text]];
        }),
      ),
    ),
    ...readProviders(env, isLocal),
    isHeld: env.HELD,
    demo,
    demoOrders: env.DEMO_ORDERS,
    rateLimits: env.RATE_LIMITS,
    adminSecondFactor: env.ADMIN_SECOND_FACTOR ?? !isLocal,
    privateCalendars: env.PRIVATE_CALENDARS,
    trustProxy: env.TRUST_PROXY,
    allowEmbeddedDatabase: env.ALLOW_EMBEDDED_DATABASE,
    hosted: env.SUPABASE_URL
      ? { url: new URL(env.SUPABASE_URL), publishableKey: env.SUPABASE_PUBLISHABLE_KEY ?? "" }
      : undefined,
    auth: Object.freeze({
      signingKey: env.AUTH_SIGNING_KEY,
      adminApi: env.AUTH_ADMIN_API,
      autoconfirm: env.AUTH_AUTOCONFIRM,
      allowedOrigins: env.AUTH_ALLOWED_ORIGINS,
      idleDays: env.SESSION_IDLE_DAYS,
      longestDays: env.SESSION_LONGEST_DAYS,
    }),
    secretKey: env.SECRET_KEY,
    smsUrl: env.SMS_URL ? new URL(env.SMS_URL) : undefined,
    smsCountries: Object.freeze(env.SMS_COUNTRIES),
    assistant: env.ANTHROPIC_API_KEY
      ? Object.freeze({
          apiKey: env.ANTHROPIC_API_KEY,
          baseUrl: env.ANTHROPIC_BASE_URL ? new URL(env.ANTHROPIC_BASE_URL) : undefined,
          model: env.ANTHROPIC_MODEL,
        })
      : undefined,
    demoPassword: env.DEMO_PASSWORD,
    retention: Object.freeze({
      messages: env.KEEP_MESSAGES_DAYS,
      emails: env.KEEP_EMAILS_DAYS,
      orders: env.KEEP_ORDERS_DAYS,
      audit: env.KEEP_AUDIT_DAYS,
    }),
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    watchdogSeconds: env.WATCHDOG_SECONDS,
  });
}

const hostInUrl = (host: string): string =>
  isLoopback(host) ? "127.0.0.1" : isIP(host) === 6 ? `[${host}]` : host;

/** Whether a host name or address, as a URL or a setting writes it, is this machine. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
