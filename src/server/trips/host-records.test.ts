// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Charge } from "#contract/charges.ts";
import type { HostTrip } from "#contract/host/trips.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { answer, decide, makeCharge, propose, sendEvidence } from "#test/charges.ts";
import { refusalOf } from "#test/client.ts";
import {
  begin,
  fillRecord,
  finish,
  listRecords,
  makeRecord,
  orderRow,
  verifyLicence,
} from "#test/condition.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";

let test: TestApp;
let host: Person;
let other: Person;
let renter: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  host = await makePerson(test, { role: "host" });
  other = await makePerson(test, { role: "host" });
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  await verifyLicence(test, renter.id);
});
afterAll(() => test.close());

const call = (by: Person, method: "GET" | "POST", url: string) =>
  test.app.inject({ method, url, headers: by.authorization });
const emailsTo = async (to: Person, orderId: string) =>
  (
    await test.services.database.rows<{ kind: string }>(
      "select kind from emails where order_id = $1 and recipient = $2 order by created_at, id",
      [orderId, to.email],
    )
  ).map(({ kind }) => kind);

describe("condition records by the host of the car", () => {
  it("a host's records begin and end the rental, and every side gets them by email", async () => {
    const on = today(test.services);
    const id = await makeHostedOrder(test, host, renter.id, {
      pickupDate: addDays(on, -29),
      returnDate: addDays(on, 1),
    });
    expect((await listRecords(test, host, id)).json()).toMatchObject({
      reader: "host",
      open: ["pickup"],
      lacks: [],
    });
    expect((await makeRecord(test, host, id, "pickup")).by).toBe("host");
    expect((await orderRow(test, id)).status).toBe("in_progress");
    expect((await makeRecord(test, host, id, "return")).by).toBe("host");
    expect(await orderRow(test, id)).toMatchObject({ status: "completed", isCarOut: false });
    expect(await emailsTo(host, id)).toEqual(["host_condition_pickup", "host_condition_return"]);
    const row = await orderRow(test, id);
    const toRenter = await test.services.database.rows<{ content: string }>(
      "select content::text as content from emails where order_id = $1 and recipient = $2 and kind = 'condition_return'",
      [id, row.customerEmail],
    );
    expect(toRenter[0]?.content).toContain("The host");
  });

  it("a host's record can't hand over the car while something is missing", async () => {
    const id = await makeHostedOrder(test, host, renter.id, { isPaid: false });
    const { id: recordId } = await fillRecord(test, host, id, "pickup");
    const refused = await finish(test, host, { orderId: id, recordId }, { overrideReason: "I trust them" });
    expect(refusalOf(refused).code).toBe("handover_lacks");
  });

  it("a host's record can't end a rental earlier than a day before its return date", async () => {
    const on = today(test.services);
    const id = await makeHostedOrder(test, host, renter.id, {
      status: "in_progress",
      tripStartedAt: new Date(test.services.now()),
      returnDate: addDays(on, 2),
    });
    expect((await listRecords(test, host, id)).json()).toMatchObject({ open: ["pickup"] });
    expect(refusalOf(await begin(test, host, id, { kind: "return" })).code).toBe("record_not_possible");
    await makeRecord(test, renter, id, "return");
    expect(await orderRow(test, id)).toMatchObject({ status: "completed", isCarOut: true });
    expect(refusalOf(await call(other, "POST", `/api/host/trips/${id}/car-back`)).status).toBe(404);
    expect((await call(host, "POST", `/api/host/trips/${id}/car-back`)).statusCode).toBe(200);
    expect(await orderRow(test, id)).toMatchObject({ isCarOut: false });
  });

  it("a record is refused to another host, and for an order that hasn't reached its host", async () => {
    const id = await makeHostedOrder(test, host, renter.id);
    expect((await listRecords(test, other, id)).statusCode).toBe(404);
    expect((await begin(test, other, id, { kind: "pickup" })).statusCode).toBe(404);
    const unasked = await makeHostedOrder(test, host, null, {
      status: "pending",
      hostAskedAt: null,
      hostAnsweredAt: null,
      hostAnswer: null,
      isPaid: false,
    });
    expect((await listRecords(test, host, unasked)).statusCode).toBe(404);
  });

  it("a host's records show the renter's name and phone until 7 days after the end", async () => {
    const id = await makeHostedOrder(test, host, renter.id, {
      status: "completed",
      tripCompletedAt: new Date(test.services.now() - 6 * 86_400_000),
    });
    const known = async () =>
      (await call(host, "GET", `/api/host/trips/${id}`)).json<HostTrip>().renter.phone !== undefined;
    expect(await known()).toBe(true);
    await test.services.database.rows(
      "update orders set trip_completed_at = trip_completed_at - interval '2 days' where id = $1",
      [id],
    );
    expect(await known()).toBe(false);
    const records = await listRecords(test, host, id);
    const charges = await call(host, "GET", `/api/host/trips/${id}/charges`);
    expect(records.body + charges.body).not.toMatch(/Wei Lin|0134|Castro/);
  });
});

