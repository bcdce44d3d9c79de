// @one-database
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { readConfig } from "#server/config.ts";
import { stockDemonstration } from "#server/demo/demonstration.ts";
import { checkRecords } from "#server/trips/check-records.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { inPlace, migratedPlace } from "#test/places.ts";
import { type Services, today } from "#server/services.ts";
import { startServices } from "#server/start.ts";
import { hostsSteps } from "./host.ts";
import { makeDemoYear } from "./make-year.ts";

let test: TestApp;
/** The day and the number of steps of the whole year, once it is made. */
let lived = { on: today({ now: Date.now }), steps: 0 };
beforeAll(async () => {
  test = await startTestApp();
  await stockDemonstration(test.services);
});
afterAll(() => test.close());

const rows = <T>(text: string) => test.services.database.rows<T>(text);
const count = async (from: string) =>
  (await rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? 0;

/** The services of a process that ends after this number of steps. */
function endingAfter(steps: number): Services {
  let left = steps;
  const { database } = test.services;
  const rows: typeof database.rows = (text, ...rest) =>
    text.startsWith("update settings") && left-- === 0
      ? Promise.reject(new Error("The process has ended"))
      : database.rows(text, ...rest);
  return { ...test.services, database: { ...database, rows } };
}

it("the demonstration makes one consistent year even after interruptions, and sends no emails", async () => {
  for (const steps of [0, 1, 30]) await expect(makeDemoYear(endingAfter(steps))).rejects.toThrow("has ended");
  const before = await count("orders");
  expect(before).toBeGreaterThan(20);
  // Two processes at once make only one year, too.
  await Promise.all([makeDemoYear(test.services), makeDemoYear(test.services)]);
  const statuses = await rows<{ status: string; source: string }>(
    "select distinct status, source from orders order by 1, 2",
  );
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(orderStatuses));
  expect(new Set(statuses.map(({ source }) => source))).toEqual(new Set(["request", "plan", "wizard"]));
  expect(
    await rows(
      "select status, insurance->>'product' as insured from orders where source = 'wizard' order by 1",
    ),
  ).toEqual([
    { status: "completed", insured: "basic" },
    { status: "in_progress", insured: "premium" },
  ]);
  const all = await count("orders");
  expect(all).toBeGreaterThan(60);
  expect(await count("orders where account_id is not null")).toBeGreaterThan(2);
  // Ended rentals are in the past, and each step came after the one before.
  expect(await count("orders where status = 'completed' and return_date >= current_date")).toBe(0);
  expect(await count("orders where created_at > now() or trip_started_at < created_at")).toBe(0);
  expect(await count("orders where status = 'in_progress' and trip_started_at is null")).toBe(0);
  expect(
    await count(
      "(select id, at, lag(at) over (partition by entity_id order by id) as before from audit_events where entity = 'order') as steps where at < before",
    ),
  ).toBe(0);
  expect(await count("orders where created_at < now() - interval '300 days'")).toBeGreaterThan(3);
  // Due amounts were paid on their days, except a few recent ones; and entries have the days of their events.
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
  // The customer's side of things: records, reviews, charges and a wish, each by the product's own rules.
  const [customer] = await rows<{ id: string }>(
    "select id from accounts where email = 'customer@longbay.example'",
  );
  expect(
    await count(`orders where account_id = '${customer?.id}' and status in ('in_progress', 'completed')`),
  ).toBe(5);
  expect(await count("condition_records where finished_at is not null")).toBe(14);
  expect(await count("condition_images")).toBe(56);
  expect(
    await count("audit_events where action = 'condition_record' and at > now() - interval '2 days'"),
  ).toBe(0);
  const [newest] = await rows<{ id: string }>(
    "select order_id as id from condition_records where kind = 'return' order by finished_at desc",
  );
  expect(await checkRecords(test.services, newest?.id ?? "")).toMatchObject({ checked: 2, findings: [] });
  expect(await count("reviews where created_at < now()")).toBe(3);
  expect(await rows("select category, status from charges order by 1")).toEqual([
    { category: "cleaning", status: "contested" },
    { category: "tolls", status: "accepted" },
  ]);
  expect(await rows("select kind, status from order_changes")).toEqual([
    { kind: "extension", status: "requested" },
  ]);
  expect(
    await count("audit_events where action = 'extension_asked' and at < now() - interval '4 hours'"),
  ).toBe(1);
  expect(await count("licences where state = 'verified'")).toBe(1);
  expect(await count("licences where state = 'submitted'")).toBe(1);
  expect(await count("insurance_proofs where state = 'submitted'")).toBe(1);

  // The host's part: a car in each state, what waits, what was earned, paid and sent back, and statements.
  expect(
    await rows(`select coalesce(listing_state, 'draft') as state, count(*)::int as n
      from host_cars left join cars using (id) group by 1 order by 1`),
  ).toEqual([
    { state: "declined", n: 1 },
    { state: "draft", n: 1 },
    { state: "listed", n: 2 },
    { state: "paused", n: 1 },
  ]);
  expect(
    await rows(
      "select status, count(*)::int as n from orders where host_id is not null group by 1 order by 1",
    ),
  ).toEqual([
    { status: "completed", n: 2 },
    { status: "in_progress", n: 1 },
    { status: "pending", n: 2 },
  ]);
  expect(
    await count("orders where host_asked_at is not null and host_answer is null and expires_at > now()"),
  ).toBe(2);
  const paid = await rows<{ status: string }>("select status from payouts order by made_on, created_at");
  expect(paid.filter(({ status }) => status === "failed")).toHaveLength(1);
  expect(paid.filter(({ status }) => status === "made")).toHaveLength(1);
  expect(paid.at(-1)?.status).toBe("made");
  expect(await count("host_statements")).toBeGreaterThan(3);
  expect(await count("car_feeds where error is not null")).toBe(1);

  const pictures = await rows<{ image: string }>(
    "select distinct unnest(images) as image from cars order by 1",
  );
  expect(pictures.length).toBeGreaterThan(10);
  for (const { image } of pictures) {
    const { statusCode } = await test.app.inject({ url: image });
    expect([image, statusCode]).toEqual([image, 200]);
  }

  await makeDemoYear(test.services);
  const [note] = await rows<{ value: string }>("delete from settings where key = 'lived' returning value");
  const [on = "", steps = ""] = note?.value.split(" ") ?? [];
  lived = { on, steps: Number(steps) };
  await makeDemoYear(test.services);
  expect(await count("orders")).toBe(all);
}, 300_000);

it("the product's own jobs begin only once the demonstration's year is made", async () => {
  const place = await migratedPlace();
  // The steps before the host's own are noted as taken: they make nothing that is looked at here.
  const { length } = hostsSteps(test.services, { hostId: "", adminId: "", on: lived.on });
  await inPlace(place, (ask) =>
    ask("insert into settings (key, value) values ('lived', $1)", [
      `${lived.on} ${Math.max(0, lived.steps - length)}`,
    ]),
  );
  const services = await startServices(readConfig({ ...place.env, DEMO: "on" }), pino({ level: "error" }));
  const made = async () =>
    (await services.database.rows<{ n: number }>("select count(*)::int as n from host_statements"))[0]?.n ??
    0;
  try {
    const atFirst = await made();
    const { promise, resolve } = Promise.withResolvers<number>();
    await services.afterDemonstration(async () => resolve(await made()));
    expect([atFirst, await promise]).toEqual([0, await made()]);
    expect(await made()).toBeGreaterThan(3);
  } finally {
    await services.close();
    place.remove();
  }
});
