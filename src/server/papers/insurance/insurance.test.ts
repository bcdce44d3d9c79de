// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SystemAlert } from "#contract/admin/dashboard.ts";
import { addDays } from "#domain/dates.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { makeCar, renter as contact } from "#test/factories.ts";
import { decideOn, insuranceOfOrder, makeDocument, putProof } from "#test/papers.ts";
import { remindOfInsurance } from "#server/papers/jobs.ts";

const at = (date: string) => Date.parse(`${date}T20:00:00Z`);
const today = "2026-11-22";
const rental = { pickupDate: "2026-12-01", returnDate: "2027-05-31" };

let test: TestApp;
let checker: Person;
beforeAll(async () => {
  test = await startTestApp({}, { at: `${today}T20:00:00Z` });
  checker = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

/** A person's request for a car. */
async function makeOrder(person: Person, dates = rental): Promise<string> {
  const carId = await makeCar(test);
  const send = (totalPrice: string) =>
    test.app.inject({
      method: "POST",
      url: "/api/bookings",
      payload: { carId, ...contact, ...dates, customerEmail: person.email, totalPrice },
      headers: person.authorization,
    });
  const refused = (await send("0")).json<{ quote: { total: string } }>();
  const placed = await send(refused.quote.total);
  expect(placed.statusCode, placed.body).toBe(201);
  const { id } = placed.json<{ id: string }>();
  await test.services.database.rows("update orders set account_id = $2 where id = $1", [id, person.id]);
  return id;
}

const proofId = async (person: Person, order: string) =>
  (await insuranceOfOrder(test, person, order)).verification.id ?? "";

async function hand(person: Person, order: string, dates: object) {
  const { id: documentId } = await makeDocument(test, person, "insurance_proof");
  return putProof(test, person, order, { documentId, ...dates });
}

async function verified(person: Person, order: string, dates: object): Promise<void> {
  const answer = await hand(person, order, dates);
  expect(answer.statusCode, answer.body).toBe(200);
  await decideOn(test, checker, await proofId(person, order), { decision: "verified" });
}

async function on(date: string, work: () => Promise<unknown>): Promise<void> {
  const clock = test.services.now;
  test.services.now = () => at(date);
  try {
    await work();
  } finally {
    test.services.now = clock;
  }
}

describe("a proof of insurance", () => {
  it("a proof of insurance is submitted by the renter, checked, and covers the rental to its end", async () => {
    const person = await makePerson(test);
    const order = await makeOrder(person);
    expect(await insuranceOfOrder(test, person, order)).toMatchObject({
      isNeeded: true,
      coveredUntil: null,
      verification: { status: "none" },
      proofs: [],
    });
    const handed = await hand(person, order, { validFrom: "2026-06-01", validUntil: "2027-06-01" });
    expect(handed.json()).toMatchObject({ verification: { status: "submitted" }, coveredUntil: null });
    expect(await emailsTo(test, person.email)).toContain("insurance_received");
    const [queued] = (
      await test.app.inject({
        url: `/api/admin/verifications?accountId=${person.id}`,
        headers: checker.authorization,
      })
    ).json<{ id: string }[]>();
    expect(queued).toMatchObject({
      subject: "insurance_proof",
      insurance: { insurer: "Bay Mutual", validUntil: "2027-06-01", order: { id: order, ...rental } },
      documents: [{ kind: "insurance_proof" }],
    });
    await decideOn(test, checker, queued?.id ?? "", { decision: "verified" });
    expect(await insuranceOfOrder(test, person, order)).toMatchObject({
      verification: { status: "verified" },
      coveredUntil: "2027-06-01",
      isRenewalDue: false,
    });
    expect((await emailTo(test, person.email, "insurance_verified")).orderId).toBe(order);
    const history = await test.services.database.rows(
      "select actor from audit_events where entity = 'order' and entity_id = $1 and action = 'insurance_proof_verified'",
      [order],
    );
    expect(history).toEqual([{ actor: checker.id }]);
  });

  it("an undecided or declined proof is replaced by the next, and a verified one stays", async () => {
    const person = await makePerson(test);
    const order = await makeOrder(person);
    await hand(person, order, { validFrom: "2026-06-01", validUntil: "2027-01-31" });
    await hand(person, order, { validFrom: "2026-06-01", validUntil: "2027-02-28" });
    expect((await insuranceOfOrder(test, person, order)).proofs).toHaveLength(1);
    const declined = { decision: "declined", reasonCode: "limits_too_low" };
    expect((await decideOn(test, checker, await proofId(person, order), declined)).statusCode).toBe(200);
    expect((await emailTo(test, person.email, "insurance_declined")).subject).toMatch(/proof of insurance/);
    await verified(person, order, { validFrom: "2026-06-01", validUntil: "2027-01-31" });
    const gap = await hand(person, order, { validFrom: "2027-02-02", validUntil: "2027-08-01" });
    expect(refusalOf(gap)).toMatchObject({ status: 422, fields: ["validFrom"] });
    const shorter = await hand(person, order, { validFrom: "2026-12-01", validUntil: "2027-01-31" });
    expect(refusalOf(shorter)).toMatchObject({ status: 422, fields: ["validUntil"] });
    await verified(person, order, { validFrom: "2027-02-01", validUntil: "2027-07-31" });
    const { proofs, coveredUntil } = await insuranceOfOrder(test, person, order);
    expect([proofs.length, coveredUntil]).toEqual([2, "2027-07-31"]);
  });

  it("a proof must be valid on the pickup day, be the renter's own, and belong to an order that needs one", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const order = await makeOrder(person);
    for (const dates of [
      { validFrom: "2026-12-02", validUntil: "2027-12-01" },
      { validFrom: "2026-06-01", validUntil: "2026-11-30" },
      { validFrom: "2026-06-01", validUntil: "2026-05-01" },
      { validFrom: "2026-06-01", validUntil: "2026-02-30" },
      { validFrom: "2026-06-01" },
    ])
      expect(refusalOf(await hand(person, order, dates)).status, JSON.stringify(dates)).toBe(422);
    const dates = { validFrom: "2026-06-01", validUntil: "2027-06-01" };
    const theirs = await makeDocument(test, other, "insurance_proof");
    const passport = await makeDocument(test, person, "passport");
    for (const documentId of [theirs.id, passport.id, crypto.randomUUID()])
      expect(refusalOf(await putProof(test, person, order, { documentId, ...dates }))).toMatchObject({
        status: 422,
        fields: ["documentId"],
      });
    expect((await insuranceOfOrder(test, person, order)).proofs).toEqual([]);
    await test.services.database.rows(
      "update orders set source = 'plan', tier = 'basic', insurance = $2 where id = $1",
      [order, JSON.stringify({ product: "ultimate", monthlyPrice: 7900 })],
    );
    expect(await insuranceOfOrder(test, person, order)).toMatchObject({ isNeeded: false });
    expect(refusalOf(await hand(person, order, dates))).toMatchObject({
      status: 409,
      code: "proof_not_needed",
    });
  });

  it("a proof for another person's order is refused as not found", async () => {
    const person = await makePerson(test);
    const order = await makeOrder(person);
    const { id: documentId } = await makeDocument(test, person, "insurance_proof");
    for (const by of [await makePerson(test), await makePerson(test, { role: "host" }), checker]) {
      const seen = await test.app.inject({
        url: `/api/orders/${order}/insurance-proof`,
        headers: by.authorization,
      });
      const put = await putProof(test, by, order, { documentId, validUntil: "2027-06-01" });
      for (const answer of [seen, put])
        expect(refusalOf(answer)).toMatchObject({ status: 404, code: "order_not_found" });
    }
    expect(
      refusalOf(await putProof(test, person, "x", { documentId, validUntil: "2027-06-01" })).status,
    ).toBe(404);
  });
});

describe("the end of a proof of insurance", () => {
  it("a renter is reminded 14, 7 and 1 days before a proof ends, and then administrators get an email", async () => {
    const person = await makePerson(test);
    const order = await makeOrder(person);
    await verified(person, order, { validFrom: "2026-06-01", validUntil: "2027-01-31" });
    await test.services.database.rows("update orders set status = 'in_progress' where id = $1", [order]);
    const reminders = async () =>
      (await emailsTo(test, person.email)).filter((kind) => kind === "insurance_reminder").length;
    const remindedOn: [string, number][] = [];
    for (const date of [0, 1, 2, 6, 7, 8, 9, 12, 13, 14].map((days) =>
      addDays("2027-01-16", days + (days > 8 ? 1 : 0)),
    )) {
      await on(date, async () => {
        await remindOfInsurance(test.services);
        await remindOfInsurance(test.services);
        remindedOn.push([date, await reminders()]);
      });
    }
    expect(remindedOn).toEqual([
      ["2027-01-16", 0],
      ["2027-01-17", 1],
      ["2027-01-18", 1],
      ["2027-01-22", 1],
      ["2027-01-23", 1],
      ["2027-01-24", 2],
      ["2027-01-26", 2],
      ["2027-01-29", 2],
      ["2027-01-30", 3],
      ["2027-01-31", 3],
    ]);
    const adminEmail = test.services.config.adminEmail;
    const ended = async () =>
      (await emailsTo(test, adminEmail)).filter((kind) => kind === "admin_insurance_ended").length;
    const alerts = async () =>
      (await test.app.inject({ url: "/api/admin/system/alerts", headers: checker.authorization }))
        .json<SystemAlert[]>()
        .filter(({ id }) => id.startsWith("uninsured"));
    expect(await ended()).toBe(0);
    await on("2027-02-01", async () => {
      await remindOfInsurance(test.services);
      await remindOfInsurance(test.services);
      expect([await ended(), await reminders()]).toEqual([1, 3]);
      expect(await alerts()).toMatchObject([
        { type: "error", href: "/admin/order-management?attention=uninsured" },
      ]);
      const listed = await test.app.inject({
        url: "/api/admin/orders?attention=uninsured",
        headers: checker.authorization,
      });
      expect(listed.json<{ id: string }[]>().map(({ id }) => id)).toEqual([order]);
      // The next proof ends the alert.
      await verified(person, order, { validFrom: "2027-02-01", validUntil: "2027-07-31" });
      expect(await alerts()).toEqual([]);
    });
  });

  it("a renter and the administrators get emails although a proof begins after a gap", async () => {
    const person = await makePerson(test);
    const order = await makeOrder(person);
    await verified(person, order, { validFrom: "2026-06-01", validUntil: "2027-01-31" });
    await verified(person, order, { validFrom: "2027-02-01", validUntil: "2027-07-31" });
    await test.services.database.rows(
      "update insurance_proofs set valid_from = '2027-02-05' where order_id = $1 and valid_from = '2027-02-01'",
      [order],
    );
    await test.services.database.rows("update orders set status = 'in_progress' where id = $1", [order]);
    await on("2027-01-30", () => remindOfInsurance(test.services));
    expect(await emailsTo(test, person.email)).toContain("insurance_reminder");
    await on("2027-02-02", async () => {
      const listed = await test.app.inject({
        url: "/api/admin/orders?attention=uninsured",
        headers: checker.authorization,
      });
      expect(listed.json<{ id: string }[]>().map(({ id }) => id)).toContain(order);
    });
    await test.services.database.rows("update orders set status = 'completed' where id = $1", [order]);
  });

  it("a renter whose next proof waits or is verified, or whose rental ends first, is not reminded", async () => {
    const people = await Promise.all([makePerson(test), makePerson(test), makePerson(test)]);
    const orders = await Promise.all(
      people.map((person, place) =>
        makeOrder(person, place === 2 ? { ...rental, returnDate: "2027-01-31" } : rental),
      ),
    );
    for (const [place, person] of people.entries())
      await verified(person, orders[place] ?? "", { validFrom: "2026-06-01", validUntil: "2027-01-31" });
    await test.services.database.rows("update orders set status = 'in_progress' where id = any($1)", [
      orders,
    ]);
    const [first, second] = people;
    if (!first || !second) throw new Error("nobody");
    await hand(first, orders[0] ?? "", { validFrom: "2027-02-01", validUntil: "2027-07-31" });
    await verified(second, orders[1] ?? "", { validFrom: "2027-01-31", validUntil: "2027-07-31" });
    await on("2027-01-25", () => remindOfInsurance(test.services));
    for (const person of people)
      expect(await emailsTo(test, person.email)).not.toContain("insurance_reminder");
  });
});
