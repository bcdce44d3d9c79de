import { afterAll, beforeAll, expect, it } from "vitest";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { addDays } from "#domain/dates.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { balanceOf, standingInstalments } from "#server/ledger/queries.ts";
import { setOrderStatus } from "#server/orders/moves/set-order-status.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs } from "#test/client.ts";
import { makeRental, pay } from "#test/changes.ts";
import { orderRow } from "#test/condition.ts";

let test: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  owner = await makePerson(test);
});
afterAll(() => test.close());

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, by = admin) =>
  callAs(test, by, method, url, payload);
const moneyOf = async (id: string) =>
  (await call("GET", `/api/admin/orders/${id}/money`)).json<AdminOrderMoney>();

it("a rental canceled after its return date keeps nothing of a refund on its way", async () => {
  const { db } = test.services.database;
  const id = await makeRental(test, owner.id, { months: 3 });
  const { total } = await orderRow(test, id);
  await pay(test, id, total, admin.id);
  const returnDate = addDays(today(test.services), 30);
  await call("POST", `/api/orders/${id}/changes`, { kind: "early_return", returnDate }, owner);
  const [refund] = (await moneyOf(id)).refunds;
  await test.services.database.rows("update refund_parts set begun_at = now() where refund_id = $1", [
    refund?.id,
  ]);
  const shorter = await orderRow(test, id);
  expect(Math.round(Number(refund?.amount) * 100)).toBe(total - shorter.total);

  const later = { ...test.services, now: () => test.services.now() + 200 * 86_400_000 };
  expect((await settlementOf(later, db, shorter)).kept).toBe(shorter.total);
  await setOrderStatus(later, { id, status: "cancelled", reason: "It never came back", by: admin.id });
  const stands = async () =>
    (await standingInstalments(db, id)).map(({ amount, paid }) => ({ amount, paid }));
  expect(await stands()).toEqual([{ amount: shorter.total, paid: shorter.total }]);
  await call("PUT", `/api/admin/refunds/${refund?.id ?? ""}`, { decision: "paid" });
  expect(await stands()).toEqual([{ amount: shorter.total, paid: shorter.total }]);
  expect(await balanceOf(db, id)).toBe(0);
});
