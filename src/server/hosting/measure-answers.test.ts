import { afterAll, beforeAll, expect, it } from "vitest";
import type { Car } from "#contract/cars.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";
import { measureAnswers } from "./measure-answers.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
let test: TestApp;
let renter: Person;
beforeAll(async () => {
  test = await startTestApp();
  renter = await makePerson(test);
});
afterAll(() => test.close());

type AnsweredRequest = {
  daysAgo?: number;
  minutes?: number;
  answer?: "accepted" | "declined" | "lapsed";
  by?: string;
};

/** Makes an answered request, with the audit trail's entry of who answered it. */
async function asked(host: Person, carId: string, wanted: AnsweredRequest = {}): Promise<void> {
  const { daysAgo = 5, minutes = 30, answer = "declined", by = host.id } = wanted;
  const hostAskedAt = new Date(test.services.now() - daysAgo * day);
  const hostAnsweredAt = new Date(hostAskedAt.getTime() + minutes * minute);
  const id = await makeHostedOrder(test, host, renter.id, {
    carId,
    status: "cancelled",
    isPaid: false,
    isSigned: false,
    hostAskedAt,
    hostAnsweredAt,
    hostAnswer: answer,
  });
  await test.services.database.rows(
    "insert into audit_events (actor, entity, entity_id, action) values ($1, 'order', $2, 'status')",
    [by, id],
  );
}

const shown = async (carId: string) => (await test.app.inject(`/api/cars/${carId}`)).json<Car>();
const recommended = async () =>
  (await test.app.inject("/api/cars?sort=recommended&limit=100")).json<Car[]>().map(({ id }) => id);
const version = async () =>
  (await test.services.database.rows<{ version: string }>("select version from catalogue_state"))[0]?.version;

it("a car's page shows its host's answers of the last 90 days, as a share and a usual time", async () => {
  const host = await makePerson(test, { role: "host" });
  const carId = await makeHostCar(test, host.id);
  await asked(host, carId, { minutes: 20 });
  await asked(host, carId, { minutes: 100 });
  await asked(host, carId, { daysAgo: 91, answer: "lapsed" });
  await asked(host, carId, { by: "an administrator" });
  await measureAnswers(test.services);
  expect((await shown(carId)).host).not.toHaveProperty("answers");
  await asked(host, carId, { minutes: 200 });
  await asked(host, carId, { answer: "lapsed", minutes: 1440, by: "system" });
  await measureAnswers(test.services);
  expect((await shown(carId)).host?.answers).toEqual({ share: 75, within: "hours" });
  const before = await version();
  await measureAnswers(test.services);
  expect(await version()).toBe(before);
});

it("the cars of a host who leaves most requests unanswered come last until the host answers again", async () => {
  const [slow, other] = [await makePerson(test, { role: "host" }), await makePerson(test, { role: "host" })];
  const first = await makeHostCar(test, slow.id);
  const others = [await makeHostCar(test, other.id), await makeHostCar(test, other.id)];
  const place = async (id: string) => (await recommended()).indexOf(id);
  expect(await place(first)).toBeLessThan(await place(others[0] ?? ""));
  for (const minutes of [1440, 1440]) await asked(slow, first, { answer: "lapsed", minutes, by: "system" });
  await asked(slow, first);
  await measureAnswers(test.services);
  expect((await recommended()).at(-1)).toBe(first);
  const added = await makeHostCar(test, other.id);
  expect(await place(added)).toBeLessThan(await place(first));
  for (let more = 0; more < 3; more++) await asked(slow, first);
  await measureAnswers(test.services);
  expect(await place(first)).toBeLessThan(await place(others[0] ?? ""));
});
