// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "#test/endpoints.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { verifyLicence } from "#test/condition.ts";
import { aLicence } from "#test/papers.ts";
import { asker, requestCalls, secrets } from "#test/host-requests.ts";

let test: TestApp;
let host: Person;
let renter: Person;
const { call, rows, requested, booked, accept, decline, emailsAbout, carOf } = requestCalls(() => test);
beforeAll(async () => {
  test = await startTestApp();
  host = await makePerson(test, { role: "host" });
  renter = await makePerson(test, { email: "mei.hidden@example.com" });
  await verifyLicence(test, renter.id);
});
afterAll(() => test.close());

const hidden = () => [...secrets, renter.email, "mei.hidden", aLicence.number];

/** Everything that a host can read through any call about an order and a car. */
async function everythingRead(orderId: string, carId: string): Promise<string> {
  const reads = endpoints.filter(
    ({ method, path, access }) =>
      method === "GET" && (access === "host" || path.startsWith("/api/host/")) && !path.endsWith(".ics"),
  );
  expect(reads.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/api/host/requests", "/api/host/requests/:id", "/api/host/calendar"]),
  );
  const bodies: string[] = [];
  for (const { path } of reads) {
    const id = path.includes("/cars/") ? carId : orderId;
    const query = path.endsWith("/calendar") ? "?from=2026-11-01&until=2027-12-31" : "";
    const answer = await call(host, "GET", `${path.replace(":id", id)}${query}`);
    bodies.push(answer.body, JSON.stringify(answer.headers));
  }
  for (const state of ["waiting", "answered"])
    bodies.push((await call(host, "GET", `/api/host/requests?state=${state}`)).body);
  // Other calls that a host can try with the order's id.
  for (const path of [
    "",
    "/documents",
    "/condition-records",
    "/agreement",
    "/drivers",
    "/reviews",
    "/insurance-proof",
  ])
    bodies.push((await call(host, "GET", `/api/orders/${orderId}${path}`)).body);
  bodies.push((await call(host, "GET", "/api/account/export")).body);
  bodies.push((await call(host, "GET", "/api/account/orders")).body);
  const events = await rows<{ about: string }>('select about::text from events where $1 = any("to")', [
    host.id,
  ]);
  bodies.push(...events.map(({ about }) => about));
  const emails = (await emailsAbout(orderId)).filter(({ recipient }) => recipient === host.email);
  expect(emails.length).toBeGreaterThan(0);
  bodies.push(...emails.map(({ subject, content }) => subject + content));
  return bodies.join("\n");
}

const found = (text: string): string[] =>
  hidden().filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));

it("a host can't read the renter's contact details or license before accepting or after declining", async () => {
  const carId = await carOf(host);
  const orders = [
    await requested(renter, { carId }),
    (await booked(renter, { carId: await carOf(host) })).json<{ id: string }>().id,
  ];
  for (const id of orders) {
    expect(found(await everythingRead(id, carId))).toEqual([]);
    const declined = await decline(host, id, "other", "Sorry");
    expect(declined.statusCode).toBe(200);
    expect(found(declined.body + (await everythingRead(id, carId)))).toEqual([]);
  }
});

it("an address or a number typed as a name is not shown as a first name", async () => {
  for (const customerName of ["mei.hidden@example.com", "6505550177"]) {
    const carId = await carOf(host);
    const id = await requested(renter, { carId }, { customerName });
    expect(found(await everythingRead(id, carId))).toEqual([]);
    await decline(host, id);
  }
});

it("a host who accepted reads name, telephone and place, and never email or license", async () => {
  const carId = await carOf(host);
  const id = await requested(renter, { carId });
  expect((await accept(host, id)).statusCode).toBe(200);
  const text = await everythingRead(id, carId);
  for (const known of [asker.customerName, asker.customerPhone, asker.pickupLocation])
    expect(text).toContain(known);
  for (const secret of [renter.email, "mei.hidden", aLicence.number]) expect(text).not.toContain(secret);
});
