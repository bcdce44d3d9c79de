import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AdminHostCar } from "#contract/admin/host-cars.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import type { TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { emailTo } from "#test/emails.ts";
import { hostCarCalls, hostCarsPath, makeHostCar, startHostCars } from "#test/host-cars.ts";
import { multipart } from "#test/multipart.ts";

let test: TestApp;
let host: Person;
let desk: Person;
beforeAll(async () => {
  ({ test, host, desk } = await startHostCars());
});
afterAll(() => test.close());

const { call, rows, emailsAbout } = hostCarCalls(() => test);
const change = (id: string, typed: object) => call(host, "PATCH", `${hostCarsPath}/${id}`, typed);
const seenBy = async (id: string, who = desk) =>
  (await call(who, "GET", `/api/admin/host-cars/${id}`)).json<AdminHostCar>();
const look = (id: string, payload: object, seen?: string, who = desk) =>
  call(who, "PUT", `/api/admin/host-cars/${id}/unseen`, payload, seen);
const queue = async () =>
  (await call(desk, "GET", "/api/admin/host-cars?state=unseen"))
    .json<AdminHostCar[]>()
    .map(({ car }) => car.id);
const publicCar = async (id: string) =>
  (await test.app.inject(`/api/cars/${id}`)).json<{
    description: string;
    features: string[];
    images: string[];
  }>();

