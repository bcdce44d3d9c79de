// @one-database
import type { EmailKind } from "#domain/people/email-kinds.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { emailPictureAddress } from "#domain/cars/previews.ts";
import { addDays } from "#domain/dates.ts";
import { languages } from "#domain/languages.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { penFor } from "#server/mail/pen.ts";
import { renderEmail } from "#server/mail/render-email.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { makeOrder, orderRow, verifyLicence } from "#test/condition.ts";
import { today } from "#server/services.ts";
import { repairEmail } from "#server/trips/emails.ts";
import { overdueEmails } from "#server/trips/overdue-emails.ts";
import { remindRenters } from "#server/trips/remind-renters.ts";
import { orderFacts } from "./facts.ts";
import { linkEmail, receivedEmail } from "./received.ts";
import { reminderEmail } from "./reminders.ts";
import { assignedEmail } from "./status.ts";
import { unpaidEmail } from "./unpaid.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { emailTo } from "#test/emails.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ DESK_EMAIL: "desk@longbay.example" });
});
afterAll(() => test.close());

type Client = { email: string; authorization: Partial<Person["authorization"]> };
const post = (url: string, payload: object, person: Client) =>
  test.app.inject({ method: "POST", url, payload, headers: person.authorization });

async function book(person: Person, months = 1) {
  const wanted = { carId: await makeCar(test), ...aMonth(test, 30, months) };
  const { total } = (await post("/api/quotes", wanted, person)).json<{ total: string }>();
  return (
    await post(
      "/api/bookings",
      { ...renter, ...wanted, customerEmail: person.email, totalPrice: total },
      person,
    )
  ).json<{
    id: string;
    orderNumber: string;
  }>();
}

async function orderPlan(person: Client, language: string) {
  const plan = planOf("standard");
  if (!plan) throw new Error("There is no such plan");
  const dates = aMonth(test, 30, 3);
  const choice = { tier: plan.tier, location: "San Mateo", insurance: "ultimate", paymentMethod: "paypal" };
  const totalPrice = planPrice(plan, dates, "ultimate").total / 100;
  return (
    await post(
      "/api/orders",
      { ...renter, ...dates, ...choice, customerEmail: person.email, totalPrice, language },
      person,
    )
  ).json<{ id: string }>();
}

/** An email as its reader gets it. */
async function read(recipient: string, kind: EmailKind) {
  const email = await emailTo(test, recipient, kind);
  return { subject: email.subject, ...renderEmail(email.content, email.language) };
}
const calendarOf = ({ attachments }: { attachments: { content: string; contentType: string }[] }) => {
  const [file] = attachments;
  const lines = file?.content.split("\r\n") ?? [];
  const all = (name: string): string[] =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1));
  return { file, lines, all };
};

