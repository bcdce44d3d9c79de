import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { addressOf, listenTo } from "#test/event-stream.ts";
import { decideOn, licenceOfPerson, submitLicence } from "#test/papers.ts";

let test: TestApp;
let streams: Awaited<ReturnType<typeof listenTo>>[];
let checker: Person;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  checker = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
  person = await makePerson(test);
  const others = [
    await makePerson(test),
    await makePerson(test, { role: "admin", permissions: ["manage_cars"] }),
  ];
  const address = await addressOf(test.app);
  streams = await Promise.all([checker, person, ...others].map(({ token }) => listenTo(address, token)));
});
afterAll(async () => {
  for (const { cut } of streams) cut();
  await test.close();
});

/** Which of the streams had an event of this kind: checker's, person's, other renter's, other administrator's. */
const heard = (kind: string) => streams.map(({ events }) => events.some((event) => event.kind === kind));
const patience = { timeout: 30_000, interval: 100 };

it("a submitted or decided license is announced to its checkers and its owner", async () => {
  await submitLicence(test, person);
  await vi.waitFor(() => expect(heard("verification")).toEqual([true, true, false, false]), patience);
  for (const { events } of streams) events.length = 0;
  const { verification } = await licenceOfPerson(test, person);
  expect((await decideOn(test, checker, verification.id ?? "", { decision: "verified" })).statusCode).toBe(
    200,
  );
  await vi.waitFor(() => expect(heard("verification")).toEqual([true, true, false, false]), patience);
});

it("an application to host is announced to administrators", async () => {
  const answer = await test.app.inject({
    method: "POST",
    url: "/api/account/host-application",
    headers: person.authorization,
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  await vi.waitFor(() => expect(heard("alert")).toEqual([true, false, false, false]), patience);
});
