import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminStats, Reports, SystemAlert, Trips } from "#contract/admin/dashboard.ts";
import { localTimeInLosAngeles } from "#domain/local-time.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";
import { readUtilisation } from "./queries.ts";
import { foldTallies } from "./fold-tallies.ts";

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp({ PAYMENT_INSTRUCTIONS: "Zelle to pay@longbay.example" });
  admin = await makePerson(test, { role: "admin", permissions: ["view_reports", "manage_payments"] });
});
afterAll(() => test.close());

const get = async <T>(url: string, person = admin, language = "en") =>
  (
    await test.app.inject({ url, headers: { ...person.authorization, cookie: `language=${language}` } })
  ).json<T>();
const stats = () => get<AdminStats>("/api/admin/dashboard/stats");
const setStatus = (id: string, status: string) =>
  test.app.inject({
    method: "PUT",
    url: `/api/admin/orders/${id}/status`,
    headers: admin.authorization,
    payload: { status, reason: "Seen in person" },
  });

async function place(
  customerEmail = renter.customerEmail,
  car: Parameters<typeof makeCar>[1] = {},
): Promise<string> {
  const dates = aMonth(test);
  const carId = await makeCar(test, car);
  const totalPrice = wireMoney(carPrice(car.monthlyPrice ?? 75_000, dates).total);
  const payload = { ...renter, customerEmail, carId, ...dates, totalPrice };
  const answer = await test.app.inject({ method: "POST", url: "/api/bookings", payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}

/** The figures counted directly from the tables. */
async function counted() {
  const rows = await test.services.database.rows<{ status: string; orders: number; total: number }>(
    "select status, count(*)::int as orders, sum(total)::int as total from orders group by status",
  );
  const of = (status: string) => rows.find((row) => row.status === status) ?? { orders: 0, total: 0 };
  return {
    pendingOrders: of("pending").orders,
    confirmedOrders: of("confirmed").orders,
    inProgressOrders: of("in_progress").orders,
    completedOrders: of("completed").orders,
    cancelledOrders: of("cancelled").orders,
    totalRevenue: (of("completed").total / 100).toFixed(2),
    totalOrders: rows.reduce((sum, { orders }) => sum + orders, 0),
  };
}

describe("the figures", () => {
  it("the figures match the tables after every change, folded or not", async () => {
    const ids = [];
    for (let at = 0; at < 6; at++) ids.push(await place());
    for (const [at, status] of (
      ["confirmed", "in_progress", "completed", "completed", "cancelled"] as const
    ).entries())
      await setStatus(ids[at] ?? "", status);
    expect(await stats()).toMatchObject(await counted());
    await test.services.database.rows(
      "insert into order_tallies select 'pending', current_date, '', '', n.sign, 0 from generate_series(1, 6000) as x, lateral (select case when x % 2 = 0 then 1 else -1 end as sign) as n",
    );
    await Promise.all([
      foldTallies(test.services.database),
      foldTallies(test.services.database),
      setStatus(ids[5] ?? "", "completed"),
    ]);
    expect(await stats()).toMatchObject(await counted());
    const [left] = await test.services.database.rows<{ rows: number }>(
      "select count(*)::int as rows from order_tallies",
    );
    expect(left?.rows).toBeLessThan(50);
    await test.services.database.rows("delete from audit_events");
    await test.services.database.rows("update orders set total = total + 100 where status = 'completed'");
    expect(await stats()).toMatchObject(await counted());
  });

  it("the figures count people, cars and disputes, and no suspended host", async () => {
    const before = await stats();
    await makePerson(test, { role: "host" });
    await makePerson(test, { role: "host", isSuspended: true });
    await makeCar(test, { available: false });
    const after = await stats();
    expect(after).toMatchObject({
      recentDisputes: 0,
      pendingPayouts: "0.00",
      totalHosts: before.totalHosts + 1,
      totalUsers: before.totalUsers + 2,
      activeVehicles: before.activeVehicles,
    });
    expect(after.totalOrders).toBe(
      after.pendingOrders +
        after.confirmedOrders +
        after.inProgressOrders +
        after.completedOrders +
        after.cancelledOrders,
    );
  });

  it("the figures stay right while many orders change simultaneously", async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => place()));
    await Promise.all(ids.flatMap((id) => [setStatus(id, "completed"), setStatus(id, "cancelled")]));
    expect(await stats()).toMatchObject(await counted());
  });
});

