import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { brand } from "#domain/brand.ts";
import { type BusinessHours, readBusinessHours } from "#domain/site/business-hours.ts";
import { passwordError } from "#domain/people/credentials.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import type { Language } from "#domain/languages.ts";
import { isPlainText } from "#domain/plain-text.ts";
import { type Retention, usualRetention } from "#domain/retention.ts";
import { ConfigError } from "./config-error.ts";
import { providerEnvironment, type ProviderSettings, readProviders } from "./provider-settings.ts";
import { readStorageUrl, type StorageSettings } from "./images/storage/storage-url.ts";

export { ConfigError };

/** Everything the environment can say, checked once. See .env.example for each key. */
export type Config = Readonly<{
  port: number;
  host: string;
  publicUrl: URL;
  /** True while PUBLIC_URL is this machine: nobody else can be harmed by conveniences for trying out. */
  isLocal: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Where uploaded pictures are kept in place of a folder of this machine. */
  storage: StorageSettings | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  adminEmail: string;
  /** What people are told of where we are reached, and when (Los Angeles's clock). */
  business: Readonly<{ email: string; phone: string; hours: BusinessHours }>;
  /** How a renter pays, in the owner's words; undefined while the owner has said nothing. */
  paymentInstructions: Readonly<Record<Language, string>> | undefined;
  demo: boolean;
  /** Whether the demonstration has a year of orders behind it. */
  demoOrders: boolean;
  rateLimits: boolean;
  trustProxy: readonly string[];
  allowEmbeddedDatabase: boolean;
  /** A hosted project that signs people in, in place of the service inside. */
  hosted: { url: URL; publishableKey: string } | undefined;
  auth: Readonly<{
    /** A private JWK or JWK set as text, or the path of a file with one. */
    signingKey: string | undefined;
    /** The administrators' calls of the sign-in service answer. */
    adminApi: boolean;
    /** A sign-up needs no email. */
    autoconfirm: boolean;
    /** Origins beside PUBLIC_URL whose pages may call the sign-in service, and be returned to. */
    allowedOrigins: readonly string[];
    /** Days after which a session ends: of nobody using it, and in any case. */
    idleDays: number;
    longestDays: number;
  }>;
  /** What sealed values are sealed with; made and kept in the database when unset. */
  secretKey: string | undefined;
  /** Where text messages are posted to as JSON: { to, text }. */
  smsUrl: URL | undefined;
  /** The service that suggests words and prices of cars; undefined without a key. */
  assistant: Readonly<{ apiKey: string; baseUrl: URL | undefined; model: string }> | undefined;
  /** Of the demonstration accounts. */
  demoPassword: string | undefined;
  /** Days after which personal data goes. */
  retention: Retention;
  logLevel: string;
}> &
  ProviderSettings;

const onOff = z.enum(["on", "off"], { error: "must be on or off" }).transform((value) => value === "on");
const address = z.string().refine(isEmailAddress, "must be an email address");
const words = z
  .string()
  .max(1000, "must be at most 1000 characters")
  .refine(isPlainText, "must be plain text");

/** "a@b.co", or "Name <a@b.co>" on one line. */
const isSender = (text: string): boolean =>
  isPlainText(text) && isEmailAddress(/^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text);

/** An address, a network, or one of the names that Fastify knows. */
function isNetwork(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [ip = "", bits, more] = text.split("/");
  const longest = isIP(ip) === 6 ? 128 : 32;
  return (
    isIP(ip) !== 0 &&
    more === undefined &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest))
  );
}

const days = (usually: number) =>
  z.coerce
    .number({ error: "must be a number of days" })
    .int("must be whole days")
    .min(1)
    .max(36_500)
    .default(usually);

const listed = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

