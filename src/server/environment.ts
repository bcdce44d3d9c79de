import { isIP } from "node:net";
import { z } from "zod";
import { brand } from "#domain/brand.ts";
import { passwordError } from "#domain/people/credentials.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import { isPlainText } from "#domain/plain-text.ts";
import { usualRetention } from "#domain/retention.ts";
import { businessEnvironment } from "./business-settings.ts";
import { readStorageUrl } from "./media/storage/storage-url.ts";
import { providerEnvironment } from "./provider-settings.ts";

const onOff = z.enum(["on", "off"], { error: "must be on or off" }).transform((value) => value === "on");
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

/** Every variable by itself: its allowed values, and its default. */
export const Environment = z.object({
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
      if (!("error" in read)) return Object.freeze(read);
      // The message leaves out the input, which holds a secret.
      issues.push({ code: "custom", message: read.error, input: undefined });
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
  ...businessEnvironment,
  ...providerEnvironment,
  HELD: onOff.default(false),
  DEMO: onOff.optional(),
  DEMO_ORDERS: onOff.default(true),
  RATE_LIMITS: onOff.default(true),
  ADMIN_SECOND_FACTOR: onOff.optional(),
  PRIVATE_CALENDARS: onOff.default(false),
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
  SMS_COUNTRIES: z
    .string()
    .default("+1")
    .transform(listed)
    .refine(
      (prefixes) => prefixes.length > 0 && prefixes.every((prefix) => /^\+[1-9]\d{0,6}$/.test(prefix)),
      "must be the first digits of numbers with a plus, such as +1,+44",
    ),
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
  WATCHDOG_SECONDS: z.coerce
    .number()
    .refine(
      (seconds) => seconds === 0 || (Number.isInteger(seconds) && seconds >= 2 && seconds <= 3600),
      "must be a whole number of seconds from 2 to 3600, or 0 for none",
    )
    .default(30),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{24,200}=*$/, "must be at least 24 characters of base64")
    .optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