describe("alerts", () => {
  it("alerts name real conditions in the reader's language, and disappear once noted", async () => {
    const id = await place();
    expect(await get<SystemAlert[]>("/api/admin/system/alerts")).toEqual([]);
    await test.services.database.rows(
      "update orders set expires_at = now() + interval '1 hour' where id = $1",
      [id],
    );
    const [alert] = await get<SystemAlert[]>("/api/admin/system/alerts");
    expect(alert).toMatchObject({
      type: "warning",
      message: "One request expires within 4 hours unless someone answers.",
      href: "/admin/order-management?attention=about_to_expire",
    });
    expect((await get<SystemAlert[]>("/api/admin/system/alerts", admin, "zh"))[0]?.message).toBe(
      "有 1 份申请若无人答复，将在 4 小时内失效。",
    );
    const url = `/api/admin/system/alerts/${encodeURIComponent(alert?.id ?? "")}/acknowledge`;
    expect((await test.app.inject({ method: "POST", url, headers: admin.authorization })).statusCode).toBe(
      200,
    );
    expect(await get("/api/admin/system/alerts")).toEqual([]);
    const colleague = await makePerson(test, { role: "admin" });
    expect(await get<SystemAlert[]>("/api/admin/system/alerts", colleague)).toHaveLength(1);
    const joining = await place();
    await test.services.database.rows(
      "update orders set expires_at = now() + interval '2 hours' where id = $1",
      [joining],
    );
    expect(await get<SystemAlert[]>("/api/admin/system/alerts")).toMatchObject([
      { message: "2 requests expire within 4 hours unless someone answers." },
    ]);
    await setStatus(joining, "cancelled");
    await setStatus(id, "in_progress");
    await test.services.database.rows(
      "update orders set pickup_date = current_date - 60, return_date = current_date - 20 where id = $1",
      [id],
    );
    expect((await get<SystemAlert[]>("/api/admin/system/alerts"))[0]).toMatchObject({
      type: "error",
      message: "One car isn’t back although its rental has ended.",
    });
    expect(
      (
        await test.app.inject({
          method: "POST",
          url: "/api/admin/system/alerts/made-up/acknowledge",
          headers: admin.authorization,
        })
      ).statusCode,
    ).toBe(404);
    await setStatus(id, "completed");
  });
});

describe("an alert", () => {
  it("an alert leads to exactly the rows that it counts", async () => {
    const { rows } = test.services.database;
    const ids = await Promise.all(Array.from({ length: 8 }, () => place()));
    await rows("update orders set expires_at = now() + interval '1 hour' where id = any($1)", [
      ids.slice(0, 2),
    ]);
    for (const id of ids.slice(2, 5)) await setStatus(id, "in_progress");
    await rows(
      "update orders set pickup_date = current_date - 60, return_date = current_date - 20 where id = any($1)",
      [ids.slice(2, 5)],
    );
    await setStatus(ids[5] ?? "", "confirmed");
    await rows("update orders set pickup_date = current_date - 3 where id = $1", [ids[5]]);
    await rows(
      "update orders set car_id = null, tier = 'basic', email_confirmed_at = now() where id = any($1)",
      [ids.slice(6)],
    );
    for (const [index, days] of [3, 20, 40].entries()) {
      await rows("update instalments set due_on = current_date - $2::int where order_id = $1", [
        ids[index + 2],
        days,
      ]);
    }
    for (const age of [1, 3, 5]) {
      await rows(
        `insert into conversations (id, visitor_name, visitor_email, subject, language, last_side, last_preview, waiting_since) values (gen_random_uuid(), 'A', 'a@b.example', 's', 'en', 'renter', 'm', now() - $1::int * interval '1 hour')`,
        [age],
      );
    }
    const alerts = await get<SystemAlert[]>("/api/admin/system/alerts");
    const lists: Record<string, string> = {
      "/admin/order-management": "/api/admin/orders",
      "/admin/messages": "/api/admin/conversations",
      "/admin/verifications": "/api/admin/verifications",
      "/admin/finance": "/api/admin/finance/rows",
    };
    const counted = new Map<string, [number, number]>();
    for (const { id, href, message } of alerts) {
      const [path = "", query] = href.split("?");
      const asked = query?.replace("show=", "month=2026-12&figure=");
      const answer = await test.app.inject({ url: `${lists[path]}?${asked}`, headers: admin.authorization });
      const said = message.startsWith("One ") ? 1 : Number(/^\d+/.exec(message)?.[0]);
      const rowCount = answer.json<unknown[]>().length;
      // The inbox says no total.
      expect([id, Number(answer.headers["x-total-count"] ?? rowCount), rowCount]).toEqual([id, said, said]);
      counted.set(id.split(":")[0] ?? "", [said, said]);
    }
    expect(Object.fromEntries([...counted].map(([rule, [said]]) => [rule, said]))).toMatchObject({
      overdue: 3,
      not_handed_over: 1,
      about_to_expire: 2,
      plan_without_car: 2,
      messages_waiting: 2,
      payments_past_due: 1,
      payments_long_past_due: 1,
    });
  });
});

