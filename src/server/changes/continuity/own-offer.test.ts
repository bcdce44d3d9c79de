// @one-database
import { afterAll, expect, it } from "vitest";
import type { EndingAnswer } from "#contract/continuity.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { orderRow } from "#test/condition.ts";
import { makeHostCar } from "#test/host-cars.ts";

const test = await startTestApp();
afterAll(test.close);
const { services } = test;

it("an administrator can't agree to the extra cost of a dearer car of their own", async () => {
  const [renter, host] = [await makePerson(test), await makePerson(test, { role: "host" })];
  const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
  const hosting = await makePerson(test, { role: "admin", permissions: ["all"] });
  await services.database.rows("update accounts set hosting_since = now() where id = $1", [hosting.id]);
  const offeredCar = await makeHostCar(test, hosting.id, "listed", {
    monthlyPrice: 100_000,
    instantBook: true,
    listedAt: new Date(services.now() - 61 * 24 * 3_600_000),
  });
  const carId = await makeHostCar(test, host.id);
  const id = await makeRental(test, renter.id, {
    months: 6,
    inDays: 20,
    carId,
    hostId: host.id,
    hostSharePercent: 80,
  });
  await pay(test, id, (await orderRow(test, id)).total, desk.id);
  const ended = await callAs(test, host, "POST", `/api/host/trips/${id}/end`, { reason: "broken" });
  expect(ended.json<EndingAnswer>()).toMatchObject({ state: "offered", offered: 0 });

  const agree = (by: typeof desk) =>
    test.app.inject({
      method: "POST",
      url: `/api/admin/orders/${id}/replacements/${offeredCar}/agree`,
      headers: by.authorization,
    });
  expect(refusalOf(await agree(hosting)).code).toBe("own_affair");
  expect((await agree(desk)).json()).toMatchObject({ offered: 1 });
});
