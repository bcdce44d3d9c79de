import { afterAll, expect, it } from "vitest";
import type { OrderChange } from "#contract/changes.ts";
import type { PlanCar } from "#contract/admin/orders.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental } from "#test/changes.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { orderRow } from "#test/condition.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";

const test = await startTestApp();
afterAll(test.close);
const renter = await makePerson(test);
const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
const host = await makePerson(test, { role: "host" });

const call = (method: "POST" | "GET", url: string, by: Person, payload?: object) =>
  test.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });

it.each(["pending", "confirmed", "in_progress"] as const)(
  "a host's car can't be offered to the renter of a %s order",
  async (status) => {
    const id = await makeRental(test, renter.id, { status, inDays: status === "in_progress" ? -10 : 10 });
    const ours = await makeCar(test);
    const hosts = await makeHostCar(test, host.id);
    const choices = (await call("GET", `/api/admin/orders/${id}/cars`, admin)).json<PlanCar[]>();
    const ids = new Set(choices.map((car) => car.id));
    expect([ids.has(ours), ids.has(hosts)]).toEqual([true, false]);
    const offer = (path: string, carId: string) =>
      call("POST", `/api/admin/orders/${id}/offers${path}`, admin, {
        carId,
        ...(!path && { reason: "It is broken" }),
      });
    for (const path of ["/quote", ""])
      expect(refusalOf(await offer(path, hosts)).code).toBe("change_not_possible");
    expect((await offer("", ours)).statusCode).toBe(201);
  },
);

it("a request that gets one of our cars is answered by us within a new day", async () => {
  const theirs = await makePerson(test, { role: "host" });
  const soon = new Date(test.services.now() + 60_000);
  const id = await makeRental(test, renter.id, {
    status: "pending",
    inDays: 10,
    carId: await makeHostCar(test, theirs.id),
    hostId: theirs.id,
    hostSharePercent: 80,
    hostAskedAt: new Date(test.services.now() - 86_340_000),
    expiresAt: soon,
  });
  const offer = { carId: await makeCar(test), reason: "It is broken" };
  const offered = await call("POST", `/api/admin/orders/${id}/offers`, admin, offer);
  expect(offered.statusCode, offered.body).toBe(201);
  const url = `/api/orders/${id}/changes/${offered.json<OrderChange>().id}`;
  expect((await callAs(test, renter, "PUT", url, { decision: "accepted" })).statusCode).toBe(200);
  const order = await orderRow(test, id);
  expect(order).toMatchObject({ hostId: null, hostAskedAt: null, hostAnswer: null });
  expect(order.expiresAt?.getTime()).toBeGreaterThan(soon.getTime() + 23 * 3_600_000);
});

it.each([
  ["confirmed", 10, "takes another car instead"],
  ["in_progress", -10, "The last day with yours is"],
] as const)(
  "the host whose car a %s order leaves for another car gets an email",
  async (status, inDays, words) => {
    const theirs = await makePerson(test, { role: "host" });
    const id = await makeRental(test, renter.id, {
      status,
      inDays,
      carId: await makeHostCar(test, theirs.id),
      hostId: theirs.id,
      hostSharePercent: 80,
    });
    const offer = { carId: await makeCar(test), reason: "It is broken" };
    const offered = await call("POST", `/api/admin/orders/${id}/offers`, admin, offer);
    expect(offered.statusCode, offered.body).toBe(201);
    expect(await emailsTo(test, theirs.email)).toEqual([]);
    const url = `/api/orders/${id}/changes/${offered.json<OrderChange>().id}`;
    const taken = await callAs(test, renter, "PUT", url, { decision: "accepted" });
    expect(taken.statusCode, taken.body).toBe(200);
    expect(await emailsTo(test, theirs.email)).toEqual(["host_rental_closed"]);
    expect(JSON.stringify((await emailTo(test, theirs.email, "host_rental_closed")).content)).toContain(
      words,
    );
  },
);