describe("other parts of the dashboard", () => {
  it("the activity names the order, the person and the change", async () => {
    const id = await place();
    await setStatus(id, "confirmed");
    const [newest] = await get<object[]>("/api/admin/activity?limit=1");
    expect(newest).toMatchObject({
      entity: "order",
      entityId: id,
      action: "status",
      by: "Wei Lin",
      from: "pending",
      to: "confirmed",
      label: expect.stringMatching(/^LB-/),
    });
  });

  it("the activity is in the order of events, not of entries", async () => {
    await test.services.database.rows(
      "insert into audit_events (at, actor, entity, entity_id, action) values (now() - interval '1 day', 'system', 'order', $1, 'car_back')",
      [await place()],
    );
    const activity = await get<{ at: string; action: string }[]>("/api/admin/activity?limit=50");
    expect(activity.map(({ action }) => action)).toContain("car_back");
    expect(activity[0]?.action).not.toBe("car_back");
    const moments = activity.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
  });

  it("the activity names deleted things as the audit trail does", async () => {
    await test.services.database.rows(
      "insert into audit_events (at, actor, entity, entity_id, action, before) values (now() + interval '1 day', 'system', 'reply', gen_random_uuid()::text, 'deleted', '{\"name\": \"Directions\"}')",
    );
    const isDeletion = ({ action }: { action: string }) => action === "deleted";
    const activity = (await get<{ action: string }[]>("/api/admin/activity?limit=50")).find(isDeletion);
    expect(activity).toMatchObject({ label: "Directions" });
    const trail = (await get<{ action: string }[]>("/api/admin/audit?limit=50")).find(isDeletion);
    expect(trail).toMatchObject({ label: "Directions" });
  });

  it("the activity hides what the administrator may not see in its own list", async () => {
    await test.services.database.rows(
      "insert into audit_events (actor, entity, entity_id, action, after) values ('system', 'order', $1, 'refund', '{\"amount\": \"77.31\"}')",
      [await place()],
    );
    const support = await makePerson(test, { role: "admin", permissions: [] });
    const seen = await test.app.inject({
      url: "/api/admin/activity?limit=50",
      headers: support.authorization,
    });
    expect(seen.body).not.toContain("77.31");
    expect(seen.json()).not.toEqual([]);
    expect(JSON.stringify(await get("/api/admin/activity?limit=50"))).toContain("77.31");
  });

  it("the trips are those of the week", async () => {
    const id = await place();
    await setStatus(id, "confirmed");
    await test.services.database.rows(
      "update orders set pickup_date = current_date + 2, return_date = current_date + 40 where id = $1",
      [id],
    );
    const { pickups } = await get<{ pickups: { id: string; isOverdue: boolean }[] }>("/api/admin/trips");
    expect(pickups).toContainEqual(expect.objectContaining({ id, isOverdue: false }));
  });

  it("the reports add up, as figures and as files", async () => {
    const id = await place();
    await setStatus(id, "completed");
    await setStatus(
      await place(undefined, { city: "Fremont", category: "Compact", monthlyPrice: 9_000_000 }),
      "completed",
    );
    const reports = await get<Reports>("/api/admin/reports");
    const figures = await stats();
    const sum = (slices: { gross: string }[]) =>
      slices.reduce((total, { gross }) => total + Number(gross), 0).toFixed(2);
    expect([sum(reports.months), sum(reports.cities), sum(reports.categories)]).toEqual(
      Array(3).fill(figures.totalRevenue),
    );
    // The city and the category with the highest totals come first.
    expect([reports.cities[0]?.city, reports.categories[0]?.category]).toEqual(["Fremont", "Compact"]);
    expect(reports.funnel).toMatchObject({
      placed: figures.totalOrders,
      completed: figures.completedOrders,
      cancelled: figures.cancelledOrders,
    });
    expect(reports.utilisation).toHaveLength(7);
    // Nothing was rented half a year ago.
    expect(reports.utilisation.slice(0, 3).map(({ percent }) => percent)).toEqual([0, 0, 0]);
    expect(reports.utilisation.at(-1)?.percent).toBeGreaterThan(0);
    expect(reports.utilisation.every(({ percent }) => percent <= 100)).toBe(true);
    const file = await test.app.inject({
      url: "/api/admin/reports/cities.csv",
      headers: admin.authorization,
    });
    expect(file.body).toMatch(/^\uFEFFCity,Placed,Completed,Total of completed\r\n/);
    expect(file.headers["content-disposition"]).toMatch(/cities_\d{4}-\d\d-\d\d\.csv/);
  });

  it("the share of days rented in a past month stays when cars join or leave the fleet", async () => {
    const { database } = test.services;
    const { rows } = database;
    await rows("update cars set created_at = timestamptz '2019-01-15 12:00+00' where retired_at is null");
    const id = await place();
    await setStatus(id, "completed");
    const [rented] = await rows<{ car: string }>(
      "update orders set pickup_date = '2020-02-01', return_date = '2020-02-29' where id = $1 returning car_id as car",
      [id],
    );
    const old = rented?.car;
    await rows("update cars set created_at = timestamptz '2019-01-01 12:00+00' where id = $1", [old]);
    const inFebruary = async () =>
      (await readUtilisation(database, "2020-03-10")).find(({ month }) => month === "2020-02")?.percent;
    const before = await inFebruary();
    // 28 days are paid for, that of the return is not.
    const [fleet] = await rows<{ cars: number }>(
      "select count(*)::int as cars from cars where retired_at is null",
    );
    expect(before).toBe(Math.round(28_000 / (29 * (fleet?.cars ?? 0))) / 10);
    for (let car = 0; car < 5; car++) await makeCar(test);
    expect(await inFebruary()).toBe(before);
    const gone = await makeCar(test);
    await rows("update cars set created_at = timestamptz '2019-01-01 12:00+00' where id = $1", [gone]);
    const withAnother = await inFebruary();
    expect(withAnother).toBeLessThan(before ?? 0);
    await rows("update cars set retired_at = now() where id = $1", [gone]);
    expect(await inFebruary()).toBe(withAnother);
    // The car was imported with its past rentals: it counts from the first of them on.
    await rows("update cars set created_at = now() where id = $1", [old]);
    expect(await inFebruary()).toBe(withAnother);
  });

  it.each([
    ["months", "月份,下单,完成,已完成订单总额"],
    ["cities", "城市,下单,完成,已完成订单总额"],
    ["categories", "车型类别,下单,完成,已完成订单总额"],
    ["utilisation", "月份,百分比"],
    ["funnel", "阶段,数量"],
    ["subscriptions", "邮件订阅,数量"],
  ])("a report is downloaded as a CSV file in the reader's language: %s", async (name, header) => {
    const lines = async (headers: object, lang = "") =>
      (
        await test.app.inject({
          url: `/api/admin/reports/${name}.csv${lang}`,
          headers: { ...admin.authorization, ...headers },
        })
      ).body
        .slice(1)
        .split("\r\n");
    const [chinese, english] = [await lines({ cookie: "language=zh" }), await lines({})];
    expect(chinese[0]).toBe(header);
    expect(chinese).toHaveLength(english.length);
    expect(await lines({ cookie: "language=en" }, "?lang=zh")).toEqual(chinese);
    // The names of the counted things are in the first column.
    const named = ["funnel", "subscriptions"].includes(name) ? chinese.slice(1, -1) : [];
    for (const line of named) expect(line).toMatch(/^[^,]*[\u4e00-\u9fff]/);
    expect(english.join()).not.toMatch(/[\u4e00-\u9fff]/);
  });

  it("a payments administrator sees the income without the right to read reports", async () => {
    const payer = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
    const { months, outstanding, earned } = await get<Reports>("/api/admin/reports");
    expect(await get("/api/admin/dashboard/finance", payer)).toEqual({ months, outstanding, earned });
    const file = await test.app.inject({
      url: "/api/admin/dashboard/finance/months.csv",
      headers: payer.authorization,
    });
    expect(file.headers["content-disposition"]).toMatch(/finance_\d{4}-\d\d-\d\d\.csv/);
    expect(
      (await test.app.inject({ url: "/api/admin/reports", headers: payer.authorization })).statusCode,
    ).toBe(403);
  });
});

