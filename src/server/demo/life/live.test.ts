import { afterAll, beforeAll, expect, it } from "vitest";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { stockDemonstration } from "#server/demo/demonstration.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { live } from "./live.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await stockDemonstration(test.services);
});
afterAll(() => test.close());

const rows = <T>(text: string) => test.services.database.rows<T>(text);
const count = async (from: string) =>
  (await rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? 0;

it("makes a year of orders that hangs together, once, and mails nobody", async () => {
  await live(test.services);
  const statuses = await rows<{ status: string; source: string }>(
    "select distinct status, source from orders order by 1, 2",
  );
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(orderStatuses));
  expect(new Set(statuses.map(({ source }) => source))).toEqual(new Set(["request", "plan"]));
  const all = await count("orders");
  expect(all).toBeGreaterThan(60);
  expect(await count("orders where account_id is not null")).toBeGreaterThan(2);
  // What is over was over by then, and each step came after the one before.
  expect(await count("orders where status = 'completed' and return_date >= current_date")).toBe(0);
  expect(await count("orders where created_at > now() or trip_started_at < created_at")).toBe(0);
  expect(await count("orders where status = 'in_progress' and trip_started_at is null")).toBe(0);
  expect(
    await count(
      "(select id, at, lag(at) over (partition by entity_id order by id) as before from audit_events where entity = 'order') as steps where at < before",
    ),
  ).toBe(0);
  expect(await count("orders where created_at < now() - interval '300 days'")).toBeGreaterThan(3);
  // What fell due was paid on its day, but for a few of the last days; and every entry stands on a day of its own.
  expect(await count("payments")).toBeGreaterThan(50);
  expect(await count("ledger_entries where posted_on < current_date - 200")).toBeGreaterThan(10);
  expect(
    await count(
      "instalments where dropped_at is null and paid < amount and due_on < current_date - interval '7 days'",
    ),
  ).toBe(0);
  expect(await count("payments where settled_at > now() or paid_on > current_date")).toBe(0);
  expect(await count("orders where customer_email not like '%@longbay.example'")).toBe(0);
  expect(await count("emails")).toBe(0);
  expect(await count("contact_messages where answer is null")).toBe(2);
  expect(await count("saved_cars")).toBe(4);
  expect(await count("licences where state = 'verified'")).toBe(1);
  expect(await count("licences where state = 'submitted'")).toBe(1);
  expect(await count("insurance_proofs where state = 'submitted'")).toBe(1);

  await live(test.services);
  await rows("delete from settings where key = 'lived'");
  await live(test.services);
  expect(await count("orders")).toBe(all);
}, 120_000);
