// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { OrderChange } from "#contract/changes.ts";
import type { HostChange } from "#contract/host/changes.ts";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { today } from "#server/services.ts";
import { runOverBrokenRow } from "#test/broken-row.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { orderRow } from "#test/condition.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";
import { answerAsHost, lapseRequests } from "./answer-request.ts";
import { remindHostsOfChanges } from "./remind-hosts.ts";

const hour = 3_600_000;
let test: TestApp;
let host: Person;
let other: Person;
let renter: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  host = await makePerson(test, { role: "host" });
  other = await makePerson(test, { role: "host" });
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

type Method = "GET" | "POST" | "PUT" | "DELETE";
const call = (by: Person, method: Method, url: string, payload?: object) =>
  test.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });
/** A promised rental that begins in 30 days. */
const promised = () =>
  makeHostedOrder(test, host, renter.id, {
    pickupDate: addDays(today(test.services), 30),
    returnDate: addDays(today(test.services), 60),
  });
async function ask(orderId: string, sent: object): Promise<OrderChange> {
  const asked = await call(renter, "POST", `/api/orders/${orderId}/changes`, sent);
  expect(asked.statusCode, asked.body).toBe(201);
  return asked.json<OrderChange>();
}
const extension = async (orderId: string) =>
  ask(orderId, { kind: "extension", returnDate: addDays((await orderRow(test, orderId)).returnDate, 30) });
const answer = (by: Person, id: string, decision: "accepted" | "declined", reason?: string) =>
  call(by, "PUT", `/api/host/changes/${id}`, { decision, ...(reason && { reason }) });
const waiting = async (by = host) => (await call(by, "GET", "/api/host/changes")).json<HostChange[]>();
const later = (hours: number): TestApp["services"] => ({
  ...test.services,
  now: () => test.services.now() + hours * hour,
});
const emailsOf = async (orderId: string) =>
  (
    await test.services.database.rows<{ kind: string }>(
      "select kind from emails where order_id = $1 order by kind",
      [orderId],
    )
  ).map(({ kind }) => kind);

