// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Agreement } from "#contract/documents.ts";
import type { Drivers, NamedDrive } from "#contract/drivers.ts";
import { issueDocuments } from "#server/documents/issue.ts";
import { documentsOf } from "#server/documents/queries.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { makeOrder, verifyLicence } from "#test/condition.ts";
import { emailsTo, emailTo } from "#test/emails.ts";

let test: TestApp;
let renter: Person;
beforeAll(async () => {
  test = await startTestApp();
  renter = await makePerson(test);
});
afterAll(() => test.close());

const rental = (more: Parameters<typeof makeOrder>[2] = {}) =>
  makeOrder(test, renter.id, { customerEmail: renter.email, ...more });
const send = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object, by = renter) =>
  test.app.inject({ method, url, ...(payload && { payload }), headers: by.authorization });
const name = (orderId: string, email: string, more: object = {}) =>
  send("POST", `/api/orders/${orderId}/drivers`, { name: "Ann", email, ...more });
const driversOf = async (orderId: string) =>
  (await callAs(test, renter, "GET", `/api/orders/${orderId}/drivers`)).json<Drivers>();
const drivesOf = async (by: Person) =>
  (await callAs(test, by, "GET", "/api/account/drives")).json<NamedDrive[]>();
const answer = (by: Person, id: string, agrees: boolean) =>
  send("PUT", `/api/account/drives/${id}`, { agrees }, by);
/** Somebody with a verified license in their own name. */
async function licensed(fullName: string): Promise<Person> {
  const person = await makePerson(test);
  await verifyLicence(test, person.id);
  await test.services.database.rows("update licences set full_name = $2 where account_id = $1", [
    person.id,
    fullName,
  ]);
  return person;
}
/** A driver of an order who has agreed. */
async function agreed(orderId: string, person: Person): Promise<void> {
  await name(orderId, person.email);
  const [drive] = await drivesOf(person);
  expect((await answer(person, drive?.id ?? "", true)).statusCode).toBe(200);
}

describe("another driver", () => {
  it("a driver may drive only once they have agreed and their license is verified", async () => {
    const driver = await licensed("Ann Nguyễn");
    const id = await rental();
    expect((await name(id, driver.email.toUpperCase())).statusCode).toBe(201);
    expect((await driversOf(id)).drivers).toMatchObject([{ name: "Ann", status: "invited" }]);
    const [drive] = await drivesOf(driver);
    expect(drive).toMatchObject({ status: "invited", carName: "Toyota Camry LE" });
    await answer(driver, drive?.id ?? "", true);
    expect((await driversOf(id)).drivers).toMatchObject([{ name: "Ann Nguyễn", status: "verified" }]);
    await answer(driver, drive?.id ?? "", false);
    expect((await driversOf(id)).drivers).toMatchObject([{ name: "Ann", status: "refused" }]);
  });

  it("a driver learns nothing that the renter typed, and the renter nothing about the driver's license", async () => {
    const [driver, nobody] = [await licensed("Ann"), "nobody@example.com"];
    const id = await rental({ customerName: "Buy pills at evil.example" });
    await name(id, driver.email, { name: "Cheap pills" });
    await name(id, nobody, { name: "Cheap pills" });
    const email = JSON.stringify((await emailTo(test, driver.email, "driver_named")).content);
    expect(email).not.toContain("pills");
    expect(await emailsTo(test, nobody)).toEqual(["driver_named"]);
    const { drivers, mayAdd } = await driversOf(id);
    expect([drivers.map(({ status }) => status), mayAdd]).toEqual([["invited", "invited"], false]);
  });

  it("a person gets a limited number of emails from orders that name them as a driver", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const victim = "victim@example.com";
      for (let count = 0; count < 4; count++) {
        const owner = await makePerson(limited);
        const orderId = await makeOrder(limited, owner.id);
        const url = `/api/orders/${orderId}/drivers`;
        const named = await callAs(limited, owner, "POST", url, { name: "Ann", email: victim });
        expect(named.statusCode).toBe(201);
        expect(named.json<Drivers>().drivers).toHaveLength(1);
      }
      expect(await emailsTo(limited, victim)).toEqual(["driver_named"]);
    } finally {
      await limited.close();
    }
  });

  it("a driver is named once, at most two an order, never the renter, and only while the rental is open", async () => {
    const id = await rental();
    const first = { id: crypto.randomUUID() };
    await name(id, "a@example.com", first);
    expect((await name(id, "a@example.com", first)).json<Drivers>().drivers).toHaveLength(1);
    expect(refusalOf(await name(id, "A@example.com"))).toMatchObject({ code: "invalid", fields: ["email"] });
    expect(refusalOf(await name(id, renter.email))).toMatchObject({ code: "invalid", fields: ["email"] });
    await name(id, "b@example.com");
    expect(refusalOf(await name(id, "c@example.com")).code).toBe("drivers_full");
    const [one] = (await driversOf(id)).drivers;
    const removed = await send("DELETE", `/api/orders/${id}/drivers/${one?.id}`);
    expect(removed.json<Drivers>()).toMatchObject({ mayAdd: true, drivers: [{ email: "b@example.com" }] });
    const ended = await rental({ status: "completed" });
    expect(refusalOf(await name(ended, "d@example.com")).code).toBe("driver_not_possible");
  });

  it("only the account with the named address can answer as the driver", async () => {
    const [driver, other] = [await makePerson(test), await makePerson(test)];
    const id = await rental();
    await name(id, driver.email);
    const [drive] = await drivesOf(driver);
    expect(await drivesOf(other)).toEqual([]);
    expect(refusalOf(await answer(other, drive?.id ?? "", true)).code).toBe("driver_not_found");
    expect((await send("GET", `/api/orders/${id}/drivers`, undefined, other)).statusCode).toBe(404);
  });
});

