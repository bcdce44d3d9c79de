// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { HostRequest, HostRequestDetail } from "#contract/host/requests.ts";
import type { Order } from "#contract/orders.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { remindHosts } from "#server/orders/host/remind.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { orderRow, verifyLicence } from "#test/condition.ts";
import { letEmailsGo, linkIn, emailTo } from "#test/emails.ts";
import { makeCar } from "#test/factories.ts";
import { requestCalls } from "#test/host-requests.ts";

let test: TestApp;
let host: Person;
let other: Person;
let renter: Person;
let desk: Person;
const calls = requestCalls(() => test);
const { call, rows, requested, booked, accept, decline, answer, letLapse, emailsAbout, carOf } = calls;
beforeAll(async () => {
  test = await startTestApp({ DESK_EMAIL: "desk@longbay.example", PAYMENT_INSTRUCTIONS: "Zelle us" });
  host = await makePerson(test, { role: "host" });
  other = await makePerson(test, { role: "host" });
  renter = await makePerson(test);
  desk = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

const hour = 3_600_000;
const shown = async (who: Person, id: string) =>
  (await call(who, "GET", `/api/host/requests/${id}`)).json<HostRequestDetail>();
const list = async (who: Person, state = "waiting") =>
  (await call(who, "GET", `/api/host/requests?state=${state}`)).json<HostRequest[]>();
const kindsTo = async (id: string, recipient: string) =>
  (await emailsAbout(id)).filter((email) => email.recipient === recipient).map(({ kind }) => kind);

describe("a request for a host's car", () => {
  it("a request emails its host at once, shows the earnings and can be accepted", async () => {
    const carId = await carOf(host);
    const id = await requested(renter, { carId, days: 90 });
    const order = await orderRow(test, id);
    expect(order.hostAskedAt).not.toBeNull();
    expect(order.expiresAt?.getTime()).toBe((order.hostAskedAt?.getTime() ?? 0) + 24 * hour);
    expect(await kindsTo(id, host.email)).toEqual(["host_order_asked"]);
    const email = await emailTo(test, host.email, "host_order_asked");
    expect(linkIn(email).pathname).toBe(`/host/requests/${id}`);
    const listed = (await list(host)).find((one) => one.id === id);
    expect(listed).toMatchObject({
      state: "waiting",
      answerUntil: order.expiresAt?.toISOString(),
      car: { id: carId },
      renter: { firstName: "Mei", rentals: 0, mean: null, isVerified: false },
      earnings: { sharePercent: 80 },
    });
    expect(listed?.renter.name).toBeUndefined();
    expect((await accept(host, id)).json<HostRequestDetail>()).toMatchObject({
      state: "accepted",
      answerUntil: null,
      renter: { name: "Mei Zhangsecret", phone: "+1 650 555 0177" },
    });
    expect(await orderRow(test, id)).toMatchObject({ status: "confirmed", hostAnswer: "accepted" });
    expect(await kindsTo(id, renter.email)).toEqual(["order_received", "order_confirmed"]);
    expect(await kindsTo(id, host.email)).toEqual(["host_order_asked"]);
    const yes = (await emailsAbout(id)).at(-1)?.content;
    expect(yes).toContain("host said yes");
    expect(yes).toContain("Without it, the order is canceled on");
    const history = await rows<{ actor: string }>(
      "select actor from audit_events where entity_id = $1 and action = 'status'",
      [id],
    );
    expect(history).toEqual([{ actor: host.id }]);
    const own = (await call(renter, "GET", `/api/account/orders/${id}`)).json<OwnOrderDetail>();
    expect(own.history.map(({ by, to }) => `${to} by ${by}`)).toEqual([
      "pending by renter",
      "confirmed by host",
    ]);
    expect((await list(host, "answered")).map((one) => one.id)).toContain(id);
    expect((await list(host)).map((one) => one.id)).not.toContain(id);
  });

  it("a declined request has one of five reasons, and its renter gets up to three similar cars", async () => {
    for (let made = 0; made < 4; made++) await makeCar(test);
    const id = await requested(renter, { carId: await carOf(host), language: "zh" });
    expect(refusalOf(await answer(host, id, "declined"))).toMatchObject({
      status: 422,
      code: "reason_needed",
    });
    expect((await answer(host, id, "declined", { reason: "mood" })).statusCode).toBe(422);
    const declined = await decline(host, id, "repair", "The brakes are being done.");
    expect(declined.json<HostRequestDetail>()).toMatchObject({
      state: "declined",
      reason: "repair",
      words: "The brakes are being done.",
    });
    expect(await orderRow(test, id)).toMatchObject({ status: "cancelled", holdsCar: false });
    const said = (await emailsAbout(id)).at(-1);
    expect(said).toMatchObject({ kind: "order_declined", recipient: renter.email, language: "zh" });
    expect(said?.content).toContain("车辆需要维修");
    expect(said?.content).toContain("The brakes are being done.");
    expect(said?.content.match(/"\/?[^"]*\/cars\/[0-9a-f-]{36}\?/g)).toHaveLength(3);
    const order = (await call(renter, "GET", `/api/orders/${id}`)).json<Order>();
    expect(order.host).toMatchObject({ outcome: "declined", reason: "repair" });
  });

  it("a visitor's request reaches its host once the address is confirmed, with the whole time to answer", async () => {
    const carId = await carOf(host);
    const placed = await calls.request(undefined, { carId });
    const { id } = placed.json<{ id: string }>();
    expect(placed.json<Order>().host).toMatchObject({ outcome: "unasked" });
    expect((await shown(host, id)).id).toBeUndefined();
    expect(refusalOf(await accept(host, id))).toMatchObject({ status: 404, code: "order_not_found" });
    expect(await kindsTo(id, host.email)).toEqual([]);
    const email = (await emailsAbout(id)).find(({ kind }) => kind === "order_received");
    const key = /key=([\w-]+)/.exec(email?.content ?? "")?.[1];
    await rows("update orders set created_at = created_at - interval '1 hour' where id = $1", [id]);
    const confirmed = await call(undefined, "POST", `/api/orders/${id}/confirm-email`, { key });
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    const order = await orderRow(test, id);
    expect(order.expiresAt?.getTime()).toBe((order.hostAskedAt?.getTime() ?? 0) + 24 * hour);
    expect(confirmed.json<Order>()).toMatchObject({ host: { outcome: "waiting" } });
    expect(await kindsTo(id, host.email)).toEqual(["host_order_asked"]);
    expect((await shown(host, id)).renter).toMatchObject({ firstName: "Mei", since: null });
  });

  it("a request is never found by another host, a renter or an unapproved account", async () => {
    const id = await requested(renter, { carId: await carOf(host) });
    const late = await requested(renter, { carId: await carOf(host) });
    await accept(host, late);
    for (const one of [id, late]) {
      expect(refusalOf(await call(other, "GET", `/api/host/requests/${one}`))).toMatchObject({
        status: 404,
        code: "order_not_found",
      });
      for (const decision of ["accepted", "declined"])
        expect((await answer(other, one, decision, { reason: "other" })).statusCode).toBe(404);
      expect((await call(renter, "GET", `/api/host/requests/${one}`)).statusCode).toBe(403);
    }
    expect(await list(other)).toEqual([]);
    expect(await orderRow(test, id)).toMatchObject({ status: "pending" });
    await decline(host, id);
  });

  it("a request is followed by one reminder after 12 hours and lapses with similar cars after 24", async () => {
    const id = await requested(renter, { carId: await carOf(host) });
    await remindHosts(test.services);
    expect(await kindsTo(id, host.email)).toEqual(["host_order_asked"]);
    await rows("update orders set host_asked_at = now() - interval '12 hours' where id = $1", [id]);
    for (let again = 0; again < 2; again++) await remindHosts(test.services);
    expect(await kindsTo(id, host.email)).toEqual(["host_order_asked", "host_order_reminder"]);
    await letLapse(id);
    for (let again = 0; again < 2; again++) await endStaleOrders(test.services);
    expect(await kindsTo(id, host.email)).toEqual([
      "host_order_asked",
      "host_order_reminder",
      "host_order_lapsed",
    ]);
    expect(await kindsTo(id, renter.email)).toEqual(["order_received", "order_expired"]);
    const said = (await emailsAbout(id)).find(({ kind }) => kind === "order_expired");
    expect(said?.content).toContain("host didn’t answer in time");
    expect(said?.content).toMatch(/\/cars\/[0-9a-f-]{36}\?/);
    expect(await shown(host, id)).toMatchObject({ state: "lapsed" });
  });

  it("a request whose pickup has passed can lapse or be declined, and offers no past days", async () => {
    const passed = async () => {
      const id = await requested(renter, { carId: await carOf(host) });
      await rows(
        "update orders set pickup_date = pickup_date - 90, return_date = return_date - 90 where id = $1",
        [id],
      );
      return id;
    };
    const [unanswered, declined] = [await passed(), await passed()];
    await letLapse(unanswered);
    await endStaleOrders(test.services);
    expect((await decline(host, declined)).statusCode).toBe(200);
    for (const [id, kind] of [
      [unanswered, "order_expired"],
      [declined, "order_declined"],
    ] as const) {
      expect((await orderRow(test, id)).status).toBe("cancelled");
      const said = (await emailsAbout(id)).find((email) => email.kind === kind);
      expect(said?.content).not.toMatch(/\/cars\/[0-9a-f-]{36}/);
    }
  });

  it("a request can't be accepted after its time, even if the job hasn't ended it", async () => {
    const id = await requested(renter, { carId: await carOf(host) });
    await letLapse(id);
    expect(refusalOf(await accept(host, id))).toMatchObject({ status: 409, code: "request_answered" });
    expect(await orderRow(test, id)).toMatchObject({ status: "cancelled", hostAnswer: "lapsed" });
    expect(await kindsTo(id, renter.email)).toEqual(["order_received", "order_expired"]);
  });

  it("a request withdrawn by its renter can't be answered, and its host gets an email", async () => {
    const id = await requested(renter, { carId: await carOf(host) });
    expect((await call(renter, "POST", `/api/orders/${id}/cancel`, {})).statusCode).toBe(200);
    expect(await kindsTo(id, host.email)).toEqual(["host_order_asked", "host_order_withdrawn"]);
    expect(refusalOf(await accept(host, id))).toMatchObject({ code: "request_answered" });
    expect(await shown(host, id)).toMatchObject({ state: "withdrawn" });
  });

  it("a request with two simultaneous answers keeps one, and the same answer twice is one", async () => {
    for (const pair of [["accepted", "declined"] as const, ["accepted", "accepted"] as const]) {
      const id = await requested(renter, { carId: await carOf(host) });
      const answers = await Promise.all(pair.map((one) => answer(host, id, one, { reason: "other" })));
      const done = answers.filter(({ statusCode }) => statusCode === 200).length;
      expect(done).toBe(pair[0] === pair[1] ? 2 : 1);
      expect(
        answers.filter(({ statusCode }) => statusCode !== 200).map((one) => refusalOf(one).code),
      ).toEqual(done === 2 ? [] : ["request_answered"]);
      const toRenter = (await kindsTo(id, renter.email)).filter((kind) => kind !== "order_received");
      expect(toRenter).toHaveLength(1);
      await call(renter, "POST", `/api/orders/${id}/cancel`, {});
    }
  });

  it("a request withdrawn while its host answers has one outcome", async () => {
    for (let round = 0; round < 2; round++) {
      const id = await requested(renter, { carId: await carOf(host) });
      const [said, cancelled] = await Promise.all([
        accept(host, id),
        call(renter, "POST", `/api/orders/${id}/cancel`, {}),
      ]);
      expect(cancelled.statusCode).toBe(200);
      expect([200, 409]).toContain(said.statusCode);
      const { status, hostAnswer } = await orderRow(test, id);
      expect([status, hostAnswer]).toEqual(["cancelled", said.statusCode === 200 ? "accepted" : "withdrawn"]);
      expect((await kindsTo(id, host.email)).toSorted()).toEqual([
        "host_order_asked",
        said.statusCode === 200 ? "host_order_cancelled" : "host_order_withdrawn",
      ]);
    }
  });

  it("a request whose dates are taken can't be accepted, and waits on", async () => {
    const carId = await carOf(host);
    const first = await requested(renter, { carId });
    await rows("update orders set lacks_hold = true where id = $1", [first]);
    const second = await requested(await makePerson(test), { carId });
    expect(await shown(host, first)).toMatchObject({ isUnheld: true });
    expect((await accept(host, second)).statusCode).toBe(200);
    expect(refusalOf(await accept(host, first))).toMatchObject({ status: 409, code: "car_taken" });
    expect(await orderRow(test, first)).toMatchObject({ status: "pending" });
    expect((await shown(host, first)).beside.map(({ kind }) => kind)).toContain("order");
  });
});

describe("an administrator", () => {
  const set = (id: string, status: string, more: object = {}) =>
    call(desk, "PUT", `/api/admin/orders/${id}/status`, { status, ...more });

  it("an administrator can answer for a host, who gets an email once the answer can't be undone", async () => {
    for (const [status, kind, outcome] of [
      ["confirmed", "host_order_accepted_for_you", "accepted"],
      ["cancelled", "host_order_declined_for_you", "declined"],
    ] as const) {
      const id = await requested(renter, { carId: await carOf(host) });
      expect((await set(id, status, { reason: "By telephone" })).statusCode).toBe(200);
      await letEmailsGo(test);
      expect(await kindsTo(id, host.email)).toEqual(["host_order_asked", kind]);
      expect((await emailsAbout(id)).find((email) => email.kind === kind)?.content).toContain("By telephone");
      expect(await orderRow(test, id)).toMatchObject({ status, hostAnswer: outcome });
      expect(
        refusalOf(
          await answer(host, id, outcome === "accepted" ? "declined" : "accepted", { reason: "other" }),
        ),
      ).toMatchObject({
        code: "request_answered",
      });
    }
  });

  it("an administrator's undone answer leaves the request waiting, without an email to the host", async () => {
    const id = await requested(renter, { carId: await carOf(host) });
    const before = await orderRow(test, id);
    const { change } = (await set(id, "confirmed")).json<{ change: number }>();
    const undone = await call(desk, "POST", `/api/admin/orders/${id}/undo-status`, { change });
    expect(undone.statusCode, undone.body).toBe(200);
    await letEmailsGo(test);
    expect(await kindsTo(id, host.email)).toEqual(["host_order_asked"]);
    expect(await orderRow(test, id)).toMatchObject({
      hostAskedAt: before.hostAskedAt,
      hostAnswer: null,
      hostAnsweredAt: null,
      expiresAt: before.expiresAt,
    });
    expect((await accept(host, id)).statusCode).toBe(200);
  });

  it("an order set to pending again goes to its host with the whole time to answer", async () => {
    const id = await requested(renter, { carId: await carOf(host) });
    await decline(host, id);
    await set(id, "pending", { reason: "The renter called" });
    await letEmailsGo(test);
    expect(await kindsTo(id, host.email)).toEqual(["host_order_asked", "host_order_asked"]);
    expect(await shown(host, id)).toMatchObject({ state: "waiting", reason: null, words: "" });
  });

  it("an administrator sees which host a renter waits for, and since when", async () => {
    const id = await requested(renter, { carId: await carOf(host) });
    const { hostAskedAt } = await orderRow(test, id);
    const detail = (await call(desk, "GET", `/api/admin/orders/${id}`)).json<object>();
    expect(detail).toMatchObject({
      waitsForHostSince: hostAskedAt?.toISOString(),
      host: { id: host.id, name: "Wei Lin" },
    });
    await accept(host, id);
    expect((await call(desk, "GET", `/api/admin/orders/${id}`)).json<object>()).toMatchObject({
      waitsForHostSince: null,
    });
  });
});

describe("a host's own request", () => {
  it("a host can't order their own car or answer their own request", async () => {
    const carId = await carOf(host);
    expect(refusalOf(await calls.request(host, { carId }))).toMatchObject({ status: 403, code: "own_car" });
    expect(
      refusalOf(
        await call(host, "POST", "/api/wizard", {
          carId,
          pickupDate: "2027-05-01",
          returnDate: "2027-06-01",
          customerPhone: "+1 650 555 0177",
        }),
      ),
    ).toMatchObject({ code: "own_car" });
    const id = await requested(renter, { carId });
    await rows("update orders set account_id = $2, customer_email = $3 where id = $1", [
      id,
      host.id,
      host.email,
    ]);
    expect(await shown(host, id)).toMatchObject({ isOwn: true });
    for (const decision of ["accepted", "declined"])
      expect(refusalOf(await answer(host, id, decision, { reason: "other" }))).toMatchObject({
        status: 403,
        code: "own_car",
      });
  });

  it("an administrator can't answer for their own car as the back office while another could", async () => {
    const both = await makePerson(test, { role: "admin", permissions: ["all"] });
    await rows("update accounts set hosting_since = now() where id = $1", [both.id]);
    const id = await requested(renter, { carId: await carOf(both) });
    const asAdmin = await call(both, "PUT", `/api/admin/orders/${id}/status`, { status: "confirmed" });
    expect(refusalOf(asAdmin)).toMatchObject({ status: 403, code: "own_affair" });
    expect((await accept(both, id)).statusCode).toBe(200);
  });
});

describe("instant booking", () => {
  it("an instant booking is confirmed at once, and its host has nothing to answer", async () => {
    const placed = await booked(await makePerson(test), { carId: await carOf(host, { instantBook: true }) });
    const { id, status } = placed.json<Order>();
    expect(status).toBe("confirmed");
    expect(await kindsTo(id, host.email)).toEqual(["host_order_booked"]);
    expect(refusalOf(await accept(host, id))).toMatchObject({ code: "request_answered" });
  });

  it("a booking of another hosted car waits for its host with its dates held", async () => {
    const booker = await makePerson(test);
    const placed = await booked(booker, { carId: await carOf(host) });
    expect(placed.statusCode, placed.body).toBe(200);
    const { id, status } = placed.json<Order>();
    expect(status).toBe("pending");
    expect(await orderRow(test, id)).toMatchObject({ holdsCar: true, lacksHold: false, source: "wizard" });
    expect(await kindsTo(id, booker.email)).toEqual(["order_received"]);
    const received = (await emailsAbout(id)).find(({ kind }) => kind === "order_received");
    expect(received?.content).toContain("its host will answer by then");
    expect((await accept(host, id)).statusCode).toBe(200);
    expect(await orderRow(test, id)).toMatchObject({ status: "confirmed" });
  });

  it("a request is confirmed at once only for a signed-in renter with a verified license", async () => {
    const carId = await carOf(host, { instantBook: true });
    const unverified = await requested(renter, { carId, inDays: 20 });
    expect(await orderRow(test, unverified)).toMatchObject({ status: "pending", hostAnswer: null });
    const verified = await makePerson(test);
    await verifyLicence(test, verified.id);
    const id = await requested(verified, { carId, inDays: 100 });
    expect(await orderRow(test, id)).toMatchObject({ status: "confirmed", hostAnswer: "booked" });
    expect(await kindsTo(id, verified.email)).toEqual(["order_confirmed"]);
    expect(await kindsTo(id, host.email)).toEqual(["host_order_booked"]);
    const foreign = await requested(verified, { carId, inDays: 200 }, { customerEmail: "else@example.com" });
    expect(await orderRow(test, foreign)).toMatchObject({ status: "pending", hostAskedAt: null });
  });
});
