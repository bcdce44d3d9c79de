// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminCharge } from "#contract/charges.ts";
import { addDays } from "#domain/dates.ts";
import { proposeComputed } from "#server/charges/jobs.ts";
import { setOrderStatus } from "#server/orders/moves/set-order-status.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeOrder, makeRecord, orderRow, verifyLicence } from "#test/condition.ts";

let test: TestApp;
let renter: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  await verifyLicence(test, renter.id);
});
afterAll(() => test.close());

const inDays = (days: number) => ({ ...test.services, now: () => test.services.now() + days * 86_400_000 });
const set = (id: string, status: "in_progress" | "completed", days: number) =>
  setOrderStatus(inDays(days), { id, status, reason: "They said so", by: admin.id });
const daysOf = ({ tripCompletedAt, carBackAt }: Awaited<ReturnType<typeof orderRow>>) =>
  [tripCompletedAt, carBackAt].map((at) => at && today({ now: () => at.getTime() }));

/** A rental that ends today, with the keys given. */
async function running(): Promise<string> {
  const on = today(test.services);
  const days = { pickupDate: addDays(on, -30), returnDate: on };
  const id = await makeOrder(test, renter.id, { status: "confirmed", ...days });
  await makeRecord(test, renter, id, "pickup");
  return id;
}
async function lateDaysOf(id: string): Promise<AdminCharge[]> {
  await proposeComputed(inDays(4));
  const url = `/api/admin/orders/${id}/charges`;
  const { charges } = (await test.app.inject({ url, headers: admin.authorization })).json<{
    charges: AdminCharge[];
  }>();
  return charges.filter(({ category }) => category === "late_days");
}

describe("a rental set to run again after its return, and ended by hand days later", () => {
  it("a rental ended by hand after a recorded return owes no late days", async () => {
    const on = today(test.services);
    const ours = await running();
    await makeRecord(test, admin, ours, "return");
    const theirs = await running();
    await makeRecord(test, renter, theirs, "return");
    await test.app.inject({
      method: "POST",
      url: `/api/admin/orders/${theirs}/car-back`,
      headers: admin.authorization,
    });
    for (const id of [ours, theirs]) {
      await set(id, "in_progress", 3);
      await set(id, "completed", 4);
      expect(daysOf(await orderRow(test, id))).toEqual([on, on]);
      expect(await lateDaysOf(id)).toEqual([]);
    }
  });

  it("a rental ended by hand after the renter's own record owes no late days", async () => {
    const on = today(test.services);
    const id = await running();
    await makeRecord(test, renter, id, "return");
    await set(id, "in_progress", 3);
    await set(id, "completed", 4);
    expect(daysOf(await orderRow(test, id))).toEqual([on, addDays(on, 4)]);
    expect(await lateDaysOf(id)).toEqual([]);
  });
});