describe("a change of a rental that its host has promised", () => {
  it("an extension is answered by the car's host alone, who sees the additional earnings", async () => {
    const id = await promised();
    const change = await extension(id);
    expect(change.status).toBe("requested");
    const shown = (await waiting()).find((one) => one.id === change.id);
    expect(shown).toMatchObject({ kind: "extension", orderId: id });
    expect(Number(shown?.after.earns)).toBeGreaterThan(Number(shown?.before.earns));
    expect((await waiting(other)).some((one) => one.id === change.id)).toBe(false);
    expect(refusalOf(await answer(other, change.id, "accepted")).status).toBe(404);
    expect((await answer(renter, change.id, "accepted")).statusCode).toBe(403);
    expect((await answer(host, change.id, "accepted")).json<HostChange>().status).toBe("accepted");
    expect((await answer(host, change.id, "accepted")).statusCode).toBe(200);
    expect(refusalOf(await answer(host, change.id, "declined", "Late")).code).toBe("change_answered");
    expect((await orderRow(test, id)).returnDate).toBe(addDays(today(test.services), 90));
    expect(await emailsOf(id)).toEqual(["extension_accepted", "extension_asked", "host_change_asked"]);
  });

  it("a change of dates waits for the host with its days kept, and is declined with a reason", async () => {
    const id = await promised();
    const { carId } = await orderRow(test, id);
    const dates = {
      pickupDate: addDays(today(test.services), 20),
      returnDate: addDays(today(test.services), 70),
    };
    const change = await ask(id, { kind: "dates", ...dates });
    expect(change.status).toBe("requested");
    expect((await orderRow(test, id)).pickupDate).toBe(addDays(today(test.services), 30));
    const kept = await test.services.database.rows<{ from: string; until: string }>(
      `select first_date::text as "from", last_date::text as "until" from day_holds where car_id = $1 order by first_date`,
      [carId],
    );
    expect(kept).toEqual([
      { from: dates.pickupDate, until: addDays(today(test.services), 29) },
      { from: addDays(today(test.services), 61), until: dates.returnDate },
    ]);
    expect(refusalOf(await answer(host, change.id, "declined")).fields).toEqual(["reason"]);
    expect((await answer(host, change.id, "declined", "In the shop")).statusCode).toBe(200);
    expect(await orderRow(test, id)).toMatchObject({ pickupDate: addDays(today(test.services), 30) });
    const left = await test.services.database.rows("select 1 from day_holds where order_id = $1", [id]);
    expect(left).toEqual([]);
    expect(await emailsOf(id)).toEqual(["change_asked", "change_declined", "host_change_asked"]);
  });

  it("a change of dates moves the rental and its price once the host agrees", async () => {
    const id = await promised();
    const dates = {
      pickupDate: addDays(today(test.services), 35),
      returnDate: addDays(today(test.services), 75),
    };
    const change = await ask(id, { kind: "dates", ...dates });
    expect((await answer(host, change.id, "accepted")).statusCode).toBe(200);
    const row = await orderRow(test, id);
    expect(row).toMatchObject({ ...dates, total: Math.round(Number(change.after.total) * 100) });
    expect(await emailsOf(id)).toEqual(expect.arrayContaining(["order_dates", "admin_order_dates"]));
  });

  it("a change of place waits for the host, and one of times is made at once with an email", async () => {
    const id = await promised();
    const may = async () =>
      (await call(renter, "GET", `/api/account/orders/${id}`)).json<OwnOrderDetail>().actions;
    expect(await may()).toMatchObject({ handover: { allowed: true }, place: { allowed: true } });
    const place = await ask(id, { kind: "pickup", pickupLocation: "1 Other Street" });
    expect(place.status).toBe("requested");
    expect(await may()).toMatchObject({
      handover: { allowed: true },
      place: { allowed: false, reason: "waiting" },
    });
    expect((await ask(id, { kind: "pickup", returnTime: "13:00" })).status).toBe("accepted");
    const second = await call(renter, "POST", `/api/orders/${id}/changes`, {
      kind: "pickup",
      pickupLocation: "2 Third Street",
    });
    expect(second.json()).toMatchObject({ code: "change_not_possible", obstacle: "waiting" });
    expect((await orderRow(test, id)).pickupLocation).not.toBe("1 Other Street");
    expect((await answer(host, place.id, "accepted")).statusCode).toBe(200);
    expect((await orderRow(test, id)).pickupLocation).toBe("1 Other Street");
    expect((await ask(id, { kind: "pickup", pickupTime: "12:00" })).status).toBe("accepted");
    expect((await orderRow(test, id)).pickupTime).toBe("12:00");
    expect(await emailsOf(id)).toContain("host_rental_changed");
  });

  it("a change of dates can be answered only until the requested pickup", async () => {
    const id = await promised();
    const dates = {
      pickupDate: addDays(today(test.services), 2),
      returnDate: addDays(today(test.services), 60),
    };
    const change = await ask(id, { kind: "dates", ...dates });
    const { pickupTime } = await orderRow(test, id);
    const pickup = instantInLosAngeles(dates.pickupDate, pickupTime);
    expect(Date.parse(change.answerUntil ?? "")).toBe(pickup);
    // The renter may move the hours to earlier ones meanwhile.
    await test.services.database.rows("update orders set pickup_time = '00:00' where id = $1", [id]);
    const inTime = { ...test.services, now: () => pickup - hour };
    await expect(answerAsHost(inTime, change.id, { to: "accepted", by: host.id })).rejects.toMatchObject({
      code: "stale",
    });
    expect((await orderRow(test, id)).pickupDate).toBe(addDays(today(test.services), 30));
  });

  it("an accepted change of place keeps times that the renter changed meanwhile", async () => {
    const id = await promised();
    const place = await ask(id, { kind: "pickup", pickupLocation: "1 Other Street", returnTime: "18:00" });
    expect((await ask(id, { kind: "pickup", pickupTime: "14:00" })).status).toBe("accepted");
    expect((await answer(host, place.id, "accepted")).statusCode).toBe(200);
    const handover = { pickupLocation: "1 Other Street", pickupTime: "14:00", returnTime: "18:00" };
    expect(await orderRow(test, id)).toMatchObject(handover);
    const [event] = await test.services.database.rows<{ before: object }>(
      `select before from audit_events where entity_id = $1 and action = 'handover_changed' order by id desc limit 1`,
      [id],
    );
    expect(event?.before).toMatchObject({ pickupTime: "14:00" });
  });

  it("an administrator may answer a change for the host, who gets an email", async () => {
    const id = await promised();
    const change = await ask(id, { kind: "pickup", pickupLocation: "1 Other Street" });
    const accepted = await call(admin, "PUT", `/api/admin/changes/${change.id}`, { decision: "accepted" });
    expect(accepted.statusCode, accepted.body).toBe(200);
    expect((await orderRow(test, id)).pickupLocation).toBe("1 Other Street");
    expect(await emailsOf(id)).toContain("host_change_accepted_for_you");
  });

  it.each(["dates", "pickup"] as const)(
    "a change of the %s lapses, and can't be accepted, once the keys were given",
    async (kind) => {
      const id = await promised();
      const { pickupDate, returnDate } = await orderRow(test, id);
      const sent = {
        dates: { pickupDate: addDays(pickupDate, 1), returnDate: addDays(returnDate, 1) },
        pickup: { pickupLocation: "1 Other Street" },
      };
      const change = await ask(id, { kind, ...sent[kind] });
      // A request that was left open from before the keys.
      await test.services.database.rows("update orders set status = 'in_progress' where id = $1", [id]);
      const byAdmin = call(admin, "PUT", `/api/admin/changes/${change.id}`, { decision: "accepted" });
      for (const answered of [answer(host, change.id, "accepted"), byAdmin])
        expect(refusalOf(await answered).code).toBe("stale");
      await test.services.database.rows("update orders set status = 'confirmed' where id = $1", [id]);
      const status = { status: "in_progress", reason: "They have the keys" };
      expect((await call(admin, "PUT", `/api/admin/orders/${id}/status`, status)).statusCode).toBe(200);
      expect(refusalOf(await answer(host, change.id, "accepted")).code).toBe("change_answered");
      expect(await test.services.database.rows("select from day_holds where order_id = $1", [id])).toEqual(
        [],
      );
      expect(await orderRow(test, id)).toMatchObject({ pickupDate, returnDate });
      expect(
        await test.services.database.rows("select status from order_changes where id = $1", [change.id]),
      ).toEqual([{ status: "lapsed" }]);
    },
  );

  it("a change is followed by one reminder, lapses after 72 hours, and both get an email", async () => {
    const id = await promised();
    const change = await ask(id, {
      kind: "dates",
      pickupDate: addDays(today(test.services), 31),
      returnDate: addDays(today(test.services), 62),
    });
    await remindHostsOfChanges(later(47));
    expect(await emailsOf(id)).not.toContain("host_change_reminder");
    await remindHostsOfChanges(later(49));
    await remindHostsOfChanges(later(50));
    expect((await emailsOf(id)).filter((kind) => kind === "host_change_reminder")).toHaveLength(1);
    await lapseRequests(later(73));
    expect(await emailsOf(id)).toEqual(expect.arrayContaining(["change_lapsed", "host_change_lapsed"]));
    expect(refusalOf(await answer(host, change.id, "accepted")).code).toBe("change_answered");
    expect((await orderRow(test, id)).pickupDate).toBe(addDays(today(test.services), 30));
  });

  it("a change lapses even if another fails or is answered at that moment", async () => {
    const answeredOrder = await promised();
    const [broken, first, second] = [
      await extension(await promised()),
      await extension(answeredOrder),
      await extension(await promised()),
    ];
    const statuses = async () =>
      (
        await test.services.database.rows<{ status: string }>(
          `select status from order_changes where id = any($1) order by array_position($1, id)`,
          [[broken.id, first.id, second.id]],
        )
      ).map(({ status }) => status);
    const row = { table: "order_changes", condition: `new.id = '${broken.id}'` };
    let isWithdrawn = false;
    const services = later(73);
    const whileAnswered: typeof services = {
      ...services,
      database: {
        ...services.database,
        async transaction(work) {
          if (!isWithdrawn) {
            isWithdrawn = true;
            await call(renter, "DELETE", `/api/orders/${answeredOrder}/changes/${first.id}`);
          }
          return services.database.transaction(work);
        },
      },
    };
    await runOverBrokenRow(test, row, () => lapseRequests(whileAnswered));
    expect(await statuses()).toEqual(["requested", "withdrawn", "lapsed"]);
    await lapseRequests(services);
    expect(await statuses()).toEqual(["lapsed", "withdrawn", "lapsed"]);
  });

  it("a change can be withdrawn by its renter, and the host gets an email", async () => {
    const id = await promised();
    const change = await extension(id);
    expect((await call(renter, "DELETE", `/api/orders/${id}/changes/${change.id}`)).statusCode).toBe(200);
    expect(await emailsOf(id)).toEqual(["extension_asked", "host_change_asked", "host_change_withdrawn"]);
  });

  it("a change of place is made at once while the request itself waits for the host", async () => {
    const id = await makeHostedOrder(test, host, renter.id, {
      status: "pending",
      isPaid: false,
      pickupDate: addDays(today(test.services), 30),
      returnDate: addDays(today(test.services), 60),
      hostAnsweredAt: null,
      hostAnswer: null,
    });
    expect((await ask(id, { kind: "pickup", pickupLocation: "1 Other Street" })).status).toBe("accepted");
  });

  it("a changed request waits for its host until the new pickup at the latest", async () => {
    const id = await makeHostedOrder(test, host, renter.id, {
      status: "pending",
      isPaid: false,
      pickupDate: addDays(today(test.services), 30),
      returnDate: addDays(today(test.services), 60),
      hostAnsweredAt: null,
      hostAnswer: null,
      expiresAt: new Date(test.services.now() + 30 * 24 * hour),
    });
    const pickupDate = addDays(today(test.services), 3);
    await ask(id, { kind: "dates", pickupDate, returnDate: addDays(pickupDate, 31) });
    const { pickupTime, expiresAt } = await orderRow(test, id);
    expect(expiresAt?.getTime()).toBe(instantInLosAngeles(pickupDate, pickupTime));
    await ask(id, { kind: "pickup", pickupTime: "09:00" });
    expect((await orderRow(test, id)).expiresAt?.getTime()).toBe(instantInLosAngeles(pickupDate, "09:00"));
  });
});

