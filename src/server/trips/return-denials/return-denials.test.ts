// @one-database
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AdminCharge } from "#contract/charges.ts";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { ReturnDenial } from "#contract/return-denials.ts";
import type { ConditionRecord } from "#contract/trips.ts";
import { addDays } from "#domain/dates.ts";
import { proposeComputed } from "#server/charges/jobs.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { propose } from "#test/charges.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { listRecords, makeOrder, makeRecord, orderRow } from "#test/condition.ts";
import { emailTo, emailsTo } from "#test/emails.ts";
import { recordReading } from "#test/ended-rentals.ts";
import { startGoneOn } from "#test/gone-on.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";

let test: TestApp;
let host: Person;
let renter: Person;
let admin: Person;
/** Eleven in the morning in Los Angeles, a day after the car was due back. */
const late = "2027-06-11T18:00:00Z";
const dueOn = "2027-06-10";
beforeAll(async () => {
  test = await startTestApp({}, { at: late });
  host = await makePerson(test, { role: "host" });
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
});
beforeEach(() => setClock(late));
afterAll(() => test.close());

function setClock(at: string): void {
  const instant = Date.parse(at);
  test.services.now = () => instant;
}

const rental = {
  status: "in_progress",
  pickupDate: addDays(dueOn, -30),
  returnDate: dueOn,
  tripStartedAt: new Date("2027-05-11T18:00:00Z"),
} as const;

/** A rental of a host's car whose renter records its return, a day late unless it is another time. */
async function returned(at = late, wanted: Partial<typeof rental> = {}) {
  setClock(at);
  const orderId = await makeHostedOrder(test, host, renter.id, {
    ...rental,
    customerEmail: renter.email,
    ...wanted,
  });
  const record = await makeRecord(test, renter, orderId, "return");
  return { orderId, record };
}
const deny = (by: Person, orderId: string, { id }: Pick<ConditionRecord, "id">, words = "It isn’t here.") =>
  test.app.inject({
    method: "POST",
    url: `/api/orders/${orderId}/condition-records/${id}/deny-return`,
    payload: { words },
    headers: by.authorization,
  });
const denialsFor = async (reader: Person, orderId: string) =>
  (await listRecords(test, reader, orderId)).json<{ returnDenials: ReturnDenial[] }>().returnDenials;
/** Whether the renter's order says that the return was denied. */
const isDeniedOn = async (orderId: string) =>
  (await callAs(test, renter, "GET", `/api/account/orders/${orderId}`)).json<OwnOrderDetail>().returnDenied;
async function backOn(orderId: string, at: string): Promise<void> {
  setClock(at);
  await callAs(test, host, "POST", `/api/host/trips/${orderId}/car-back`);
}
/** The late days that the job proposes. */
async function lateDaysOf(orderId: string) {
  await proposeComputed(test.services);
  const answer = await callAs(test, admin, "GET", `/api/admin/orders/${orderId}/charges`);
  return answer
    .json<{ charges: AdminCharge[] }>()
    .charges.flatMap(({ category, facts }) => (category === "late_days" ? [facts] : []));
}
const tables = (sql: string, orderId: string) => test.services.database.rows<{ one: string }>(sql, [orderId]);

describe("late days", () => {
  it("late days end with the renter's own record, however late the host looks at the car", async () => {
    const { orderId } = await returned();
    await backOn(orderId, "2027-06-15T18:00:00Z");
    expect(await lateDaysOf(orderId)).toMatchObject([{ from: dueOn, until: "2027-06-11", days: 1 }]);
    const above = { category: "late_days", amount: "200.00" };
    expect(refusalOf(await propose(test, host, orderId, above)).code).toBe("charge_exists");
  });

  it("late days end with the host's record if it is earlier than the renter's", async () => {
    const orderId = await makeHostedOrder(test, host, renter.id, { ...rental });
    await makeRecord(test, host, orderId, "return");
    setClock("2027-06-13T18:00:00Z");
    await makeRecord(test, renter, orderId, "return");
    expect(await lateDaysOf(orderId)).toMatchObject([{ until: "2027-06-11", days: 1 }]);
  });

  it.each([
    ["a minute before midnight in Los Angeles", dueOn, "2027-06-12T06:59:00Z", 1],
    ["a minute after it", dueOn, "2027-06-12T07:01:00Z", 2],
    ["before midnight of the day on which clocks go back", "2027-11-06", "2027-11-08T07:59:00Z", 1],
    ["before midnight of the day on which clocks go forward", "2027-03-13", "2027-03-15T06:59:00Z", 1],
  ])("the day of a record is counted in Los Angeles: %s", async (_name, returnDate, at, days) => {
    const { orderId } = await returned(at, { returnDate, pickupDate: addDays(returnDate, -30) } as object);
    await backOn(orderId, new Date(Date.parse(at) + 4 * 86_400_000).toISOString());
    expect(await lateDaysOf(orderId)).toMatchObject([{ from: returnDate, days }]);
  });

  it("late days don't end with a record of an undone ending", async () => {
    setClock("2027-06-08T18:00:00Z");
    const { orderId } = await returned("2027-06-08T18:00:00Z");
    await test.services.database.rows(
      "update orders set status = 'in_progress', trip_completed_at = null, is_car_out = false, car_back_at = null where id = $1",
      [orderId],
    );
    setClock("2027-06-12T18:00:00Z");
    await makeRecord(test, renter, orderId, "return");
    await backOn(orderId, "2027-06-15T18:00:00Z");
    expect(await lateDaysOf(orderId)).toMatchObject([{ until: "2027-06-12", days: 2 }]);
  });
});