describe("emails of an order", () => {
  it.each(languages)(
    "an order's emails name plan, city, insurance, price, payment and what to bring, in %s",
    async (language) => {
      const person = await makePerson(test);
      const { id } = await orderPlan(person, language);
      const { text } = await read(person.email, "order_received");
      const said = {
        en: [
          "Standard",
          "San Mateo",
          "State Minimum",
          "Fees: $0.00",
          "Taxes: $0.00",
          "Longer-stay discount",
          "$799.00 a month",
          "The first payment is due then",
          "driver’s license",
        ],
        zh: [
          "标准",
          "圣马特奥",
          "州最低保额",
          "手续费：US$0.00",
          "税费：US$0.00",
          "长租优惠",
          "每月 US$799.00",
          "同意后首期款到期",
          "驾照",
        ],
      }[language];
      for (const words of said) expect(text).toContain(words);
      expect(text).toMatch({ en: /Miles included: \d,\d{3}\n/, zh: /含里程（英里）：\d,\d{3}\n/ }[language]);
      expect(text).not.toMatch(/\bstandard\b|\bultimate\b|\bletter\b/);
      expect((await read("desk@longbay.example", "admin_order_placed")).text).toContain(
        `/admin/order-management?order=${id}`,
      );
    },
  );

  it.each([
    ["en", ["within 24 hours", "nothing is charged, and the order expires on its own."]],
    ["zh", ["请在 24 小时内", "不会产生任何费用，订单会自动失效。"]],
  ] as const)(
    "the email to a renter without an account says when a plan order expires, in %s",
    async (language, said) => {
      const email = `stranger-${language}@example.com`;
      await orderPlan({ email, authorization: {} }, language);
      const { text } = await read(email, "order_received");
      for (const words of said) expect(text).toContain(words);
    },
  );

  it("the email names a car's price by the day and by 30 days", async () => {
    const person = await makePerson(test);
    await book(person, 2);
    expect((await read(person.email, "order_received")).text).toContain("$25.00 a day, $750.00 for 30 days");
  });

  it("the emails' appointments are added, updated and removed by a calendar", async () => {
    const [person, admin] = [await makePerson(test), await makePerson(test, { role: "admin" })];
    const { id } = await book(person);
    const setStatus = (status: string) =>
      test.app.inject({
        method: "PUT",
        url: `/api/admin/orders/${id}/status`,
        payload: { status, reason: "Seen in person" },
        headers: admin.authorization,
      });
    // Orders of seconds ago, so that the number of a later file is a higher one.
    const age = () =>
      test.services.database.rows(
        "update orders set created_at = created_at - interval '10 seconds' where id = $1",
        [id],
      );
    const received = calendarOf(await read(person.email, "order_received"));
    await age();
    await setStatus("confirmed");
    const confirmed = calendarOf(await read(person.email, "order_confirmed"));
    await age();
    await setStatus("cancelled");
    const cancelled = calendarOf(await read(person.email, "order_cancelled"));

    expect(received.all("STATUS")).toEqual(["TENTATIVE", "TENTATIVE"]);
    expect(confirmed.all("STATUS")).toEqual(["CONFIRMED", "CONFIRMED"]);
    expect(cancelled.all("STATUS")).toEqual(["CANCELLED", "CANCELLED"]);
    expect([received, confirmed, cancelled].map(({ all }) => all("METHOD")[0])).toEqual([
      "PUBLISH",
      "PUBLISH",
      "CANCEL",
    ]);
    expect(cancelled.file?.contentType).toContain("method=CANCEL");
    expect(new Set([received, confirmed, cancelled].map(({ all }) => all("UID").join())).size).toBe(1);
    const numbers = [received, confirmed, cancelled].map(({ all }) => Number(all("SEQUENCE")[0]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(3);
    for (const { file, all } of [received, confirmed, cancelled]) {
      expect(file?.content.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      expect(file?.content.endsWith("END:VCALENDAR\r\n")).toBe(true);
      expect(all("DTSTAMP").length).toBeGreaterThan(0);
      for (const stamp of all("DTSTAMP")) expect(stamp.slice(0, 4)).toBe(String(new Date().getUTCFullYear()));
      expect(all("DTSTAMP")[0]).not.toBe(all("DTSTART")[0]);
    }
  });
});

describe("what to bring", () => {
  const basic = { product: "basic", dailyPrice: 1500, limits: { person: 30_000, accident: 60_000 } } as const;
  const minimum = { product: "ultimate", monthlyPrice: 0 } as const;
  const declined = { product: "decline", monthlyPrice: 0 } as const;

  it.each([
    ["wizard", basic, false],
    ["plan", minimum, false],
    ["plan", declined, true],
    ["request", null, true],
  ] as const)(
    "the things to bring to a %s order with %j include a proof of insurance: %s",
    async (source, insurance, isNeeded) => {
      for (const [language, proof] of [
        ["en", "proof of liability insurance"],
        ["zh", "责任险证明"],
      ] as const) {
        const id = await makeOrder(test, null, { source, insurance: insurance, language });
        const order = await orderRow(test, id);
        const { config } = test.services;
        for (const { content } of [reminderEmail(config, order, "pickup"), receivedEmail(config, order, "k")])
          expect(JSON.stringify(content).includes(proof)).toBe(isNeeded);
      }
    },
  );
});

it("an email to an unconfirmed address greets nobody by name", async () => {
  const order = { ...(await orderRow(test, await makeOrder(test, null, {}))), emailConfirmedAt: null };
  const { config } = test.services;
  const repair = { from: order.pickupDate, until: order.pickupDate, days: 1, amount: 100 };
  for (const email of [
    ...overdueEmails(config, order, { on: 3, which: "last" }),
    repairEmail(config, order, repair),
    reminderEmail(config, order, "return"),
  ])
    expect(email.content.greeting, email.kind).toBe("Hello,");
});

it.each([
  ["en", "Pickup time: 10:00 AM", "Return time: 6:00 PM", "Call us: +1"],
  ["zh", "取车时间：10:00", "还车时间：18:00", "联系电话：+1"],
] as const)(
  "the email names the times, and a phone number to call, in %s",
  async (language, pickup, giveBack, phone) => {
    const order = await orderRow(test, await makeOrder(test, null, { language }));
    const { config } = test.services;
    const timed = { ...order, pickupTime: "10:00", returnTime: "18:00" };
    for (const email of [
      receivedEmail(config, timed, "key"),
      reminderEmail(config, timed, "pickup"),
      assignedEmail(config, timed),
      unpaidEmail(config, timed, { endsAt: 0, left: 75_000 }),
    ]) {
      const { text } = renderEmail(email.content, language);
      for (const said of [pickup, giveBack, phone]) expect(text, email.kind).toContain(said);
    }
  },
);

it.each([
  ["en", /proof of liability insurance/g],
  ["zh", /责任险证明/g],
] as const)(
  "each early email names the proof of insurance that a request needs once, in %s",
  async (language, named) => {
    const order = await orderRow(test, await makeOrder(test, null, { language, source: "request" }));
    const { config } = test.services;
    for (const email of [
      receivedEmail(config, order, "key"),
      receivedEmail(config, { ...order, emailConfirmedAt: null, status: "pending" }, "key"),
      linkEmail(config, order, "key"),
      assignedEmail(config, order),
      unpaidEmail(config, order, { endsAt: 0, left: 75_000 }),
    ])
      expect(renderEmail(email.content, language).text.match(named), email.kind).toHaveLength(1);
  },
);

it.each([
  ["en", "$750.00 is still due"],
  ["zh", "还应付 US$750.00"],
] as const)(
  "the reminder names what is still due of the first payment before a booking ends, in %s",
  async (language, said) => {
    const order = await orderRow(test, await makeOrder(test, null, { language }));
    const { content } = unpaidEmail(test.services.config, order, { endsAt: 0, left: 75_000 });
    expect(renderEmail(content, language).text).toContain(said);
  },
);

describe("the day before a pickup", () => {
  it.each([
    ["en", "Your car comes tomorrow", "we still need: your driver’s license", "your first payment"],
    ["zh", "您的车明天", "还需要：上传驾照并通过审核", "支付首期款"],
  ] as const)(
    "the email promises the car only if nothing is missing, in %s",
    async (language, promise, first, last) => {
      const person = await makePerson(test);
      const pickupDate = addDays(today(test.services), 1);
      const rental = {
        pickupDate,
        returnDate: addDays(pickupDate, 30),
        language,
        emailConfirmedAt: new Date(),
      };
      const emailOf = async (wanted: object) => {
        const id = await makeOrder(test, person.id, { ...rental, ...wanted });
        await remindRenters({
          ...test.services,
          now: () => instantInLosAngeles(today(test.services), "12:00"),
        });
        const { customerEmail } = await orderRow(test, id);
        return (await read(customerEmail, "pickup_reminder")).text;
      };
      const incomplete = await emailOf({ isPaid: false, isSigned: false });
      expect(incomplete).toContain(first);
      expect(incomplete).toContain(last);
      expect(incomplete).not.toContain(promise);
      await verifyLicence(test, person.id, { expiresOn: today(test.services) });
      expect(await emailOf({})).toContain(first);
      await test.services.database.rows("update licences set expires_on = $1 where account_id = $2", [
        pickupDate,
        person.id,
      ]);
      expect(await emailOf({})).toContain(promise);
    },
  );
});

describe("a car that is chosen", () => {
  it.each([
    ["en", "for your plan", "another car for your order"],
    ["zh", "套餐", "换了一辆车"],
  ] as const)(
    "a chosen car is announced in the words of what was ordered, in %s",
    async (language, plans, others) => {
      const order = await orderRow(test, await makeOrder(test, null, { source: "request", language }));
      const lead = (tier: "standard" | null) =>
        JSON.stringify(assignedEmail(test.services.config, { ...order, tier }).content.blocks[0]);
      expect(lead("standard")).toContain(plans);
      expect(lead(null)).toContain(others);
      expect(lead(null)).not.toContain(plans);
    },
  );
});

describe("how to pay", () => {
  it("the way to pay is explained once the order is confirmed, and not before", async () => {
    const shop = await startTestApp({
      PAYMENT_INSTRUCTIONS: "Zelle to pay@example.com",
      PAYMENT_INSTRUCTIONS_ZH: "Zelle 转账至 pay@example.com",
    });
    onTestFinished(() => shop.close());
    const person = await makePerson(shop);
    const admin = await makePerson(shop, { role: "admin", permissions: ["all"] });
    const wanted = { carId: await makeCar(shop), ...aMonth(shop) };
    const send = (method: "POST" | "PUT", url: string, payload: object, by: Person) =>
      shop.app.inject({ method, url, payload, headers: by.authorization });
    const { total } = (await send("POST", "/api/quotes", wanted, person)).json<{ total: string }>();
    const booking = { ...renter, ...wanted, customerEmail: person.email, totalPrice: total, language: "zh" };
    const { id } = (await send("POST", "/api/bookings", booking, person)).json<{ id: string }>();
    expect(
      (await send("PUT", `/api/admin/orders/${id}/status`, { status: "confirmed" }, admin)).statusCode,
    ).toBe(200);
    const texts = [];
    for (const kind of ["order_received", "order_confirmed"] as const) {
      const email = await emailTo(shop, person.email, kind);
      texts.push(renderEmail(email.content, email.language).text);
    }
    expect(texts.map((text) => text.includes("付款方式：Zelle 转账至 pay@example.com"))).toEqual([
      false,
      true,
    ]);
    expect(texts[1]).toContain(`/dashboard/trips/${id}`);
  });
});

it("an email in Chinese calls a car by its Chinese brand", async () => {
  const person = await makePerson(test);
  const carId = await makeCar(test, { name: "Toyota Camry", brand: "Toyota" });
  const id = await makeOrder(test, person.id, { carId });
  const order = await orderRow(test, id);
  const named = (language: "en" | "zh") =>
    JSON.stringify(orderFacts({ ...order, carName: "Toyota Camry" }, penFor(language), true));
  expect([named("zh"), named("en")]).toEqual([
    expect.stringContaining('"丰田 Toyota Camry"'),
    expect.stringContaining('"Toyota Camry"'),
  ]);
});

it("an order's email shows its car from our address, and one without a car shows no picture", async () => {
  const person = await makePerson(test);
  const { id } = await book(person);
  const order = await orderRow(test, id);
  const { config } = test.services;
  const html = (about: typeof order) =>
    renderEmail(reminderEmail(config, about, "pickup").content, "en").html;
  const [, address = ""] = /<img src="([^"]+)"/.exec(html(order)) ?? [];
  expect(address).toBe(new URL(emailPictureAddress(order.carId ?? ""), config.publicUrl).href);
  const shown = await test.app.inject(new URL(address).pathname);
  expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(html({ ...order, carId: null })).not.toContain("<img");
});