async function addPicture(id: string): Promise<string> {
  const content = await sharp({ create: { width: 1200, height: 800, channels: 3, background: "#8899aa" } })
    .jpeg()
    .toBuffer();
  const sent = await multipart([{ field: "images", name: "side.jpg", content, type: "image/jpeg" }]);
  const answer = await test.app.inject({
    method: "POST",
    url: `${hostCarsPath}/${id}/images`,
    headers: { ...host.authorization, ...sent.headers },
    payload: sent.payload,
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ car: { images: string[] } }>().car.images.at(-1) ?? "";
}

it("a host's changed words are live at once and in the back office's queue with the earlier ones", async () => {
  const id = await makeHostCar(test, host.id);
  await change(id, { description: "Call 555-0199 and pay less.", features: ["Sunroof"] });
  await change(id, { description: "Call me and pay less." });
  expect(await publicCar(id)).toMatchObject({ description: "Call me and pay less." });
  expect(await queue()).toContain(id);
  expect((await seenBy(id)).unseen).toMatchObject({
    added: [],
    words: [
      { part: "description", from: "A clean and quiet car." },
      { part: "features", from: "" },
    ],
  });
});

it("changes that the back office has seen leave the queue and stay live, without an email", async () => {
  const id = await makeHostCar(test, host.id);
  await change(id, { description: "Very quiet." });
  const answer = await look(id, { takeBack: [] }, (await seenBy(id)).car.version);
  expect(answer.json()).toMatchObject({ unseen: null, car: { description: "Very quiet." } });
  expect(await queue()).not.toContain(id);
  expect(refusalOf(await look(id, { takeBack: [] }))).toMatchObject({ status: 409 });
});

it("changes that the back office takes back are undone everywhere, and the host reads why", async () => {
  const id = await makeHostCar(test, host.id);
  const before = await publicCar(id);
  await change(id, { description: "Call 555-0199.", features: ["Sunroof"] });
  const added = await addPicture(id);
  expect((await seenBy(id)).unseen?.added).toEqual([added]);
  expect(refusalOf(await look(id, { takeBack: ["images"] }))).toMatchObject({ code: "reason_needed" });
  const reason = "No phone numbers, please.";
  await look(id, { takeBack: ["description", "images"], reason });
  expect(await publicCar(id)).toMatchObject({
    description: before.description,
    images: before.images,
    features: expect.arrayContaining(["Sunroof"]),
  });
  const own = (await call(host, "GET", `${hostCarsPath}/${id}`)).json();
  expect(own).toMatchObject({ description: before.description, reason, state: "listed" });
  expect((await emailsAbout("host_car_changes_declined"))[0]).toMatchObject({ recipient: host.email });
  const letter = JSON.stringify((await emailTo(test, host.email, "host_car_changes_declined")).content);
  expect(letter).toContain("taken back what we can’t accept");
  expect(letter).not.toContain("stays as it was");
  const [written] = await rows("select reason from audit_events where entity_id = $1 and action = $2", [
    id,
    "changes_taken_back",
  ]);
  expect(written).toEqual({ reason });
});

it("a car that keeps fewer than five photos after a taking back is paused, and its host reads so", async () => {
  const id = await makeHostCar(test, host.id);
  const { images } = await publicCar(id);
  await addPicture(id);
  const remove = (image: string | undefined) =>
    call(host, "DELETE", `${hostCarsPath}/${id}/images/${image?.split("/").at(-1)}`);
  expect((await remove(images[0])).statusCode).toBe(200);
  await look(id, { takeBack: ["images"], reason: "That isn't this car." });
  const own = (await call(host, "GET", `${hostCarsPath}/${id}`)).json<{ state: string; images: string[] }>();
  expect([own.state, own.images.length]).toEqual(["paused", 4]);
  const email = JSON.stringify((await emailTo(test, host.email, "host_car_changes_declined")).content);
  expect(email).toContain("fewer than five photos");
  expect((await test.app.inject("/api/cars?limit=100")).body).not.toContain(id);
});

it("a listed car that the back office's form leaves with fewer than five photos is paused, and its host reads so", async () => {
  const own = await makePerson(test, { role: "host" });
  const id = await makeHostCar(test, own.id, "listed");
  const path = `/api/admin/cars/${id}`;
  const car = (await call(desk, "GET", path)).json<Record<string, unknown> & { images: string[] }>();
  const names = ["name", "brand", "model", "year", "category", "monthlyPrice", "city", "state", "features"];
  const fields = Object.fromEntries(names.map((name) => [name, car[name]]));
  const save = (images: string[]) => call(desk, "PUT", path, { ...fields, images });
  const moved = await save(car.images.toReversed());
  expect([moved.statusCode, moved.json<{ available: boolean }>().available], moved.body).toEqual([200, true]);
  const saved = await save(car.images.slice(1));
  expect([saved.statusCode, saved.json<{ available: boolean }>().available], saved.body).toEqual([
    200,
    false,
  ]);
  expect(await rows("select listing_state as state from cars where id = $1", [id])).toEqual([
    { state: "paused" },
  ]);
  expect((await emailTo(test, own.email, "host_car_changes_declined")).subject).toBe(
    "Your Toyota Camry LE is paused",
  );
  const resumed = await call(own, "POST", `${hostCarsPath}/${id}/resume`, {});
  expect(refusalOf(resumed)).toMatchObject({ code: "car_incomplete" });
});

it("an accepted change keeps the car's public name when another typed part of it is invalid", async () => {
  const id = await makeHostCar(test, host.id);
  await change(id, { model: "", trim: "XSE" });
  const accepted = await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
  expect(accepted.json(), accepted.body).toMatchObject({
    car: { trim: "XSE", errors: { model: "required" } },
  });
  expect(await publicCar(id)).toMatchObject({ name: "Toyota Camry XSE", model: "Camry" });
});

it("a reason disappears once the back office accepts later words, unless it is about a later decline", async () => {
  const { now } = test.services;
  const id = await makeHostCar(test, host.id);
  const own = async () => (await call(host, "GET", `${hostCarsPath}/${id}`)).json<{ reason: string }>();
  await change(id, { description: "Call 555-0199." });
  await look(id, { takeBack: ["description"], reason: "No phone numbers, please." });
  expect(await own()).toMatchObject({ reason: "No phone numbers, please." });
  await change(id, { description: "Very quiet." });
  await look(id, { takeBack: [] });
  expect(await own()).toMatchObject({ reason: "", description: "Very quiet." });

  await change(id, { description: "Quiet and clean.", city: "Fremont" });
  test.services.now = () => now() + 60_000;
  const declined = { decision: "declined", reason: "Please send the new address." };
  await call(desk, "PUT", `/api/admin/host-cars/${id}`, declined);
  test.services.now = now;
  await look(id, { takeBack: [] });
  expect(await own()).toMatchObject({ reason: declined.reason, city: "San Jose" });
});

it("a host who undoes all changes leaves nothing in the queue", async () => {
  const id = await makeHostCar(test, host.id);
  await change(id, { description: "Other." });
  await change(id, { description: "A clean and quiet car." });
  expect(await queue()).not.toContain(id);
});

it("a decision about an older version is refused, and a submitted car is in no queue of changes", async () => {
  const id = await makeHostCar(test, host.id);
  await change(id, { description: "Other." });
  const { version } = (await seenBy(id)).car;
  await change(id, { description: "Yet another." });
  expect(refusalOf(await look(id, { takeBack: [] }, version))).toMatchObject({ code: "stale" });
  const submitted = await makeHostCar(test, host.id, "submitted");
  await change(submitted, { description: "Other." });
  expect(await queue()).not.toContain(submitted);
});

it("an administrator can't decide about changes of their own car", async () => {
  const self = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
  await rows("update accounts set hosting_since = now() where id = $1", [self.id]);
  const id = await makeHostCar(test, self.id);
  await call(self, "PATCH", `${hostCarsPath}/${id}`, { description: "Other." });
  expect(refusalOf(await look(id, { takeBack: [] }, undefined, self))).toMatchObject({ code: "own_affair" });
});
