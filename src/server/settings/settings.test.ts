import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, describe, it } from "vitest";
import type { Agreement } from "#contract/documents.ts";
import type { BusinessSettingsShown } from "#contract/admin/settings.ts";
import { settingNames, type WrittenSettings } from "#domain/site/business-settings.ts";
import { settingError, usualSettings } from "#server/business-settings.ts";
import { readConfig } from "#server/config.ts";
import type { PageRenderer } from "#server/pages/pages.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { emailTo } from "#test/emails.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { followSettings } from "./follow-settings.ts";

let test: TestApp;
let owner: Person;
/** Stands in for the web code: a page of the business data it is given, cached like public pages. */
const renderer: PageRenderer = {
  isDeveloping: false,
  attach: () => Promise.resolve(),
  load: () =>
    Promise.resolve({
      cachedQuery: () => [],
      pageScripts: [],
      render: (_request, { business }) => Promise.resolve(Response.json(business)),
    }),
};
beforeAll(async () => {
  test = await startTestApp({ CONTACT_EMAIL: "hello@bay.example" }, { renderer });
  owner = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());
afterEach(async () => {
  await put(
    Object.fromEntries(settingNames.flatMap((name) => (name === "contactEmail" ? [] : [[name, ""]]))),
  );
});

const put = (values: WrittenSettings, { by = owner, seen }: { by?: Person; seen?: string } = {}) =>
  test.app.inject({
    method: "PUT",
    url: "/api/admin/settings",
    headers: { ...by.authorization, ...(seen !== undefined && { "if-match": `"${seen}"` }) },
    payload: { values },
  });
const shown = async () =>
  (
    await test.app.inject({ method: "GET", url: "/api/admin/settings", headers: owner.authorization })
  ).json<BusinessSettingsShown>();
const audited = (by: Person) =>
  test.services.database.rows(
    `select entity_id as name, before->>'value' as "from", after->>'value' as "to" from audit_events
     where entity = 'setting' and actor = $1 order by id`,
    [by.id],
  );

/** A value of each setting that isn't the default. */
const others: Record<(typeof settingNames)[number], string> = {
  legalName: "Bay Wheels LLC",
  legalAddress: "5 Pier Street, San Francisco, CA 94107",
  taxNumber: "12-3456789",
  contactPhone: "+1 (415) 555-0199",
  contactEmail: "hello@wheels.example",
  businessHours: "Mon-Sun 9-17",
  deskEmail: "orders@wheels.example",
  paymentInstructions: "Zelle to pay@wheels.example",
  paymentInstructionsZh: "请用 Zelle 付至 pay@wheels.example",
  taxRates: '[{"name":"Sales tax","percent":9,"from":"2026-01-01","on":["rental"]}]',
  hostShare: "75",
  hostHoldDays: "7",
};

describe("the settings of the business", () => {
  it("a changed setting reaches every reader of the configuration", async () => {
    const { config } = test.services;
    const { contactEmail: _, ...changeable } = others;
    const pasted = {
      ...changeable,
      legalName: "Bay\u200b Wheels LLC",
      contactPhone: "\u202a+1 (415) 555-0199\u202c",
      deskEmail: "orders＠wheels.example",
    };
    expect((await put(pasted)).statusCode).toBe(200);
    expect(config).toMatchObject({
      adminEmail: others.deskEmail,
      business: {
        email: "hello@bay.example",
        phone: others.contactPhone,
        hours: [{ days: [1, 2, 3, 4, 5, 6, 0], opens: 9, closes: 17 }],
        legal: {
          name: others.legalName,
          address: others.legalAddress,
          phone: others.contactPhone,
          taxNumber: others.taxNumber,
        },
      },
      paymentInstructions: { en: others.paymentInstructions, zh: others.paymentInstructionsZh },
      taxRates: [{ name: "Sales tax", percent: 9, from: "2026-01-01", on: ["rental"] }],
      hostShare: 75,
      hostHoldDays: 7,
    });
    const { settings } = await shown();
    expect(Object.fromEntries(settings.map(({ name, value }) => [name, value]))).toEqual({
      ...others,
      contactEmail: "hello@bay.example",
    });
  });

  it("a changed setting appears in the next page, even a kept one, with another ETag", async () => {
    const page = () => test.app.inject("/contact");
    const before = await page();
    expect((await page()).headers.etag).toBe(before.headers.etag);
    await put({ contactPhone: others.contactPhone, taxRates: others.taxRates, hostShare: "75" });
    const after = await page();
    expect(after.json()).toMatchObject({
      phone: others.contactPhone,
      hostSharePercent: 75,
      taxRates: [{ name: "Sales tax" }],
    });
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(
      (await test.app.inject({ url: "/contact", headers: { "if-none-match": String(before.headers.etag) } }))
        .statusCode,
    ).toBe(200);
  });

  it("a changed setting appears in the next email, quote and agreement, and earlier agreements stay", async () => {
    const person = await makePerson(test);
    const admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
    await put({ legalName: "First LLC", contactPhone: "+1 415 555 0101", deskEmail: "first@bay.example" });
    const order = async () => {
      const dates = { carId: await makeCar(test), ...aMonth(test, 10, 2) };
      const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: dates });
      const { total, taxes } = quote.json<{ total: string; taxes?: unknown[] }>();
      const placed = await test.app.inject({
        method: "POST",
        url: "/api/bookings",
        headers: person.authorization,
        payload: { ...renter, customerEmail: person.email, ...dates, totalPrice: total },
      });
      const { id } = placed.json<{ id: string }>();
      await test.app.inject({
        method: "PUT",
        url: `/api/admin/orders/${id}/status`,
        headers: admin.authorization,
        payload: { status: "confirmed" },
      });
      return { id, taxes };
    };
    const agreement = async (id: string) =>
      JSON.stringify(
        (
          await test.app.inject({ url: `/api/orders/${id}/agreement`, headers: person.authorization })
        ).json<Agreement>(),
      );
    const first = await order();
    const { version, textHash } = JSON.parse(await agreement(first.id)) as Agreement;
    await test.app.inject({
      method: "POST",
      url: `/api/orders/${first.id}/agreement`,
      headers: person.authorization,
      payload: { name: renter.customerName, address: "2 Elm Street, San Jose", version, textHash },
    });
    expect(JSON.stringify((await emailTo(test, person.email, "order_confirmed")).content)).toContain(
      "+1 415 555 0101",
    );
    expect((await emailTo(test, "first@bay.example", "admin_order_placed")).orderId).toBe(first.id);

    await put({
      legalName: "Second LLC",
      contactPhone: "+1 415 555 0202",
      deskEmail: "second@bay.example",
      paymentInstructions: "Checks to Second LLC",
      taxRates: others.taxRates,
    });
    const second = await order();
    expect(JSON.stringify((await emailTo(test, person.email, "order_confirmed")).content)).toContain(
      "+1 415 555 0202",
    );
    expect((await emailTo(test, "second@bay.example", "admin_order_placed")).orderId).toBe(second.id);
    expect(await agreement(second.id)).toContain("Second LLC");
    expect(await agreement(first.id)).toContain("First LLC");
    const money = await test.app.inject({
      url: `/api/account/orders/${second.id}`,
      headers: person.authorization,
    });
    expect(money.body).toContain("Checks to Second LLC");
    expect(money.body).toContain("Sales tax");
  });

  it("a setting can be changed only by full administrators", async () => {
    const others = await makePerson(test, {
      role: "admin",
      permissions: ["manage_users", "manage_payments"],
    });
    expect((await put({ hostShare: "75" }, { by: others })).statusCode).toBe(403);
  });

  it("a setting of the environment can't be changed", async () => {
    const refused = await put({ contactEmail: "page@bay.example", hostShare: "70" });
    expect(refusalOf(refused)).toEqual({ status: 422, code: "invalid", fields: ["contactEmail"] });
    expect(refused.body).toContain("CONTACT_EMAIL");
    const { settings } = await shown();
    expect(settings.filter(({ isFromEnvironment }) => isFromEnvironment)).toEqual([
      expect.objectContaining({
        name: "contactEmail",
        value: "hello@bay.example",
        variable: "CONTACT_EMAIL",
      }),
    ]);
    // Refused settings change nothing.
    expect(test.services.config.hostShare).toBe(80);
  });

  it.each([
    ["contactPhone", "call me"],
    ["deskEmail", "admin"],
    ["businessHours", "always"],
    ["taxRates", "[{}]"],
    ["hostShare", "101"],
    ["hostHoldDays", "-1"],
    ["legalName", "Two\nlines"],
    ["paymentInstructions", "x".repeat(1001)],
  ] as const)("a setting follows the environment's rules: %s can't be %s", async (name, text) => {
    expect(settingError(name, text)).toBeDefined();
    expect(refusalOf(await put({ [name]: text }))).toEqual({ status: 422, code: "invalid", fields: [name] });
  });

  it("a setting without a value, or emptied again, has its default", async () => {
    const wrong = settingNames.filter(
      (name) => usualSettings[name] && settingError(name, usualSettings[name]) !== undefined,
    );
    expect(wrong).toEqual([]);
    const { config } = test.services;
    const usual = readConfig({ DEMO: "off" });
    expect(config).toMatchObject({ hostShare: usual.hostShare, taxRates: usual.taxRates });
    await put({ legalName: "Bay Wheels LLC" });
    await put({ legalName: " " });
    expect(config.business.legal).toEqual(usual.business.legal);
  });

  it("a changed setting is audited with its old and new value", async () => {
    const by = await makePerson(test, { role: "admin", permissions: ["all"] });
    await put({ taxNumber: "1", hostShare: "80" }, { by });
    await put({ taxNumber: "2", hostShare: "80" }, { by });
    await put({ hostShare: "" }, { by });
    expect(await audited(by)).toEqual([
      { name: "taxNumber", from: "", to: "1" },
      { name: "hostShare", from: "", to: "80" },
      { name: "taxNumber", from: "1", to: "2" },
      { name: "hostShare", from: "80", to: "" },
    ]);
  });

  it("a setting saved over a newer one is refused, and simultaneous changes of others are kept", async () => {
    const { version } = await shown();
    const answers = await Promise.all([
      put({ taxNumber: "1" }, { seen: version }),
      put({ legalName: "Bay Wheels LLC" }, { seen: version }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
    await Promise.all([put({ taxNumber: "2" }), put({ legalName: "Wheels LLC" })]);
    expect(test.services.config.business.legal).toMatchObject({ name: "Wheels LLC", taxNumber: "2" });
  });

  it("the settings are read anew by each request while the listening connection is lost", async () => {
    let turn: ((isListening: boolean) => void) | undefined;
    const { database, config } = test.services;
    const other = await followSettings(
      { db: database.db, listen: async (_channel, _heard, turned) => void (turn = turned) },
      readConfig({ DATA_DIR: config.dataDir, DEMO: "off" }),
      pino({ level: "silent" }),
    );
    await put({ taxNumber: "1" });
    await other.settings.ensureFresh();
    // While notifications seem to arrive, the last reading is valid, and this one has not arrived.
    expect(other.config.business.legal.taxNumber).toBe("");
    turn?.(false);
    await other.settings.ensureFresh();
    expect(other.config.business.legal.taxNumber).toBe("1");
    await put({ taxNumber: "2" });
    await other.settings.ensureFresh();
    expect(other.config.business.legal.taxNumber).toBe("2");
    await put({ taxNumber: "3" });
    turn?.(true);
    await expect.poll(() => other.config.business.legal.taxNumber).toBe("3");
  });

  it("a setting that the rules refuse is left out, and the rest is kept", async () => {
    await put({ taxNumber: "1" });
    await test.services.database.rows(
      `update business_settings set version = version + 1, written = written || '{"contactPhone": "nobody"}'`,
    );
    await test.services.settings.changed();
    expect(test.services.config.business).toMatchObject({
      phone: usualSettings.contactPhone,
      legal: { taxNumber: "1" },
    });
  });
});
