// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AdminPickupDenial, PickupDenial } from "#contract/pickup-denials.ts";
import type { HostCredit } from "#contract/host/earnings.ts";
import type { HostPayout } from "#contract/payouts.ts";
import type { ConditionRecord } from "#contract/trips.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { listRecords, makeOrder, makeRecord, verifyLicence } from "#test/condition.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";
import { creditHost, payoutCalls } from "#test/payouts.ts";

let test: TestApp;
let admin: Person;
let renter: Person;
const { call, saveDetails, setClock, run } = payoutCalls(() => test);

// A Tuesday, after nine in Los Angeles.
const tuesday = "2026-12-08T18:00:00Z";
beforeAll(async () => {
  test = await startTestApp({ HOST_HOLD_DAYS: "0" }, { at: tuesday });
  admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  renter = await makePerson(test);
  await verifyLicence(test, renter.id);
});
afterAll(() => test.close());

/** A rental whose pickup its host records now, with 800.00 of it payable. */
async function pickedUpByHost() {
  setClock(tuesday);
  const host = await makePerson(test, { role: "host" });
  await saveDetails(host);
  const on = today(test.services);
  const orderId = await makeHostedOrder(test, host, renter.id, {
    pickupDate: addDays(on, -9),
    returnDate: addDays(on, 21),
  });
  const record = await makeRecord(test, host, orderId, "pickup");
  await credited(host, orderId, 80_000);
  return { host, orderId, record };
}
const credited = (host: Person, orderId: string, amount: number) =>
  creditHost(test.services, { hostId: host.id, orderId, amount, payableOn: "2026-12-08" });
const deny = (orderId: string, { id }: Pick<ConditionRecord, "id">, by = renter) =>
  call(by, "POST", `/api/orders/${orderId}/condition-records/${id}/deny`, { words: "I never got the keys." });
const decide = (record: ConditionRecord, decision: string, by = admin) =>
  call(by, "PUT", `/api/admin/pickup-denials/${record.id}`, { decision, reason: "Photos of both compared" });
const denials = async (who: Person, orderId: string) =>
  (await listRecords(test, who, orderId)).json<{ denials: PickupDenial[] }>().denials;
const payoutsOf = async (host: Person) =>
  (await call(host, "GET", "/api/host/payouts")).json<HostPayout[]>().map(({ status, amount, reason }) => ({
    status,
    amount,
    reason,
  }));
const kindsOf = async (orderId: string) =>
  (
    await test.services.database.rows<{ kind: string }>(
      "select kind from emails where order_id = $1 and kind like '%pickup_deni%' order by kind",
      [orderId],
    )
  ).map(({ kind }) => kind);

it("a denied pickup makes the host's credits wait, and all sides get emails", async () => {
  const { host, orderId, record } = await pickedUpByHost();
  expect(await denials(renter, orderId)).toMatchObject([{ recordId: record.id, deniedAt: null }]);
  expect(await denials(host, orderId)).toEqual([]);
  const other = await makeHostedOrder(test, host, null);
  await credited(host, other, 30_000);
  const said = await deny(orderId, record);
  expect(said.statusCode).toBe(201);
  expect((await deny(orderId, record)).json<PickupDenial>()).toEqual(said.json());
  await run();
  expect(await payoutsOf(host)).toEqual([{ status: "made", amount: "300.00", reason: "" }]);
  const lines = (await call(host, "GET", `/api/host/earnings/lines?order=${orderId}`)).json<HostCredit[]>();
  expect(new Set(lines.map(({ place }) => place))).toEqual(new Set(["waits_for_review"]));
  expect(await denials(host, orderId)).toMatchObject([{ words: "I never got the keys.", decision: null }]);
  expect(await kindsOf(orderId)).toEqual(["admin_pickup_denied", "host_pickup_denied", "pickup_denied"]);
  const open = (await call(admin, "GET", "/api/admin/pickup-denials")).json<AdminPickupDenial[]>();
  expect(open).toMatchObject([{ id: record.id, order: { id: orderId }, host: { id: host.id } }]);
});

it("a payout that wasn't sent yet is made again without the denied rental", async () => {
  const { host, orderId, record } = await pickedUpByHost();
  const other = await makeHostedOrder(test, host, null);
  await credited(host, other, 30_000);
  await run();
  expect(await payoutsOf(host)).toEqual([{ status: "made", amount: "1100.00", reason: "" }]);
  await deny(orderId, record);
  await run();
  expect(await payoutsOf(host)).toEqual([
    { status: "made", amount: "300.00", reason: "" },
    { status: "cancelled", amount: "1100.00", reason: "pickup_denied" },
  ]);
});