describe("a host who denies the renter's record", () => {
  it("a denial lets late days go on until the car is recorded back, and causes emails", async () => {
    const { orderId, record } = await returned();
    const until = "2027-06-12T18:00:00.000Z";
    for (const lender of [host, admin])
      expect(await denialsFor(lender, orderId)).toMatchObject([{ recordId: record.id, until, by: null }]);
    expect(await denialsFor(renter, orderId)).toEqual([]);
    setClock("2027-06-12T17:59:00Z");
    expect((await deny(host, orderId, record, " ")).statusCode).toBe(422);
    expect((await deny(host, orderId, record, "x".repeat(501))).statusCode).toBe(422);
    const said = await deny(host, orderId, record, "Nobody brought it.");
    expect(said.statusCode, said.body).toBe(201);
    const denial = { until: null, by: "host", words: "Nobody brought it.", isOpen: true };
    for (const reader of [renter, host, admin])
      expect(await denialsFor(reader, orderId)).toMatchObject([denial]);

    // A repeated denial, also by another person or too late, changes nothing.
    setClock("2027-06-13T18:00:00Z");
    for (const by of [host, admin])
      expect((await deny(by, orderId, record, "Again")).json()).toEqual(said.json());
    const audits = await tables(
      "select reason as one from audit_events where entity_id = $1 and action = 'return_denied'",
      orderId,
    );
    expect(audits).toEqual([{ one: "Nobody brought it." }]);
    expect(
      await tables(
        "select kind as one from emails where order_id = $1 and kind like '%return_denied' order by 1",
        orderId,
      ),
    ).toEqual([{ one: "admin_return_denied" }, { one: "return_denied" }]);
    const email = JSON.stringify((await emailTo(test, renter.email, "return_denied")).content);
    expect(email).toContain("Nobody brought it.");
    expect(email).toContain("Late days after Jun 10, 2027 keep counting until the host or we record");

    expect(await isDeniedOn(orderId)).toBe(true);
    await backOn(orderId, "2027-06-15T18:00:00Z");
    expect(await isDeniedOn(orderId)).toBeUndefined();
    expect(await lateDaysOf(orderId)).toMatchObject([{ until: "2027-06-15", days: 5 }]);
    expect(await denialsFor(renter, orderId)).toMatchObject([{ ...denial, isOpen: false }]);
  });

  it("late days after a denial end with the renter's next record", async () => {
    const { orderId, record } = await returned();
    await deny(host, orderId, record);
    setClock("2027-06-13T18:00:00Z");
    expect(await isDeniedOn(orderId)).toBe(true);
    const again = await makeRecord(test, renter, orderId, "return");
    expect(await isDeniedOn(orderId)).toBeUndefined();
    expect(await denialsFor(host, orderId)).toMatchObject([
      { recordId: record.id, isOpen: false },
      { recordId: again.id, by: null },
    ]);
    await backOn(orderId, "2027-06-15T18:00:00Z");
    expect(await lateDaysOf(orderId)).toMatchObject([{ until: "2027-06-13", days: 3 }]);
  });

  it("a denial is refused after 24 hours, and once the car is recorded back", async () => {
    const { orderId, record } = await returned();
    for (const at of ["2027-06-12T18:00:00Z", "2027-06-12T19:00:00Z"]) {
      setClock(at);
      expect(refusalOf(await deny(host, orderId, record))).toMatchObject({
        code: "return_not_deniable",
        status: 409,
      });
      expect(await denialsFor(host, orderId)).toEqual([]);
    }
    const back = await returned();
    await backOn(back.orderId, "2027-06-11T19:00:00Z");
    expect(refusalOf(await deny(host, back.orderId, back.record)).code).toBe("return_not_deniable");
    expect(await denialsFor(host, back.orderId)).toEqual([]);
    expect(await lateDaysOf(back.orderId)).toMatchObject([{ days: 1 }]);
  });

  it("a denial is refused for any record but the renter's of a return", async () => {
    const orderId = await makeHostedOrder(test, host, renter.id, { ...rental });
    const pickup = await makeRecord(test, renter, orderId, "pickup");
    const own = await makeRecord(test, host, orderId, "return");
    for (const record of [pickup, own])
      expect(refusalOf(await deny(host, orderId, record)).code).toBe("return_not_deniable");
    for (const id of [crypto.randomUUID(), "x"])
      expect(refusalOf(await deny(host, orderId, { id })).code).toBe("condition_record_not_found");
  });
});

