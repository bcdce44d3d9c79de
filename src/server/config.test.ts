import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const keys = { SECRET_KEY: "x".repeat(32), AUTH_SIGNING_KEY: "{}" };
const elsewhere = {
  PUBLIC_URL: "https://longbay.example",
  DATABASE_URL: "postgres://longbay@db/longbay",
  ...keys,
};

function errorOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

describe("readConfig", () => {
  it("an empty environment works on one machine", () => {
    const config = readConfig({});
    expect(config).toEqual({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: new URL("http://127.0.0.1:3000"),
      isLocal: true,
      hasDevPages: true,
      dataDir: resolve("data"),
      databaseUrl: undefined,
      storage: undefined,
      smtpUrl: undefined,
      mailFrom: "Longbay <hello@longbay.example>",
      adminEmail: "desk@longbay.example",
      written: {},
      business: {
        email: "hello@longbay.example",
        legal: { name: "Longbay", address: "", phone: "+1 (650) 555-0142", taxNumber: "" },
        phone: "+1 (650) 555-0142",
        hours: [
          { days: [1, 2, 3, 4, 5], opens: 8, closes: 20 },
          { days: [6], opens: 9, closes: 18 },
          { days: [0], opens: 10, closes: 16 },
        ],
      },
      paymentInstructions: {
        en: expect.stringMatching(/^Example: /),
        zh: expect.stringMatching(/^示例：/),
      },
      demo: true,
      demoOrders: true,
      rateLimits: true,
      privateCalendars: false,
      taxRates: [],
      trustProxy: [],
      allowEmbeddedDatabase: false,
      hosted: undefined,
      auth: {
        signingKey: undefined,
        adminApi: false,
        autoconfirm: false,
        allowedOrigins: [],
        idleDays: 30,
        longestDays: 180,
      },
      secretKey: undefined,
      smsUrl: undefined,
      smsCountries: ["+1"],
      assistant: undefined,
      demoPassword: undefined,
      hostShare: 80,
      hostHoldDays: 14,
      providers: {},
      stripeConnect: false,
      adminSecondFactor: false,
      isHeld: false,
      retention: { messages: 730, emails: 365, orders: 2555, audit: 2555 },
      logLevel: "info",
      metricsToken: undefined,
      watchdogSeconds: 30,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it("an empty value counts as unset", () => {
    const keys = [
      "PORT",
      "HOST",
      "PUBLIC_URL",
      "DATA_DIR",
      "DATABASE_URL",
      "STORAGE_URL",
      "SMTP_URL",
      "MAIL_FROM",
      "DESK_EMAIL",
      "CONTACT_EMAIL",
      "CONTACT_PHONE",
      "LEGAL_NAME",
      "LEGAL_ADDRESS",
      "TAX_NUMBER",
      "BUSINESS_HOURS",
      "PAYMENT_INSTRUCTIONS",
      "PAYMENT_INSTRUCTIONS_ZH",
      "DEMO",
      "RATE_LIMITS",
      "PRIVATE_CALENDARS",
      "TRUST_PROXY",
      "ALLOW_EMBEDDED_DATABASE",
      "SUPABASE_URL",
      "SUPABASE_PUBLISHABLE_KEY",
      "AUTH_SIGNING_KEY",
      "AUTH_ADMIN_API",
      "AUTH_AUTOCONFIRM",
      "AUTH_ALLOWED_ORIGINS",
      "SECRET_KEY",
      "SMS_URL",
      "SMS_COUNTRIES",
      "DEMO_PASSWORD",
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_BASE_URL",
      "ANTHROPIC_MODEL",
      "KEEP_MESSAGES_DAYS",
      "KEEP_EMAILS_DAYS",
      "KEEP_ORDERS_DAYS",
      "KEEP_AUDIT_DAYS",
      "LOG_LEVEL",
      "WATCHDOG_SECONDS",
    ];
    expect(readConfig(Object.fromEntries(keys.map((key) => [key, ""])))).toEqual(readConfig({}));
  });

  it.each([
    ["SESSION_IDLE_DAYS", ["0", "-1", "1.5", "36501"]],
    ["SESSION_LONGEST_DAYS", ["soon", "NaN", "Infinity"]],
    ["SUPABASE_URL", ["project", "ftp://project.example"]],
    ["AUTH_ADMIN_API", ["yes", "1"]],
    ["AUTH_ALLOWED_ORIGINS", ["app.example", "https://app.example/path", "*"]],
    ["SECRET_KEY", ["short"]],
    ["SMS_URL", ["sms.example"]],
    ["SMS_COUNTRIES", ["1", "+", "+0", "US", "+1;+44", "+12345678", ","]],
    ["ANTHROPIC_BASE_URL", ["somewhere"]],
    ["ANTHROPIC_MODEL", ["a model"]],
    ["DEMO_PASSWORD", ["12345", "x".repeat(73)]],
    ["PORT", ["many", "-1", "65536", "3000.5", "NaN", "Infinity"]],
    ["HOST", ["two words", "[", "::1::1"]],
    ["PUBLIC_URL", ["longbay.example", "ftp://longbay.example", "javascript:alert(1)", "//longbay.example"]],
    ["DATABASE_URL", ["mysql://db", "longbay", "http://db"]],
    ["SMTP_URL", ["http://mail", "mail:25"]],
    ["CONTACT_EMAIL", ["hello"]],
    ["LEGAL_NAME", ["two\nlines", "x".repeat(201)]],
    ["CONTACT_PHONE", ["call us", "<b>1</b>", "1".repeat(31)]],
    ["BUSINESS_HOURS", ["always", "Mon 20-8", "Mon-Fri 8-20, Fri 9-12"]],
    ["PAYMENT_INSTRUCTIONS", ["x".repeat(1001), "a\u0000b"]],
    [
      "MAIL_FROM",
      [
        "Longbay",
        "Longbay <>",
        "a@b",
        "Longbay <a@b.co> <c@d.co>",
        "Longbay\r\nBcc: x@y.co <a@b.co>",
        "a@b.co, c@d.co",
      ],
    ],
    ["DESK_EMAIL", ["admin", "a@b.co\nBcc: c@d.co", "Desk <a@b.co>"]],
    ["DEMO", ["yes", "true", "1", "ON"]],
    ["RATE_LIMITS", ["no", "0", "OFF"]],
    ["PRIVATE_CALENDARS", ["yes", "ON"]],
    ["ALLOW_EMBEDDED_DATABASE", ["true"]],
    ["TRUST_PROXY", ["banana", "10.0.0.0/33", "10.0.0.1/", "true", "10.0.0.1/8/8", "1"]],
    ["KEEP_MESSAGES_DAYS", ["0", "-1", "1.5", "forever"]],
    ["KEEP_ORDERS_DAYS", ["36501"]],
    ["LOG_LEVEL", ["loud", "INFO"]],
    ["WATCHDOG_SECONDS", ["1", "2.5", "-30", "soon", "3601"]],
  ])("an invalid %s is refused by name", (key, values) => {
    expect(values.filter((value) => !errorOf({ [key]: value }).startsWith(`${key} `))).toEqual([]);
  });

  it("all errors are reported at once, one per line", () => {
    expect(errorOf({ PORT: "x", DEMO: "x" }).split("\n")).toEqual([
      "PORT must be a port number",
      "DEMO must be on or off",
    ]);
  });

  it.each([
    [
      "loopback, 10.0.0.0/8 ,2001:db8::/32,192.0.2.1",
      ["loopback", "10.0.0.0/8", "2001:db8::/32", "192.0.2.1"],
    ],
    [" , ", []],
  ])("the trusted proxies are read from %j", (text, trustProxy) => {
    expect(readConfig({ TRUST_PROXY: text })).toMatchObject({ trustProxy });
  });

  it.each([
    [{ HOST: "::1", PORT: "4000" }, "http://127.0.0.1:4000", true],
    [{ HOST: "localhost" }, "http://127.0.0.1:3000", true],
    [{ PUBLIC_URL: "http://localhost:8080" }, "http://localhost:8080", true],
    [{ PUBLIC_URL: "http://[::1]:8080" }, "http://[::1]:8080", true],
    [{ PUBLIC_URL: "http://127.1" }, "http://127.0.0.1", true],
    [
      { ...elsewhere, PUBLIC_URL: "https://127.0.0.1.longbay.example" },
      "https://127.0.0.1.longbay.example",
      false,
    ],
    [
      { ...elsewhere, PUBLIC_URL: "https://localhost.longbay.example" },
      "https://localhost.longbay.example",
      false,
    ],
    [{ ...keys, DATABASE_URL: elsewhere.DATABASE_URL, HOST: "0.0.0.0" }, "http://0.0.0.0:3000", false],
    [{ ...keys, DATABASE_URL: elsewhere.DATABASE_URL, HOST: "::" }, "http://[::]:3000", false],
  ])("with %j the site is served at %s, on this machine only: %s", (environment, origin, isLocal) => {
    const config = readConfig(environment);
    expect([config.publicUrl.origin, config.isLocal]).toEqual([origin, isLocal]);
  });

  it.each([
    [{}, true],
    [{ HOST: "localhost" }, true],
    [{ HOST: "::1" }, true],
    [{ HOST: "127.0.0.2", PUBLIC_URL: "http://127.0.0.1:3000" }, true],
    [{ HOST: "0.0.0.0", PUBLIC_URL: "http://127.0.0.1:3000" }, false],
    [{ HOST: "::", PUBLIC_URL: "http://localhost:3000" }, false],
    [{ HOST: "192.0.2.7", PUBLIC_URL: "http://[::1]:3000" }, false],
    [{ HOST: "this-machine", PUBLIC_URL: "http://127.0.0.1:3000" }, false],
    [elsewhere, false],
  ])("with %j developers' pages are shown: %s", (environment, hasDevPages) => {
    expect(readConfig(environment)).toMatchObject({ hasDevPages });
  });
});

describe("away from this machine", () => {
  it("no payment instructions are made up away from this machine", () => {
    expect(readConfig(elsewhere).paymentInstructions).toBeUndefined();
  });

  it.each([
    [{ PAYMENT_INSTRUCTIONS: "Zelle us" }, { en: "Zelle us", zh: "Zelle us" }],
    [{ PAYMENT_INSTRUCTIONS_ZH: "转账" }, { en: "转账", zh: "转账" }],
    [
      { PAYMENT_INSTRUCTIONS: "Zelle us", PAYMENT_INSTRUCTIONS_ZH: "转账" },
      { en: "Zelle us", zh: "转账" },
    ],
  ])("payment instructions in both languages are read from %j", (environment, paymentInstructions) => {
    expect(readConfig({ ...elsewhere, ...environment })).toMatchObject({ paymentInstructions });
  });

  it("a public site keeps its limits and refuses the demonstration", () => {
    expect(readConfig(elsewhere)).toMatchObject({ isLocal: false, demo: false, rateLimits: true });
    expect(errorOf({ ...elsewhere, RATE_LIMITS: "off" })).toMatch(/^RATE_LIMITS /);
    expect(errorOf({ ...elsewhere, DEMO: "on" })).toMatch(/^DEMO /);
    expect(readConfig(elsewhere).privateCalendars).toBe(false);
    expect(errorOf({ ...elsewhere, PRIVATE_CALENDARS: "on" })).toMatch(/^PRIVATE_CALENDARS /);
  });

  it("a public site needs keys that are kept apart from the database", () => {
    expect(errorOf({ ...elsewhere, SECRET_KEY: "" })).toMatch(/^SECRET_KEY must be set/);
    expect(errorOf({ ...elsewhere, AUTH_SIGNING_KEY: "" })).toMatch(/^AUTH_SIGNING_KEY must be set/);
    const hosted = { SUPABASE_URL: "https://project.supabase.co", SUPABASE_PUBLISHABLE_KEY: "key" };
    expect(readConfig({ ...elsewhere, ...hosted, AUTH_SIGNING_KEY: "" }).auth.signingKey).toBeUndefined();
    expect(readConfig({}).secretKey).toBeUndefined();
  });

  it("a public site refuses the embedded database unless its risk is accepted", () => {
    const embedded = { ...keys, PUBLIC_URL: elsewhere.PUBLIC_URL };
    expect(errorOf(embedded)).toMatch(/DATABASE_URL.*ALLOW_EMBEDDED_DATABASE=on/);
    expect(readConfig({ ...embedded, ALLOW_EMBEDDED_DATABASE: "on" })).toMatchObject({
      databaseUrl: undefined,
      allowEmbeddedDatabase: true,
      demo: false,
    });
  });
});

describe("on this machine", () => {
  it.each([
    [{}, true],
    [{ DATABASE_URL: elsewhere.DATABASE_URL }, false],
    [{ DATABASE_URL: elsewhere.DATABASE_URL, DEMO: "on" }, true],
    [{ DEMO: "off" }, false],
  ])("with %j there is a demonstration: %s", (environment, demo) => {
    expect(readConfig(environment).demo).toBe(demo);
  });

  it("calendars of the own network are read only if that is set", () => {
    expect(readConfig({}).privateCalendars).toBe(false);
    expect(readConfig({ PRIVATE_CALENDARS: "on" }).privateCalendars).toBe(true);
  });

  it("administrators need a second factor on every address but this machine, unless set otherwise", () => {
    expect(readConfig({}).adminSecondFactor).toBe(false);
    expect(readConfig({ ...elsewhere }).adminSecondFactor).toBe(true);
    expect(readConfig({ ...elsewhere, ADMIN_SECOND_FACTOR: "off" }).adminSecondFactor).toBe(false);
  });

  it("limits can be turned off on this machine", () => {
    expect(readConfig({ RATE_LIMITS: "off" }).rateLimits).toBe(false);
  });

  it("a provider's keys come together, test keys only on this machine, and errors never repeat one", () => {
    const test = { STRIPE_SECRET_KEY: "sk_test_12345678", STRIPE_WEBHOOK_SECRET: "whsec_12345678" };
    const live = { ...test, STRIPE_SECRET_KEY: "sk_live_12345678" };
    expect(readConfig(test).providers.stripe).toMatchObject({
      secretKey: "sk_test_12345678",
      apiUrl: undefined,
    });
    expect(readConfig({ ...elsewhere, ...live }).providers.stripe).toMatchObject({
      secretKey: "sk_live_12345678",
    });
    expect(errorOf({ ...elsewhere, ...test })).toContain("test key only while PUBLIC_URL is this machine");
    expect(errorOf({ ...elsewhere, ...live, STRIPE_API_URL: "http://127.0.0.1:1" })).toContain(
      "STRIPE_API_URL",
    );
    expect(errorOf({ STRIPE_SECRET_KEY: "sk_test_12345678" })).toContain("must be set together");
    expect(errorOf({ STRIPE_CONNECT: "on" })).toContain("STRIPE_CONNECT needs STRIPE_SECRET_KEY");
    expect(readConfig({ ...test, STRIPE_CONNECT: "on" }).stripeConnect).toBe(true);
    const paypal = { PAYPAL_CLIENT_ID: "client-123456", PAYPAL_CLIENT_SECRET: "secret-123456" };
    expect(errorOf(paypal)).toContain("must be set together");
    const sandbox = { PAYPAL_WEBHOOK_ID: "WH-12345678", PAYPAL_API_URL: "https://api-m.sandbox.paypal.com" };
    expect(readConfig({ ...paypal, ...sandbox }).providers.paypal).toMatchObject({
      clientId: "client-123456",
    });
    expect(errorOf({ ...elsewhere, ...paypal, ...sandbox })).toContain("PAYPAL_API_URL");
    const bad = errorOf({ ...live, STRIPE_SECRET_KEY: "pk_live_secret99" });
    expect(bad).toContain("STRIPE_SECRET_KEY");
    expect(bad).not.toContain("secret99");
  });
});
