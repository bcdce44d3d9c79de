// @one-database
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SystemAlert } from "#contract/admin/dashboard.ts";
import type { AdminOrder } from "#contract/admin/orders.ts";
import type { QueuedVerification } from "#contract/admin/papers.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { aMonth, makeCar, renter as contact } from "#test/factories.ts";
import {
  aLicence,
  decideOn,
  licenceOfPerson,
  makeDocument,
  putLicence,
  submitLicence,
} from "#test/papers.ts";
import { licenceOf } from "#server/papers/queries.ts";
import { today } from "#server/services.ts";

let test: TestApp;
let checker: Person;
let colleague: Person;
beforeAll(async () => {
  test = await startTestApp({}, { at: "2026-11-22T20:00:00Z" });
  checker = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
  colleague = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

const queue = async (query = "", by = checker) => {
  const answer = await test.app.inject({
    url: `/api/admin/verifications${query}`,
    headers: by.authorization,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return { found: answer.json<QueuedVerification[]>(), headers: answer.headers };
};
const idOf = async (person: Person) => (await licenceOfPerson(test, person)).verification.id ?? "";
const statusOf = async (person: Person) => (await licenceOfPerson(test, person)).verification.status;

describe("a license", () => {
  it("a license is submitted only with both sides and its data, in any order", async () => {
    const person = await makePerson(test);
    expect(await licenceOfPerson(test, person)).toMatchObject({
      verification: { id: null, status: "none" },
      licence: null,
      documents: [],
    });
    expect((await putLicence(test, person)).json()).toMatchObject({
      verification: { status: "none", submittedAt: null },
      licence: aLicence,
    });
    await makeDocument(test, person, "licence_front");
    expect(await statusOf(person)).toBe("none");
    expect(await licenceOf(test.services.database.db, person.id, today(test.services))).toMatchObject({
      status: "none",
      hasImages: false,
    });
    await makeDocument(test, person, "licence_back");
    expect(await statusOf(person)).toBe("submitted");
    expect(await licenceOf(test.services.database.db, person.id, today(test.services))).toMatchObject({
      status: "submitted",
      hasImages: true,
    });
    // A second picture sends no second email.
    await makeDocument(test, person, "licence_back");
    await makeDocument(test, person, "passport");
    expect(await emailsTo(test, person.email)).toEqual(["licence_received"]);
    expect((await putLicence(test, await makePerson(test))).json()).toMatchObject({
      verification: { status: "none" },
    });
  });

  it("a license may be foreign, with a number that looks like a card's", async () => {
    const person = await makePerson(test);
    // The number begins, and checks, like a card number of eighteen digits.
    const answer = await putLicence(test, person, {
      country: "CN",
      number: "360102199003070153",
      state: "CA",
    });
    expect(answer.json()).toMatchObject({
      licence: { country: "CN", state: null, number: "360102199003070153" },
    });
    const card = await putLicence(test, person, { country: "CN", number: "4111 1111 1111 1111" });
    expect(refusalOf(card)).toMatchObject({ status: 400, code: "card_number_refused" });
  });

  it.each([
    [{ state: undefined }, "state"],
    [{ state: "XX" }, "state"],
    [{ country: "XX" }, "country"],
    [{ country: "constructor" }, "country"],
    [{ number: " " }, "number"],
    [{ number: "x".repeat(41) }, "number"],
    [{ name: "" }, "name"],
    [{ birthDate: "2026-02-30" }, "birthDate"],
    [{ birthDate: "2020-01-01" }, "birthDate"],
    [{ issueDate: "2026-11-23" }, "issueDate"],
    [{ expiryDate: "2026-11-21" }, "expiryDate"],
    [{ expiryDate: "2020-01-01" }, "expiryDate"],
    [{ firstIssueDate: "2022-01-01" }, "firstIssueDate"],
  ])("a license with %j is refused", async (change, field) => {
    const person = await makePerson(test);
    expect(refusalOf(await putLicence(test, person, change))).toMatchObject({ status: 422, fields: [field] });
    expect((await licenceOfPerson(test, person)).licence).toBeNull();
  });

  it("a verified license stays verified when sent again, and any change submits it again", async () => {
    const person = await makePerson(test);
    await submitLicence(test, person);
    await decideOn(test, checker, await idOf(person), { decision: "verified" });
    expect((await putLicence(test, person)).json()).toMatchObject({ verification: { status: "verified" } });
    expect((await putLicence(test, person, { number: "D7654321" })).json()).toMatchObject({
      verification: { status: "submitted", decidedAt: null },
    });
    await decideOn(test, checker, await idOf(person), { decision: "verified" });
    await makeDocument(test, person, "licence_front");
    expect(await statusOf(person)).toBe("submitted");
  });

  it("a license expires by its date alone", async () => {
    const person = await makePerson(test);
    await submitLicence(test, person, { expiryDate: "2026-11-22" });
    await decideOn(test, checker, await idOf(person), { decision: "verified" });
    expect(await statusOf(person)).toBe("verified");
    const clock = test.services.now;
    try {
      // At first it is still the 22nd in Los Angeles, then no longer.
      test.services.now = () => Date.parse("2026-11-23T07:59:00Z");
      expect(await statusOf(person)).toBe("verified");
      test.services.now = () => Date.parse("2026-11-23T08:00:00Z");
      expect(await statusOf(person)).toBe("expired");
      const { found } = await queue("?status=expired");
      expect(found.map(({ account }) => account.id)).toContain(person.id);
    } finally {
      test.services.now = clock;
    }
  });
});

describe("the queue", () => {
  it("the queue shows what waits, oldest first, page by page, with what is needed to decide", async () => {
    const fresh = await startTestApp({}, { at: "2026-11-22T20:00:00Z" });
    try {
      const admin = await makePerson(fresh, { role: "admin", permissions: ["manage_users"] });
      const people: Person[] = [];
      for (let count = 0; count < 3; count++) {
        const person = await makePerson(fresh);
        await submitLicence(fresh, person, {
          birthDate: "2006-01-01",
          issueDate: "2025-01-02",
          firstIssueDate: "",
        });
        await fresh.services.database.rows("update licences set submitted_at = $2 where account_id = $1", [
          person.id,
          new Date(Date.parse("2026-11-20T00:00:00Z") - count * 60_000),
        ]);
        people.unshift(person);
      }
      const seen: QueuedVerification[] = [];
      let url: string | undefined = "/api/admin/verifications?limit=2";
      while (url) {
        const answer: LightMyRequestResponse = await fresh.app.inject({
          url,
          headers: admin.authorization,
        });
        expect(answer.headers["x-total-count"]).toBe("3");
        seen.push(...answer.json<QueuedVerification[]>());
        url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ""))?.[1];
      }
      expect(seen.map(({ account }) => account.id)).toEqual(people.map(({ id }) => id));
      expect(seen[0]).toMatchObject({
        subject: "licence",
        status: "submitted",
        account: { name: "Wei Lin" },
        licence: { age: 20, isOldEnough: false, drivingYears: 1, hasDrivenEnough: false, isExpired: false },
        documents: [{ kind: "licence_front" }, { kind: "licence_back" }],
      });
    } finally {
      await fresh.close();
    }
  });

  it("the queue's alert counts what waits and disappears when nothing does", async () => {
    const alert = async () =>
      (await test.app.inject({ url: "/api/admin/system/alerts", headers: checker.authorization }))
        .json<SystemAlert[]>()
        .find(({ id }) => id.startsWith("verifications"));
    await submitLicence(test, await makePerson(test));
    const { found, headers } = await queue();
    expect(headers["x-total-count"]).toBe(String(found.length));
    const words = found.length === 1 ? "One license" : `${found.length} licenses`;
    expect(await alert()).toMatchObject({
      href: "/admin/verifications",
      message: expect.stringContaining(words),
    });
    for (const { id } of found) await decideOn(test, checker, id, { decision: "verified" });
    expect(await alert()).toBeUndefined();
    const activity = await test.app.inject({ url: "/api/admin/activity", headers: checker.authorization });
    expect(activity.json<{ action: string }[]>()[0]).toMatchObject({ action: "licence_verified" });
  });

  it("a license is decided once, with an audit entry and an email in the renter's language", async () => {
    const person = await makePerson(test);
    await makeDocument(test, person, "licence_front");
    await makeDocument(test, person, "licence_back");
    await test.app.inject({
      method: "PUT",
      url: "/api/account/licence",
      payload: aLicence,
      headers: { ...person.authorization, cookie: "language=zh" },
    });
    const id = await idOf(person);
    const answers = await Promise.all(
      [checker, colleague, checker].map((by, at) =>
        decideOn(
          test,
          by,
          id,
          at === 1 ? { decision: "verified" } : { decision: "declined", reasonCode: "unreadable" },
        ),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const won = answers.find(({ statusCode }) => statusCode === 200);
    const status = won?.json<QueuedVerification>().status === "verified" ? "verified" : "declined";
    expect(await statusOf(person)).toBe(status);
    const events = await test.services.database.rows<{ action: string }>(
      "select action from audit_events where entity = 'user' and entity_id = $1 and action like 'licence%'",
      [person.id],
    );
    expect(events).toEqual([{ action: `licence_${status}` }]);
    const email = await emailTo(test, person.email, `licence_${status}`);
    expect([email.language, /驾照/.test(email.subject)]).toEqual(["zh", true]);
  });

  it("declining a license needs a reason or words, and the email says what to do", async () => {
    const person = await makePerson(test);
    await submitLicence(test, person);
    const id = await idOf(person);
    for (const odd of [
      { decision: "declined" },
      { decision: "declined", reason: "  " },
      { decision: "declined", reasonCode: "other" },
      { decision: "declined", reasonCode: "limits_too_low" },
      { decision: "declined", reasonCode: "constructor" },
      { decision: "maybe" },
      {},
    ])
      expect(refusalOf(await decideOn(test, checker, id, odd)).status).toBe(422);
    const declined = await decideOn(test, checker, id, {
      decision: "declined",
      reasonCode: "cut_off",
      reason: "The lower edge.",
    });
    expect(declined.json()).toMatchObject({
      status: "declined",
      reasonCode: "cut_off",
      decidedBy: "Wei Lin",
    });
    expect((await licenceOfPerson(test, person)).verification).toMatchObject({
      status: "declined",
      reasonCode: "cut_off",
      reason: "The lower edge.",
    });
    const { content } = await emailTo(test, person.email, "licence_declined");
    const said = JSON.stringify(content.blocks);
    expect([
      said.includes("all four corners"),
      said.includes("The lower edge."),
      said.includes("/dashboard/license"),
    ]).toEqual([true, true, true]);
    // The same data sent again is checked again.
    expect((await putLicence(test, person)).json()).toMatchObject({
      verification: { status: "submitted", reasonCode: null },
    });
    expect((await decideOn(test, checker, id, { decision: "declined", reason: "No." })).json()).toMatchObject(
      {
        reasonCode: "other",
      },
    );
  });

  it("a decision about a license that was changed meanwhile is refused", async () => {
    const person = await makePerson(test);
    const { verification } = await submitLicence(test, person);
    await makeDocument(test, person, "licence_front");
    const stale = await decideOn(test, checker, verification.id ?? "", {
      decision: "verified",
      version: verification.version,
    });
    expect(refusalOf(stale)).toMatchObject({ status: 409, code: "verification_changed" });
    const { version } = (await licenceOfPerson(test, person)).verification;
    expect(
      (await decideOn(test, checker, verification.id ?? "", { decision: "verified", version })).statusCode,
    ).toBe(200);
  });

  it("an administrator can't decide about their own license, without the right, or about a draft", async () => {
    const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
    await submitLicence(test, admin);
    expect(refusalOf(await decideOn(test, admin, await idOf(admin), { decision: "verified" }))).toMatchObject(
      { status: 403 },
    );
    const limited = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    expect((await decideOn(test, limited, await idOf(admin), { decision: "verified" })).statusCode).toBe(403);
    const draft = await makePerson(test);
    await putLicence(test, draft);
    for (const id of [await idOf(draft), crypto.randomUUID(), "x"])
      expect(refusalOf(await decideOn(test, checker, id, { decision: "verified" }))).toMatchObject({
        status: 404,
        code: "verification_not_found",
      });
  });
});

describe("an order for administrators", () => {
  it("an order shows administrators the renter's age, license number and state once verified", async () => {
    const person = await makePerson(test);
    await submitLicence(test, person);
    const carId = await makeCar(test);
    const placed = await test.app.inject({
      method: "POST",
      url: "/api/bookings",
      payload: { carId, ...contact, ...aMonth(test), customerEmail: person.email, totalPrice: "0" },
      headers: person.authorization,
    });
    const quoted = placed.json<{ quote?: { total: string }; id?: string }>();
    const order =
      quoted.id === undefined
        ? await test.app.inject({
            method: "POST",
            url: "/api/bookings",
            payload: {
              carId,
              ...contact,
              ...aMonth(test),
              customerEmail: person.email,
              totalPrice: quoted.quote?.total,
            },
            headers: person.authorization,
          })
        : placed;
    expect(order.statusCode, order.body).toBe(201);
    const id = order.json<{ id: string }>().id;
    await test.services.database.rows("update orders set account_id = $2 where id = $1", [id, person.id]);
    const seen = async () =>
      (
        await test.app.inject({ url: `/api/admin/orders/${id}`, headers: checker.authorization })
      ).json<AdminOrder>();
    expect(await seen()).toMatchObject({
      renterAge: null,
      renterLicenseNumber: null,
      renterLicenseState: null,
    });
    await decideOn(test, checker, await idOf(person), { decision: "verified" });
    const known = { renterAge: 31, renterLicenseNumber: "D1234567", renterLicenseState: "CA" };
    expect(await seen()).toMatchObject(known);
    const list = await test.app.inject({ url: "/api/admin/orders", headers: checker.authorization });
    expect(list.json<AdminOrder[]>().find((each) => each.id === id)).toMatchObject(known);
  });
});
