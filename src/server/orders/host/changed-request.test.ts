// @one-database
import { afterAll, expect, it } from "vitest";
import type { HostRequestDetail } from "#contract/host/requests.ts";
import { addDays } from "#domain/dates.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { orderRow } from "#test/condition.ts";
import { requestCalls } from "#test/host-requests.ts";

const test = await startTestApp();
afterAll(test.close);
const { call, requested, carOf } = requestCalls(() => test);

it("a host can't accept dates that the renter changed after the host saw them", async () => {
  const [host, renter] = [await makePerson(test, { role: "host" }), await makePerson(test)];
  const id = await requested(renter, { carId: await carOf(host), days: 60 });
  const url = `/api/host/requests/${id}`;
  const look = async () => (await call(host, "GET", url)).json<HostRequestDetail>();
  const yesTo = ({ pickupDate, returnDate }: HostRequestDetail) =>
    test.app.inject({
      method: "PUT",
      url,
      payload: { decision: "accepted", pickupDate, returnDate },
      headers: host.authorization,
    });
  const seen = await look();
  await callAs(test, renter, "POST", `/api/orders/${id}/changes`, {
    kind: "dates",
    pickupDate: seen.pickupDate,
    returnDate: addDays(seen.returnDate, 120),
  });
  expect(refusalOf(await yesTo(seen))).toMatchObject({ status: 412, code: "stale" });
  expect((await orderRow(test, id)).status).toBe("pending");
  expect((await yesTo(await look())).json()).toMatchObject({ state: "accepted" });
});