describe("a record of the return", () => {
  it("a return can't be denied by another host, a stranger or its renter", async () => {
    const { orderId, record } = await returned();
    const [stranger, otherHost] = await Promise.all([makePerson(test), makePerson(test, { role: "host" })]);
    for (const by of [stranger, otherHost, renter])
      expect(refusalOf(await deny(by, orderId, record))).toMatchObject({
        code: "order_not_found",
        status: 404,
      });
    expect(await denialsFor(host, orderId)).toMatchObject([{ by: null }]);
  });

  it("a return to a former host, or of one of our cars, can be denied only by the back office", async () => {
    const former = await makePerson(test, { role: "host" });
    const theirs = await makeHostedOrder(test, former, renter.id, { ...rental });
    const chief = await makePerson(test, { role: "admin", permissions: ["all"] });
    const role = { role: "customer", permissions: [] };
    await callAs(test, chief, "PUT", `/api/admin/users/${former.id}/role`, role);
    const ours = await makeOrder(test, renter.id, { ...rental, customerEmail: renter.email });
    for (const orderId of [theirs, ours]) {
      const record = await makeRecord(test, renter, orderId, "return");
      expect(refusalOf(await deny(former, orderId, record)).status).toBe(404);
      expect((await deny(admin, orderId, record)).json()).toMatchObject({ by: "longbay", isOpen: true });
    }
    expect((await orderRow(test, ours)).status).toBe("completed");
    expect(
      await tables("select kind as one from emails where order_id = $1 and kind like '%return_denied'", ours),
    ).toEqual([{ one: "return_denied" }]);
  });

  it("an administrator can't deny the return of their own rental while another could", async () => {
    const theirs = await makePerson(test, { role: "admin", permissions: ["all"] });
    const orderId = await makeOrder(test, renter.id, { ...rental, customerEmail: theirs.email });
    const record = await makeRecord(test, renter, orderId, "return");
    expect(refusalOf(await deny(theirs, orderId, record)).code).toBe("own_affair");
    const rented = await makeOrder(test, theirs.id, { ...rental });
    const own = await makeRecord(test, theirs, rented, "return");
    expect(refusalOf(await deny(theirs, rented, own)).status).toBe(404);
  });

  it("a denied return is in the data of its renter and its host", async () => {
    const { orderId, record } = await returned();
    await deny(host, orderId, record, "Not at the curb.");
    const exportOf = async (who: Person) =>
      (await callAs(test, who, "GET", "/api/account/export")).json<Record<string, unknown[]>>();
    expect((await exportOf(renter)).conditionRecords).toContainEqual(
      expect.objectContaining({ orderId, denial: "Not at the curb." }),
    );
    expect((await exportOf(host)).returnDenials).toContainEqual(
      expect.objectContaining({ orderId, words: "Not at the curb." }),
    );
  });
});

it("an earlier car's own host can deny its return, and its late days count alike", async () => {
  const earlier = await startGoneOn();
  const { first, second, rental: goneOn, backSince, bringBack } = earlier;
  const daysOf = async (id: string) => {
    const url = `/api/host/trips/${id}/charges`;
    const { proposable } = (await callAs(earlier.test, first, "GET", url)).json<{
      proposable: { category: string; facts: { days: number } | null }[];
    }>();
    return proposable.find(({ category }) => category === "late_days")?.facts?.days;
  };
  try {
    // The earlier car's days ended two days ago.
    const stands = await backSince(1, "renter");
    await bringBack(stands, 0);
    expect(await daysOf(stands)).toBe(1);

    const { id } = await goneOn();
    const at = new Date(earlier.test.services.now() - 23 * 3_600_000);
    const reading = { orderId: id, stretch: 1, odometer: 20_000, by: earlier.renter.id, at };
    await recordReading(earlier.test.services, { ...reading, kind: "return" });
    const [record] = (await listRecords(earlier.test, first, id)).json<{ returnDenials: ReturnDenial[] }>()
      .returnDenials;
    const denyAs = (by: Person) =>
      earlier.test.app.inject({
        method: "POST",
        url: `/api/orders/${id}/condition-records/${record?.recordId}/deny-return`,
        payload: { words: "It isn’t here." },
        headers: by.authorization,
      });
    expect((await listRecords(earlier.test, second, id)).json()).toMatchObject({ returnDenials: [] });
    expect(refusalOf(await denyAs(second)).code).toBe("condition_record_not_found");
    expect((await denyAs(first)).statusCode).toBe(201);
    expect(await emailsTo(earlier.test, earlier.renter.email)).toContain("return_denied");
    await bringBack(id, 0);
    expect(await daysOf(id)).toBe(2);
  } finally {
    await earlier.test.close();
  }
});
