import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import type { HostPayout } from "#contract/payouts.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { requestCalls } from "#test/host-requests.ts";
import { creditHost, payoutCalls } from "#test/payouts.ts";

let test: TestApp;
const { requested, accept, carOf, rows } = requestCalls(() => test);
const { call, saveDetails, setClock, run } = payoutCalls(() => test);
const first = "2026-12-08";

beforeAll(async () => {
  test = await startTestApp({}, { at: `${first}T18:00:00Z` });
});
afterAll(() => test.close());

it("a new host's earnings of the first sixty days are held back, and large charges for longest", async () => {
  const host = await makePerson(test, { role: "host" });
  const orderId = await requested(await makePerson(test), { carId: await carOf(host) });
  await accept(host, orderId);
  await saveDetails(host);
  const credit = (amount: number, more: object = {}) =>
    creditHost(test.services, { hostId: host.id, orderId, amount, payableOn: first, ...more });
  const [month] = await rows<{ id: string }>("select id from instalments where order_id = $1", [orderId]);
  const paidBy = async (days: number): Promise<string[]> => {
    setClock(`${addDays(first, days)}T18:00:00Z`);
    await run();
    // The bank has paid: while one payout waits to be sent, no other is made.
    await rows("update payouts set status = 'paid', paid_on = made_on where host_id = $1", [host.id]);
    const found = (await call(host, "GET", "/api/host/payouts")).json<HostPayout[]>();
    return found.map(({ amount }) => amount);
  };
  await credit(10_000);
  await credit(60_000, { rule: "charge", instalmentId: month?.id });
  // Together these charges are large, however they are split.
  const other = await requested(await makePerson(test), { carId: await carOf(host) });
  await accept(host, other);
  const [rent] = await rows<{ id: string }>("select id from instalments where order_id = $1", [other]);
  const part = { rule: "charge", instalmentId: rent?.id, orderId: other };
  await credit(30_000, part);
  await credit(30_000, part);
  // The hold ends on day 14, a Tuesday.
  expect(await paidBy(7)).toEqual([]);
  expect(await paidBy(14)).toEqual(["100.00"]);
  expect(await paidBy(28)).toEqual(["100.00"]);
  // Day 30 is a Thursday: the next Tuesday pays it.
  expect(await paidBy(35)).toEqual(["1200.00", "100.00"]);
  setClock(`${addDays(first, 63)}T18:00:00Z`);
  await credit(20_000);
  expect(await paidBy(63)).toEqual(["200.00", "1200.00", "100.00"]);
});