describe("a change of a rental whose host no longer hosts", () => {
  const outcome = { taken: "the mark was taken", suspended: "the host is suspended" } as const;
  const endHosting = async (how: keyof typeof outcome): Promise<Person> => {
    const former = await makePerson(test, { role: "host" });
    const end = {
      taken: () =>
        call(admin, "PUT", `/api/admin/users/${former.id}/role`, { role: "customer", permissions: [] }),
      suspended: () => call(admin, "POST", `/api/admin/users/${former.id}/suspend`, { reason: "Fraud" }),
    }[how];
    const ended = await end();
    expect(ended.statusCode, ended.body).toBe(200);
    return former;
  };
  const rentalOf = (former: Person) =>
    makeHostedOrder(test, former, renter.id, {
      pickupDate: addDays(today(test.services), 30),
      returnDate: addDays(today(test.services), 60),
    });
  const subjects = async (orderId: string, kind: string) =>
    (
      await test.services.database.rows<{ recipient: string; content: string }>(
        "select recipient, content::text as content from emails where order_id = $1 and kind = $2",
        [orderId, kind],
      )
    ).map(({ recipient, content }) => [recipient, content] as const);

  it.each(["taken", "suspended"] as const)(
    "a change is answered by the back office once the host is %s",
    async (how) => {
      const former = await endHosting(how);
      const id = await rentalOf(former);
      const more = await extension(id);
      expect(await emailsOf(id)).toEqual(["admin_extension_asked", "extension_asked"]);
      const [asked] = await subjects(id, "admin_extension_asked");
      expect(asked?.[0]).toBe(test.services.config.adminEmail);
      const [toRenter] = await subjects(id, "extension_asked");
      expect(toRenter?.[1]).toContain("We’ll hold the extra days until we answer");
      expect((await call(renter, "DELETE", `/api/orders/${id}/changes/${more.id}`)).statusCode).toBe(200);
      expect(await emailsOf(id)).toContain("admin_extension_withdrawn");

      const place = await ask(id, { kind: "pickup", pickupLocation: "1 Other Street" });
      const [change] = await subjects(id, "admin_change_asked");
      expect(change?.[1]).toContain("handover at 1 Other Street");
      expect((await subjects(id, "change_asked"))[0]?.[1]).toContain("We’ll answer by");
      const counted = await call(admin, "GET", "/api/admin/orders?attention=request&limit=100");
      expect(counted.json<{ id: string }[]>().map((order) => order.id)).toContain(id);
      const alerts = await call(admin, "GET", "/api/admin/system/alerts");
      expect(alerts.body).toContain(`more_days_asked:${place.id}`);
      await lapseRequests(later(73));
      expect((await subjects(id, "change_lapsed"))[0]?.[1]).toContain("we didn’t answer in time");
      expect((await emailsOf(id)).filter((kind) => kind.startsWith("host_"))).toEqual([]);
    },
  );

  it("a change reaches the back office at once if its host stops hosting meanwhile", async () => {
    const former = await makePerson(test, { role: "host" });
    const id = await rentalOf(former);
    await ask(id, { kind: "pickup", pickupLocation: "1 Other Street" });
    expect(await emailsOf(id)).toEqual(["change_asked", "host_change_asked"]);
    await call(admin, "PUT", `/api/admin/users/${former.id}/role`, { role: "customer", permissions: [] });
    expect(await emailsOf(id)).toEqual(["admin_change_asked", "change_asked", "host_change_asked"]);
    await remindHostsOfChanges(later(49));
    expect((await emailsOf(id)).filter((kind) => kind === "admin_change_asked")).toHaveLength(2);
  });
});