const Environment = z.object({
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://longbay.example" })
    .optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .optional(),
  STORAGE_URL: z
    .string()
    .transform((text, { issues }) => {
      const read = readStorageUrl(text);
      if (!("fault" in read)) return Object.freeze(read);
      // Without the input: it holds a secret.
      issues.push({ code: "custom", message: read.fault, input: undefined });
      return z.NEVER;
    })
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, "must be an email address, or a name and <an address>")
    .default(`${brand.name.en} <hello@longbay.example>`),
  DESK_EMAIL: address.default("desk@longbay.example"),
  CONTACT_EMAIL: address.default("hello@longbay.example"),
  // The number is from the range that is kept for examples.
  CONTACT_PHONE: z
    .string()
    .regex(/^\+?[\d ().-]{7,30}$/, "must be a telephone number such as +1 (650) 555-0142")
    .default("+1 (650) 555-0142"),
  BUSINESS_HOURS: z
    .string()
    .default("Mon-Fri 8-20, Sat 9-18, Sun 10-16")
    .transform((text, { issues }) => {
      const hours = readBusinessHours(text);
      if (hours) return hours;
      issues.push({
        code: "custom",
        message: "must be days and hours such as Mon-Fri 8-20, Sat 9-18",
        input: text,
      });
      return z.NEVER;
    }),
  PAYMENT_INSTRUCTIONS: words.optional(),
  PAYMENT_INSTRUCTIONS_ZH: words.optional(),
  ...providerEnvironment,
  DEMO: onOff.optional(),
  DEMO_ORDERS: onOff.default(true),
  RATE_LIMITS: onOff.default(true),
  TRUST_PROXY: z
    .string()
    .transform(listed)
    .refine(
      (parts) => parts.every(isNetwork),
      "must be addresses or networks such as 10.0.0.0/8, separated by commas",
    )
    .default([]),
  ALLOW_EMBEDDED_DATABASE: onOff.default(false),
  SUPABASE_URL: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://project.supabase.co" })
    .optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().optional(),
  AUTH_SIGNING_KEY: z.string().optional(),
  AUTH_ADMIN_API: onOff.default(false),
  AUTH_AUTOCONFIRM: onOff.default(false),
  AUTH_ALLOWED_ORIGINS: z
    .string()
    .transform(listed)
    .refine(
      (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      "must be origins such as https://app.example",
    )
    .default([]),
  SESSION_IDLE_DAYS: days(30),
  SESSION_LONGEST_DAYS: days(180),
  SECRET_KEY: z.string().min(32, "must be at least 32 characters").optional(),
  SMS_URL: z.url({ protocol: /^https?$/, error: "must be the address of a gateway" }).optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_BASE_URL: z.url({ protocol: /^https?$/, error: "must be an address" }).optional(),
  ANTHROPIC_MODEL: z
    .string()
    .regex(/^[\w.-]{1,100}$/, "must be the name of a model")
    .default("claude-sonnet-5-5"),
  DEMO_PASSWORD: z
    .string()
    .refine(
      (password) => passwordError(password) === undefined,
      "must be at least 6 characters and at most 72 bytes",
    )
    .optional(),
  KEEP_MESSAGES_DAYS: days(usualRetention.messages),
  KEEP_EMAILS_DAYS: days(usualRetention.emails),
  KEEP_ORDERS_DAYS: days(usualRetention.orders),
  KEEP_AUDIT_DAYS: days(usualRetention.audit),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

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
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    isLocal,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    storage: env.STORAGE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    adminEmail: env.DESK_EMAIL,
    business: Object.freeze({
      email: env.CONTACT_EMAIL,
      phone: env.CONTACT_PHONE,
      hours: env.BUSINESS_HOURS,
    }),
    paymentInstructions: env.PAYMENT_INSTRUCTIONS
      ? Object.freeze({
          en: env.PAYMENT_INSTRUCTIONS,
          zh: env.PAYMENT_INSTRUCTIONS_ZH ?? env.PAYMENT_INSTRUCTIONS,
        })
      : undefined,
    ...readProviders(env, isLocal),
    demo: env.DEMO ?? (isLocal && env.DATABASE_URL === undefined),
    demoOrders: env.DEMO_ORDERS,
    rateLimits: env.RATE_LIMITS,
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
    logLevel: env.LOG_LEVEL,
  });
}

const hostInUrl = (host: string): string =>
  isLoopback(host) ? "127.0.0.1" : isIP(host) === 6 ? `[${host}]` : host;

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