it("a dismissed denial releases the payout, and an upheld one holds it until another decision", async () => {
  const { host, orderId, record } = await pickedUpByHost();
  await deny(orderId, record);
  expect((await decide(record, "upheld")).json()).toMatchObject({ decision: "upheld" });
  await decide(record, "upheld");
  await credited(host, orderId, 20_000);
  await run();
  expect(await payoutsOf(host)).toEqual([]);
  expect((await decide(record, "dismissed")).json()).toMatchObject({ decision: "dismissed" });
  await run();
  expect(await payoutsOf(host)).toEqual([{ status: "made", amount: "1000.00", reason: "" }]);
  expect((await kindsOf(orderId)).filter((kind) => kind === "pickup_denial_decided")).toHaveLength(2);
  const audits = await test.services.database.rows<{ action: string }>(
    "select action from audit_events where entity_id = $1 and action like 'pickup_deni%' order by id",
    [orderId],
  );
  expect(audits.map(({ action }) => action)).toEqual([
    "pickup_denied",
    "pickup_denial_upheld",
    "pickup_denial_dismissed",
  ]);
});

it("an administrator sees what was paid out, which only a person takes back", async () => {
  const { host, orderId, record } = await pickedUpByHost();
  const shown = async () =>
    (await call(admin, "GET", "/api/admin/pickup-denials?limit=100"))
      .json<AdminPickupDenial[]>()
      .find(({ id }) => id === record.id)?.paidOut;
  await run();
  const [payout] = await test.services.database.rows<{ id: string }>(
    "select id from payouts where host_id = $1",
    [host.id],
  );
  const paid = { reference: "wire 1", paidOn: today(test.services) };
  expect((await call(admin, "POST", `/api/admin/payouts/${payout?.id}/paid`, paid)).statusCode).toBe(200);
  await deny(orderId, record);
  expect(await shown()).toBe("800.00");
  const balance = async () =>
    Number((await call(host, "GET", "/api/host/earnings")).json<{ open: string }>().open);
  const before = await balance();
  await decide(record, "upheld");
  expect(await balance()).toBe(before);
  const back = {
    id: crypto.randomUUID(),
    kind: "take_back",
    order: orderId,
    amount: "500.00",
    reason: "The keys were never given",
  };
  const taken = await call(admin, "POST", `/api/admin/hosts/${host.id}/adjustments`, back);
  expect(taken.statusCode, taken.body).toBeLessThan(300);
  const decided = (await call(admin, "GET", "/api/admin/pickup-denials?state=decided&limit=100")).json<
    AdminPickupDenial[]
  >();
  const left = Number(decided.find(({ id }) => id === record.id)?.paidOut);
  expect(left).toBeLessThanOrEqual(300);
});

it("a pickup can't be denied late, by others, by its own recorder, or for one of our cars", async () => {
  const late = await pickedUpByHost();
  setClock("2026-12-11T18:00:01Z");
  expect(await denials(renter, late.orderId)).toEqual([]);
  expect(refusalOf(await deny(late.orderId, late.record)).code).toBe("pickup_not_deniable");
  setClock("2026-12-11T17:59:59Z");
  expect((await deny(late.orderId, late.record)).statusCode).toBe(201);

  const both = await pickedUpByHost();
  const own = await makeRecord(test, renter, both.orderId, "pickup");
  for (const record of [both.record, own])
    expect(refusalOf(await deny(both.orderId, record)).code).toBe("pickup_not_deniable");
  const stranger = await makePerson(test);
  expect((await deny(both.orderId, both.record, stranger)).statusCode).toBe(404);
  expect((await deny(both.orderId, both.record, both.host)).statusCode).toBe(404);

  const anybody = await makePerson(test, { role: "admin", permissions: ["all"] });
  const ours = await makeOrder(test, renter.id);
  const record = await makeRecord(test, anybody, ours, "pickup");
  expect(await denials(renter, ours)).toEqual([]);
  expect(refusalOf(await deny(ours, record)).code).toBe("pickup_not_deniable");
});

it("an administrator can't decide about a rental of their own car while another could", async () => {
  const { orderId, record, host } = await pickedUpByHost();
  await deny(orderId, record);
  await test.services.database.rows(
    "update accounts set role = 'admin', permissions = '{manage_payments}' where id = $1",
    [host.id],
  );
  expect(refusalOf(await decide(record, "dismissed", host)).code).toBe("own_affair");
  expect((await decide(record, "dismissed")).statusCode).toBe(200);
});