describe("a change against the host's rules", () => {
  const rulesOf = (orderId: string, rules: string) =>
    test.services.database.rows(
      `update cars set ${rules} where id = (select car_id from orders where id = $1)`,
      [orderId],
    );
  const tryAsk = (orderId: string, sent: object) =>
    call(renter, "POST", `/api/orders/${orderId}/changes`, sent);

  it("an extension beyond the car's longest stay is refused", async () => {
    const id = await promised();
    const { pickupDate, returnDate } = await orderRow(test, id);
    await rulesOf(id, "max_rent_days = 45");
    const until = (days: number) => ({ kind: "extension", returnDate: addDays(pickupDate, days) });
    expect(refusalOf(await tryAsk(id, until(46)))).toMatchObject({ status: 422, fields: ["returnDate"] });
    expect((await tryAsk(id, until(45))).statusCode).toBe(201);
    expect((await orderRow(test, id)).returnDate).toBe(returnDate);
    const whole = await promised();
    await rulesOf(whole, "max_rent_days = 30");
    const longer = { kind: "extension", returnDate: addDays((await orderRow(test, whole)).returnDate, 1) };
    expect(refusalOf(await tryAsk(whole, longer))).toMatchObject({ code: "change_not_possible" });
  });

  it("a change of dates keeps the car's notice and longest stay", async () => {
    const id = await promised();
    await rulesOf(id, "notice_days = 14, max_rent_days = 40");
    const day = (days: number) => addDays(today(test.services), days);
    const dates = (from: number, until: number) => ({
      kind: "dates",
      pickupDate: day(from),
      returnDate: day(until),
    });
    expect(refusalOf(await tryAsk(id, dates(13, 43)))).toMatchObject({ status: 422, fields: ["pickupDate"] });
    expect(refusalOf(await tryAsk(id, dates(14, 60)))).toMatchObject({ status: 422, fields: ["returnDate"] });
    expect((await tryAsk(id, dates(14, 44))).statusCode).toBe(201);
  });
});
