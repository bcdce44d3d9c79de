import { afterAll, expect, it } from "vitest";
import type { PlanCar } from "#contract/admin/orders.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental } from "#test/changes.ts";
import { refusalOf } from "#test/client.ts";
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
  "the renter of a %s order is offered no host's car, whose host nobody would ask",
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