describe("the hour of a rental", () => {
  const minute = 60_000;
  const alerts = async () => (await get<SystemAlert[]>("/api/admin/system/alerts")).map(({ href }) => href);
  const listed = async (attention: string) =>
    (await get<{ id: string }[]>(`/api/admin/orders?attention=${attention}`)).map(({ id }) => id);
  /** Los Angeles's date and time, some minutes from now. */
  const inMinutes = (minutes: number): [string, string] => {
    const [date = "", time = ""] = localTimeInLosAngeles(test.services.now() + minutes * minute).split("T");
    return [date, time];
  };

  it("a car is late from an hour after the time that it was due back, in trips, list and alerts", async () => {
    const id = await place();
    await setStatus(id, "in_progress");
    const seen = async (minutes: number) => {
      await test.services.database.rows(
        "update orders set pickup_date = $2::date - 40, return_date = $2, return_time = $3 where id = $1",
        [id, ...inMinutes(minutes)],
      );
      const { active } = await get<Trips>("/api/admin/trips");
      return [active.find((trip) => trip.id === id)?.isOverdue, (await listed("overdue")).includes(id)];
    };
    expect([await seen(-50), await seen(-61)]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await alerts()).toContain("/admin/order-management?attention=overdue");
    await setStatus(id, "completed");
  });

  it("the back office is alerted half a day before an unpaid pickup", async () => {
    const id = await place();
    await setStatus(id, "confirmed");
    const { rows } = test.services.database;
    const seen = async (minutes: number) => {
      await rows(
        "update orders set pickup_date = $2, return_date = $2::date + 40, pickup_time = $3 where id = $1",
        [id, ...inMinutes(minutes)],
      );
      const href = "/admin/order-management?attention=unpaid_pickup";
      return [(await listed("unpaid_pickup")).includes(id), (await alerts()).includes(href)];
    };
    expect(await seen(13 * 60)).toEqual([false, false]);
    expect(await seen(11 * 60)).toEqual([true, true]);
    await rows("update instalments set paid = amount where order_id = $1", [id]);
    expect(await seen(11 * 60)).toEqual([false, false]);
    await setStatus(id, "cancelled");
  });
});