it("a driver who has agreed answers with their own account, whatever its address is later", async () => {
  const driver = await licensed("Ann");
  const id = await rental();
  await agreed(id, driver);
  const { rows } = test.services.database;
  const successor = await makePerson(test);
  const ofDriver = driver.email;
  await rows("update users set email = $2 where id = $1", [driver.id, `moved.${ofDriver}`]);
  await rows("update users set email = $2 where id = $1", [successor.id, ofDriver]);
  const [drive] = await drivesOf(driver);
  expect(await drivesOf(successor)).toEqual([]);
  expect(refusalOf(await answer(successor, drive?.id ?? "", false)).code).toBe("driver_not_found");
  expect((await answer(driver, drive?.id ?? "", false)).statusCode).toBe(200);
  expect((await driversOf(id)).drivers).toMatchObject([{ status: "refused" }]);
});

describe("the agreement", () => {
  const agreementOf = async (id: string) =>
    (await callAs(test, renter, "GET", `/api/orders/${id}/agreement`)).json<Agreement>();
  const addendaOf = async (id: string) =>
    (await documentsOf(test.services.database.db, id)).filter(({ kind }) => kind === "addendum");

  it("the agreement names a driver whose license is verified, in both languages", async () => {
    const id = await rental({ isSigned: false });
    await agreed(id, await licensed("Ann Nguyễn"));
    const { clauses, version, textHash, renter: signer } = await agreementOf(id);
    const text = JSON.stringify(clauses);
    expect(text).toContain("The renter and Ann Nguyễn may drive the car.");
    expect(text).toContain("除租客外，Ann Nguyễn也可以驾驶本车。");
    const signed = await send("POST", `/api/orders/${id}/agreement`, { name: signer, version, textHash });
    expect(signed.statusCode, signed.body).toBeLessThan(300);
    await issueDocuments(test.services);
    expect(await addendaOf(id)).toEqual([]);
  });

  it("the agreement gets one addendum for a driver who comes after it was signed", async () => {
    const id = await rental();
    await issueDocuments(test.services);
    await agreed(id, await licensed("Łukasz Nowak"));
    await issueDocuments(test.services);
    await issueDocuments(test.services);
    const addenda = await addendaOf(id);
    expect(addenda).toHaveLength(1);
    const [row] = await test.services.database.rows<{ sheet: unknown }>(
      "select sheet from order_documents where number = $1",
      [addenda[0]?.number],
    );
    expect(JSON.stringify(row?.sheet)).toContain("Łukasz Nowak");
  });

  it("the agreement gets an addendum when a named driver leaves, and another when they are back", async () => {
    const driver = await licensed("Ann Park");
    const id = await rental({ isSigned: false });
    await agreed(id, driver);
    const { version, textHash, renter: signer } = await agreementOf(id);
    await send("POST", `/api/orders/${id}/agreement`, { name: signer, version, textHash });
    const notes = async () => {
      await issueDocuments(test.services);
      await issueDocuments(test.services);
      const sheets = await test.services.database.rows<{ note: string }>(
        `select sheet->'notes'->>0 as note from order_documents
         where order_id = $1 and kind = 'addendum' and sheet->>'facts' like '%Ann Park%' order by number`,
        [id],
      );
      return sheets.map(({ note }) => note.includes("may not drive"));
    };
    const [drive] = await drivesOf(driver);
    await answer(driver, drive?.id ?? "", false);
    expect(await notes()).toEqual([true]);
    await answer(driver, drive?.id ?? "", true);
    expect(await notes()).toEqual([true, false]);
    const [named] = (await driversOf(id)).drivers;
    await send("DELETE", `/api/orders/${id}/drivers/${named?.id}`);
    expect(await notes()).toEqual([true, false, true]);
  });
});