describe("charges by the host of the car", () => {
  const running = () =>
    makeHostedOrder(test, host, renter.id, {
      status: "in_progress",
      customerEmail: renter.email,
      tripStartedAt: new Date(test.services.now()),
    });
  const charges = async (id: string) =>
    (await call(host, "GET", `/api/host/trips/${id}/charges`)).json<{
      charges: (Charge & { isOwn: boolean })[];
      proposable: { category: string }[];
    }>();

  it("a host's charge has evidence, is answered by the renter and decided by an administrator", async () => {
    const id = await running();
    expect((await charges(id)).proposable.map(({ category }) => category)).toContain("cleaning");
    const cleaning = await makeCharge(test, host, id);
    expect(await emailsTo(renter, id)).toContain("charge_proposed");
    const shown = await charges(id);
    expect(shown.charges).toMatchObject([{ id: cleaning.id, isOwn: true, status: "proposed" }]);
    const [file] = shown.charges[0]?.evidence ?? [];
    for (const [by, status] of [
      [host, 200],
      [renter, 200],
      [other, 404],
    ] as const)
      expect((await call(by, "GET", `/api/uploads/${file?.id}/content`)).statusCode).toBe(status);
    const evidence = [await sendEvidence(test, renter)];
    expect(
      (await answer(test, renter, cleaning.id, { answer: "contest", words: "It was clean.", evidence }))
        .statusCode,
    ).toBe(200);
    expect((await call(host, "GET", `/api/uploads/${evidence[0]}/content`)).statusCode).toBe(200);
    expect((await decide(test, host, cleaning.id, { decision: "upheld", reason: "Mine" })).statusCode).toBe(
      403,
    );
    expect(
      (await decide(test, admin, cleaning.id, { decision: "reduced", amount: "40.00", reason: "Half" }))
        .statusCode,
    ).toBe(200);
    expect((await charges(id)).charges).toMatchObject([
      { status: "decided", owed: "40.00", reason: "Half", answer: { words: "It was clean." } },
    ]);
    const toll = await makeCharge(test, host, id, { category: "tolls", amount: "8.00" });
    await answer(test, renter, toll.id, { answer: "accept" });
    expect(await emailsTo(host, id)).toEqual([
      "host_charge_contested",
      "host_charge_decided",
      "host_charge_accepted",
    ]);
  });

  it("a host's charge can be withdrawn only by that host, with an email to the renter", async () => {
    const id = await running();
    const charge = await makeCharge(test, host, id);
    const takeBack = (by: Person) =>
      test.app.inject({
        method: "PUT",
        url: `/api/host/charges/${charge.id}/withdraw`,
        payload: { reason: "It was rain" },
        headers: by.authorization,
      });
    expect(refusalOf(await takeBack(other))).toMatchObject({ status: 404, code: "charge_not_found" });
    expect((await takeBack(renter)).statusCode).toBe(403);
    for (const _again of [1, 2]) expect((await takeBack(host)).json()).toMatchObject({ status: "withdrawn" });
    expect((await charges(id)).charges).toMatchObject([{ status: "withdrawn", reason: "It was rain" }]);
    expect(await emailsTo(renter, id)).toContain("charge_withdrawn");
    expect(await emailsTo(host, id)).not.toContain("host_charge_withdrawn");
    const ours = await makeCharge(test, admin, id, { category: "tolls", amount: "8.00" });
    const url = `/api/host/charges/${ours.id}/withdraw`;
    const payload = { reason: "Not mine" };
    const refused = await test.app.inject({ method: "PUT", url, payload, headers: host.authorization });
    expect(refusalOf(refused).status).toBe(404);
  });

  it("a host's charge can't be decided by an administrator who hosts the car, while there is another", async () => {
    const hosting = await makePerson(test, { role: "admin", permissions: ["all"] });
    await test.services.database.rows("update accounts set hosting_since = now() where id = $1", [
      hosting.id,
    ]);
    const id = await makeHostedOrder(test, hosting, renter.id, {
      status: "in_progress",
      tripStartedAt: new Date(test.services.now()),
    });
    const charge = await makeCharge(test, hosting, id, { category: "damage", amount: "300.00" });
    await answer(test, renter, charge.id, { answer: "contest", words: "No." });
    const refused = await decide(test, hosting, charge.id, { decision: "upheld", reason: "Mine" });
    expect(refusalOf(refused).status).toBe(403);
  });

  it("a charge for another host's car can't be proposed or read", async () => {
    const id = await running();
    const sent = { category: "cleaning", amount: "80.00", evidence: [await sendEvidence(test, other)] };
    expect((await propose(test, other, id, sent)).statusCode).toBe(404);
    expect((await propose(test, renter, id, sent)).statusCode).toBe(404);
    expect((await call(other, "GET", `/api/host/trips/${id}/charges`)).statusCode).toBe(404);
  });
});
