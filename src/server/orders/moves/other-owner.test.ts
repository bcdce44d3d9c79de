// @one-database
import { afterAll, expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental } from "#test/changes.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { makeHostCar } from "#test/host-cars.ts";

const test = await startTestApp();
afterAll(test.close);

it.each(["pending", "confirmed"] as const)(
  "an order can't be %s again after its car got another owner",
  async (status) => {
    const host = await makePerson(test, { role: "host" });
    const next = await makePerson(test, { role: "host" });
    const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
    const carId = await makeHostCar(test, host.id);
    const renter = await makePerson(test);
    const yes = { hostAnswer: "booked" as const, hostAnsweredAt: new Date(test.services.now()) };
    const hosted = { carId, hostId: host.id, hostSharePercent: 80, ...yes };
    const id = await makeRental(test, renter.id, { status: "cancelled", inDays: 10, ...hosted });
    const revive = () =>
      test.app.inject({
        method: "PUT",
        url: `/api/admin/orders/${id}/status`,
        headers: admin.authorization,
        payload: { status, reason: "By telephone" },
      });
    const giveTo = (hostId: string) =>
      callAs(test, admin, "PUT", `/api/admin/cars/${carId}/owner`, { hostId });
    expect((await giveTo(next.id)).statusCode).toBe(200);
    expect(refusalOf(await revive()).code).toBe("order_without_car");
    expect((await giveTo(host.id)).statusCode).toBe(200);
    expect((await revive()).statusCode).toBe(200);
  },
);
