// @one-database
import { afterAll, describe, expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { orderRow } from "#test/condition.ts";
import { letEmailsGo } from "#test/emails.ts";
import { requestCalls } from "#test/host-requests.ts";
import { endStaleOrders } from "./stale-orders.ts";

const test = await startTestApp({ PAYMENT_INSTRUCTIONS: "Zelle us" });
afterAll(test.close);
const { call, requested, accept, decline, letLapse, carOf } = requestCalls(() => test);
const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
const host = await makePerson(test, { role: "host" });
const renter = await makePerson(test);

const set = (id: string, status: string) =>
  call(desk, "PUT", `/api/admin/orders/${id}/status`, { status, reason: "By telephone" });

const hostFirst = { code: "change_not_possible", obstacle: "host_first" };

const withoutYes = {
  "that its host declined": (id: string) => decline(host, id),
  "whose host did not answer": async (id: string) => {
    await letLapse(id);
    await endStaleOrders(test.services);
  },
  "that its renter withdrew": (id: string) => call(renter, "POST", `/api/orders/${id}/cancel`),
  "that administrators canceled unanswered": (id: string) => set(id, "cancelled"),
};

describe("a canceled order of a host's car", () => {
  it.each(Object.entries(withoutYes))("an order %s isn't promised before a yes", async (_which, end) => {
    const id = await requested(renter, { carId: await carOf(host) });
    await end(id);
    await letEmailsGo(test);
    expect((await orderRow(test, id)).status).toBe("cancelled");
    for (const status of ["confirmed", "in_progress", "completed"])
      expect((await set(id, status)).json(), status).toMatchObject(hostFirst);
    expect((await set(id, "pending")).statusCode).toBe(200);
    expect((await accept(host, id)).statusCode).toBe(200);
    expect(await orderRow(test, id)).toMatchObject({ status: "confirmed", hostAnswer: "accepted" });
    await set(id, "cancelled");
    await letEmailsGo(test);
    expect((await set(id, "confirmed")).statusCode, "after the yes").toBe(200);
  });

  it("a rental that its host has ended isn't promised before another yes", async () => {
    const carId = await carOf(host);
    const id = await makeRental(test, renter.id, {
      inDays: 10,
      carId,
      hostId: host.id,
      hostSharePercent: 80,
      hostAnswer: "booked",
      hostAnsweredAt: new Date(test.services.now()),
    });
    await pay(test, id, (await orderRow(test, id)).total, desk.id);
    const ended = await call(host, "POST", `/api/host/trips/${id}/end`, { reason: "broken" });
    expect(ended.statusCode, ended.body).toBe(200);
    await call(renter, "POST", `/api/orders/${id}/replacements/decline`, {});
    expect((await orderRow(test, id)).status).toBe("cancelled");
    expect((await set(id, "confirmed")).json()).toMatchObject(hostFirst);
  });

  it("a cancellation that is taken back at once needs no other yes", async () => {
    const id = await requested(renter, { carId: await carOf(host) });
    await accept(host, id);
    const { change } = (await set(id, "cancelled")).json<{ change: number }>();
    const undone = await call(desk, "POST", `/api/admin/orders/${id}/undo-status`, { change });
    expect(undone.statusCode, undone.body).toBe(200);
    expect((await orderRow(test, id)).status).toBe("confirmed");
  });
});