describe("an alert about an open decision", () => {
  /** The alert of a rule, if there is one. */
  const of = async (rule: string) =>
    (await get<SystemAlert[]>("/api/admin/system/alerts")).find(({ id }) => id.startsWith(`${rule}:`));
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    return test.services.database.rows(
      `insert into ${table} (${names.join(", ")}) values (${names.map((_, place) => `$${place + 1}`).join(", ")})`,
      Object.values(row),
    );
  };
  const hosted = async () => {
    const host = await makePerson(test, { role: "host" });
    return { host, orderId: await makeHostedOrder(test, host, null) };
  };
  const proposed = { amount: 60_000, reason: "Moved away", request_hash: "x", proposed_by: "somebody" };
  const at = () => ({ created_at: new Date(test.services.now()) });

  it("a write-off alerts until it is decided, and the alert opens the list of write-offs", async () => {
    for (const [orderId, status] of [
      [await place(), "written"],
      [await place(), "awaiting_approval"],
    ] as const)
      await insert("write_offs", {
        id: crypto.randomUUID(),
        order_id: orderId,
        status,
        ...proposed,
        ...at(),
      });
    expect(await of("write_offs_waiting")).toMatchObject({
      message: "One write-off awaits a second administrator’s approval.",
      href: "/admin/finance?show=to_write_off",
    });
    await test.services.database.rows("update write_offs set status = 'declined'");
    expect(await of("write_offs_waiting")).toBeUndefined();
  });

  it("a correction of a host's balance alerts and leads to the host", async () => {
    const { host, orderId } = await hosted();
    const row = { id: crypto.randomUUID(), host_id: host.id, order_id: orderId, kind: "take_back" };
    await insert("host_adjustments", { ...row, status: "awaiting_approval", ...proposed, ...at() });
    expect(await of("host_adjustments_waiting")).toMatchObject({ href: `/admin/hosts/${host.id}` });
    await test.services.database.rows("update host_adjustments set status = 'declined'");
    expect(await of("host_adjustments_waiting")).toBeUndefined();
  });

  it("things that a renter and a host share alert until somebody has noted them", async () => {
    const { host, orderId } = await hosted();
    const found_at = new Date(test.services.now());
    for (const kind of ["same_phone", "same_card"])
      await insert("payout_flags", { order_id: orderId, host_id: host.id, kind, found_at });
    const alert = await of("payouts_flagged");
    expect(alert).toMatchObject({
      href: "/admin/payouts",
      message: expect.stringContaining("share 2 things"),
    });
    const url = `/api/admin/system/alerts/${encodeURIComponent(alert?.id ?? "")}/acknowledge`;
    const noted = await test.app.inject({ method: "POST", url, headers: admin.authorization });
    expect(noted.statusCode).toBe(200);
    expect(await of("payouts_flagged")).toBeUndefined();
    await test.services.database.rows("update payout_flags set cleared_at = now(), cleared_by = 'somebody'");
  });

  it("an alert names payouts whose result nobody has recorded for two weeks", async () => {
    const { host } = await hosted();
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    const payout = async (of: object) => {
      const row = {
        id: crypto.randomUUID(),
        amount: 10_000,
        made_on: "2026-01-06",
        created_at: ago(30),
        ...of,
      };
      await insert("payouts", { host_id: host.id, status: "made", ...row });
    };
    await payout({ mode: "bank", made_on: "2026-01-13", status: "paid", paid_on: "2026-01-14" });
    await payout({ mode: "bank" });
    const move = (to: string) =>
      test.services.database.rows(`update payouts set ${to} where status = 'made'`);
    expect(await of("payouts_unrecorded")).toBeUndefined();
    await move("taken_at = now() - interval '13 days'");
    expect(await of("payouts_unrecorded")).toBeUndefined();
    await move("taken_at = now() - interval '15 days'");
    expect(await of("payouts_unrecorded")).toMatchObject({
      href: "/admin/payouts",
      message: expect.stringContaining("nobody has recorded"),
    });
    await move("status = 'failed'");
    expect(await of("payouts_unrecorded")).toBeUndefined();
  });

  it("a denied pickup alerts until it is decided", async () => {
    const { host, orderId } = await hosted();
    const id = crypto.randomUUID();
    const now = new Date(test.services.now());
    const record = { id, order_id: orderId, kind: "pickup", side: "host", made_by: host.id, started_at: now };
    await insert("condition_records", record);
    const denial = {
      record_id: id,
      order_id: orderId,
      host_id: host.id,
      words: "I wasn't there",
      denied_at: now,
    };
    await insert("pickup_denials", denial);
    expect(await of("pickups_denied")).toMatchObject({ href: "/admin/payouts" });
    await test.services.database.rows(
      "update pickup_denials set decision = 'dismissed', decided_at = now(), decided_by = 'somebody'",
    );
    expect(await of("pickups_denied")).toBeUndefined();
  });

  it("submitted and changed cars of hosts alert, with the counts of their lists", async () => {
    const host = await makePerson(test, { role: "host" });
    await makeHostCar(test, host.id, "submitted");
    const listed = await makeHostCar(test, host.id);
    expect(await of("host_car_changes")).toBeUndefined();
    await test.services.database.rows("update host_cars set waiting_since = now() where id = $1", [listed]);
    const cars = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    for (const [rule, state, href] of [
      ["host_cars_submitted", "submitted", "/admin/host-cars"],
      ["host_car_changes", "waiting", "/admin/host-cars?state=waiting"],
    ] as const) {
      expect(await of(rule)).toMatchObject({ href, message: expect.stringMatching(/\bone\b/i) });
      expect(await get<unknown[]>(`/api/admin/host-cars?state=${state}`, cars)).toHaveLength(1);
    }
  });
});
