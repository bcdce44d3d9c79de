import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Review } from "#contract/reviews.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { forgetOldData, forgetting } from "./retention.ts";

const day = 86_400_000;
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({
    KEEP_MESSAGES_DAYS: "100",
    KEEP_EMAILS_DAYS: "50",
    KEEP_ORDERS_DAYS: "1000",
    KEEP_AUDIT_DAYS: "900",
  });
});
afterAll(() => test.close());

const rows = <T>(text: string, values: unknown[] = []) => test.services.database.rows<T>(text, values);
const count = async (table: string): Promise<number> =>
  (await rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;
/** Runs the job as on a later day. */
const after = (days: number) =>
  forgetOldData({ ...test.services, now: () => test.services.now() + days * day });

it("messages, subscriptions and emails are deleted when their time is over, and not before", async () => {
  const message = { name: "Wei Lin", email: "wei@example.com", subject: "Hello", message: "Hello" };
  await test.app.inject({ method: "POST", url: "/api/contact", payload: message });
  await test.app.inject({
    method: "POST",
    url: "/api/email-subscriptions",
    payload: { email: "a@example.com", source: "footer" },
  });
  await rows(
    "insert into email_subscriptions (email, source, language, confirmed_at) values ('b@example.com', 'footer', 'en', now())",
  );
  const all = { emails: await count("emails"), subscriptions: await count("email_subscriptions") };
  expect(all.emails).toBeGreaterThan(1);
  await after(49);
  expect(await count("emails")).toBe(all.emails);
  await after(51);
  expect([
    await count("emails"),
    await count("contact_messages"),
    await count("email_subscriptions"),
  ]).toEqual([0, 1, all.subscriptions]);
  await after(101);
  expect(await count("contact_messages")).toBe(0);
  // Confirmed subscribers stay subscribed.
  expect(await rows("select email from email_subscriptions")).toEqual([{ email: "b@example.com" }]);
});

it("old orders lose the person's data and keep dates and money, and open orders stay", async () => {
  const dates = aMonth(test);
  const place = async () => {
    const carId = await makeCar(test, { monthlyPrice: 75_000 });
    const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: { carId, ...dates } });
    const payload = { ...renter, ...dates, carId, totalPrice: quote.json<{ total: string }>().total };
    return (await test.app.inject({ method: "POST", url: "/api/bookings", payload })).json<{ id: string }>()
      .id;
  };
  const [over, alsoOver, open] = [await place(), await place(), await place()];
  await rows("update orders set status = 'completed' where id = any($1)", [[over, alsoOver]]);
  await rows(
    "insert into order_drivers (id, order_id, name, email, created_at) select gen_random_uuid(), id, 'Ann Lee', 'ann@example.com', now() from orders where id = any($1)",
    [[over, open]],
  );
  const sums = await rows("select id, total, pickup_date, return_date, lines from orders order by id");
  const person = () =>
    rows<{ id: string; name: string; email: string }>(
      "select id, customer_name as name, customer_email as email from orders",
    );
  await after(1000);
  expect((await person()).map(({ name }) => name)).toEqual([
    renter.customerName,
    renter.customerName,
    renter.customerName,
  ]);
  await after(1100);
  const now = new Map((await person()).map((order) => [order.id, order]));
  expect([now.get(over)?.name, now.get(open)?.name]).toEqual(["", renter.customerName]);
  expect(now.get(over)?.email).toMatch(/^[0-9a-f-]{36}@deleted\.invalid$/);
  expect(await rows("select order_id as id from order_drivers")).toEqual([{ id: open }]);
  // A person's orders still count as one person's.
  expect(now.get(alsoOver)?.email).toBe(now.get(over)?.email);
  expect(await rows("select id, total, pickup_date, return_date, lines from orders order by id")).toEqual(
    sums,
  );
  expect(
    await rows(
      "select from audit_events where entity_id = $1 and (before is not null or after is not null)",
      [over],
    ),
  ).toEqual([]);
  const dump =
    JSON.stringify(await rows("select * from orders where id = $1", [over])) +
    JSON.stringify(await rows("select * from emails where order_id = $1", [over]));
  for (const typed of Object.values(renter)) expect(dump).not.toContain(typed);
});

it("a kept answer with an old review loses its author's name with the order", async () => {
  const carId = await makeCar(test, { monthlyPrice: 75_000 });
  const quote = await test.app.inject({
    method: "POST",
    url: "/api/quotes",
    payload: { carId, ...aMonth(test) },
  });
  const payload = { ...renter, ...aMonth(test), carId, totalPrice: quote.json<{ total: string }>().total };
  await test.app.inject({ method: "POST", url: "/api/bookings", payload });
  await rows("update orders set status = 'completed' where car_id = $1", [carId]);
  await rows(
    `insert into reviews (id, order_id, car_id, author_name, rating, comment, language, created_at, published_at)
     select gen_random_uuid(), id, car_id, 'Wei', 5, 'Fine', 'en', now(), now() from orders where car_id = $1`,
    [carId],
  );
  const { carFacts } = test.services;
  await carFacts.changed();
  const before = carFacts.version();
  await after(1100);
  const { reviews } = (await test.app.inject(`/api/cars/${carId}/reviews`)).json<{ reviews: Review[] }>();
  expect(reviews.map(({ author }) => author)).toEqual([""]);
  await vi.waitFor(() => expect(carFacts.version()).toBeGreaterThan(before ?? Infinity), {
    timeout: 20_000,
    interval: 5,
  });
  // A later run forgets nothing, and kept answers stay.
  const later = carFacts.version();
  await after(1100);
  await carFacts.changed();
  expect(carFacts.version()).toBe(later);
});

it("old audit entries keep the action and lose its content", async () => {
  await rows(
    `insert into audit_events (actor, entity, entity_id, action, before, reason) values ('a', 'user', 'u', 'changed', '{"name":"Wei Lin"}', 'Wei asked')`,
  );
  await after(901);
  expect(await rows("select actor, action, before, reason from audit_events where entity_id = 'u'")).toEqual([
    { actor: "a", action: "changed", before: null, reason: null },
  ]);
});

it("the search for old audit entries uses its own index", async () => {
  await test.services.database.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    for (const statement of forgetting.audit) {
      const [before, atOnce] = ["'2026-01-01'", "5000"];
      const plan: unknown = await tx.execute(
        sql.raw(`explain ${statement.replaceAll("$1", before).replaceAll("$2", atOnce)}`),
      );
      expect(JSON.stringify(plan)).toContain("audit_events_to_forget");
    }
  });
});
