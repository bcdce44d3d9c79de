import { resolve } from "node:path";
import { z } from "zod";
import { isEmailAddress } from "#domain/email-address.ts";

/** Everything the environment can say, checked once. See .env.example for each key. */
export type Config = Readonly<{
  port: number;
  host: string;
  publicUrl: URL;
  /** True while PUBLIC_URL is this machine: nobody else can be harmed by conveniences for trying out. */
  isLocal: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  deskEmail: string;
  demo: boolean;
  rateLimits: boolean;
  trustProxy: readonly string[];
  allowEmbeddedDatabase: boolean;
  logLevel: string;
}>;

/** A setting that can't be used, with the key's name and what it should be. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const onOff = z.enum(["on", "off"], { error: "must be on or off" }).transform((value) => value === "on");
const address = z.string().refine(isEmailAddress, "must be an e-mail address");

const Environment = z.object({
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: "must be an address such as https://longbay.example" }).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: z.string().default("Longbay <hello@longbay.example>"),
  DESK_EMAIL: address.default("desk@longbay.example"),
  DEMO: onOff.optional(),
  RATE_LIMITS: onOff.default(true),
  TRUST_PROXY: z.string().default(""),
  ALLOW_EMBEDDED_DATABASE: onOff.default(false),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** Reads the environment once, at the start. An empty value counts as unset. Throws ConfigError for a bad one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
  const env = parsed.data;
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://${isLoopback(env.HOST) ? "127.0.0.1" : env.HOST}:${env.PORT}`);
  const isLocal = isLoopback(publicUrl.hostname);
  if (!env.RATE_LIMITS && !isLocal) throw new ConfigError("RATE_LIMITS may be off only while PUBLIC_URL is this machine");
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
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    deskEmail: env.DESK_EMAIL,
    demo: env.DEMO ?? env.DATABASE_URL === undefined,
    rateLimits: env.RATE_LIMITS,
    trustProxy: env.TRUST_PROXY.split(",")
      .map((part) => part.trim())
      .filter(Boolean),
    allowEmbeddedDatabase: env.ALLOW_EMBEDDED_DATABASE,
    logLevel: env.LOG_LEVEL,
  });
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "[::1]" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
