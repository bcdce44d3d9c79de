// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { today } from "#server/services.ts";
import { remindRenters } from "#server/trips/remind-renters.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";

const address = "12 Secret Lane";
let test: TestApp;
let host: Person;
let renter: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  host = await makePerson(test, { role: "host" });
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

/** A confirmed rental of the host's car that begins in `inDays` days. */
async function rental(inDays: number, isPaid: boolean): Promise<string> {
  const pickupDate = addDays(today(test.services), inDays);
  const id = await makeHostedOrder(test, host, renter.id, {
    pickupDate,
    returnDate: addDays(pickupDate, 30),
    isPaid,
  });
  await test.services.database.rows(
    "update cars set handover_address = $2 where id = (select car_id from orders where id = $1)",
    [id, address],
  );
  return id;
}
const shown = async (path: string, by: Person) =>
  (await test.app.inject({ url: path, headers: by.authorization })).json<{ hostAddress?: string }>()
    .hostAddress;

describe("the address of the handover", () => {
  it("the renter sees the address from 72 hours before the pickup, once the first payment is made", async () => {
    const id = await rental(2, true);
    expect(await shown(`/api/account/orders/${id}`, renter)).toBe(address);
    expect(await shown(`/api/orders/${id}`, renter)).toBe(address);
    for (const [days, isPaid] of [
      [4, true],
      [2, false],
    ] as const) {
      const other = await rental(days, isPaid);
      expect(await shown(`/api/account/orders/${other}`, renter)).toBeUndefined();
      expect(await shown(`/api/orders/${other}`, renter)).toBeUndefined();
    }
  });

  it("the address is hidden from others, and while the renter chooses another car", async () => {
    const id = await rental(1, true);
    expect(await shown(`/api/orders/${id}`, admin)).toBeUndefined();
    await test.services.database.rows("update orders set replacing = true where id = $1", [id]);
    expect(await shown(`/api/account/orders/${id}`, renter)).toBeUndefined();
  });

  it("the address is in the reminder of the pickup", async () => {
    const id = await rental(1, true);
    const now = () => instantInLosAngeles(today(test.services), "12:00");
    await remindRenters({ ...test.services, now });
    const [email] = await test.services.database.rows<{ content: string }>(
      "select content::text as content from emails where order_id = $1 and kind = 'pickup_reminder'",
      [id],
    );
    expect(email?.content).toContain(address);
  });
});
