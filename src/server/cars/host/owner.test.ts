import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makePerson, type Person, testPassword } from "#test/accounts.ts";
import { audit } from "#server/db/audit.ts";
import type { TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { hostCarCalls, makeHostCar, hostCarsPath as path, startHostCars } from "#test/host-cars.ts";

let test: TestApp;
let host: Person;
let other: Person;
let desk: Person;
beforeAll(async () => {
  ({ test, host, other, desk } = await startHostCars());
});
afterAll(() => test.close());

const { call, carOf, rows, emailsAbout } = hostCarCalls(() => test);

describe("the owner of a car", () => {
  it("only the back office changes a car's owner, and the former host's words and papers don't go along", async () => {
    const id = await makeHostCar(test, host.id, "listed");
    const give = (hostId: string | null) => call(desk, "PUT", `/api/admin/cars/${id}/owner`, { hostId });
    expect(refusalOf(await give((await makePerson(test)).id))).toMatchObject({
      status: 422,
      fields: ["hostId"],
    });
    expect((await give(other.id)).json()).toMatchObject({ host: { id: other.id } });
    expect((await call(host, "GET", `${path}/${id}`)).statusCode).toBe(404);
    expect(await carOf(other, id)).toMatchObject({ state: "paused", handoverAddress: "", papers: [] });
    expect((await give(null)).json()).toEqual({ id, host: null });
    expect((await call(other, "GET", `${path}/${id}`)).statusCode).toBe(404);
    expect(await rows("select host_id, listing_state from cars where id = $1", [id])).toEqual([
      { host_id: null, listing_state: "paused" },
    ]);
    expect((await give(other.id)).statusCode).toBe(200);
  });

  it("a car given to the platform gets the platform's rules", async () => {
    const id = await makeHostCar(test, host.id, "listed", {
      noticeDays: 14,
      maxRentDays: 30,
      instantBook: true,
      deliveryMiles: 25,
    });
    const given = await call(desk, "PUT", `/api/admin/cars/${id}/owner`, { hostId: null });
    expect(given.statusCode, given.body).toBe(200);
    expect(
      await rows(
        "select notice_days, max_rent_days, instant_book, delivery_miles, handover_address from cars where id = $1",
        [id],
      ),
    ).toEqual([
      { notice_days: 0, max_rent_days: 400, instant_book: false, delivery_miles: 0, handover_address: "" },
    ]);
  });
});

it("a car's new host gets the email in their own language", async () => {
  const [former, heir] = [await makePerson(test, { role: "host" }), await makePerson(test, { role: "host" })];
  const id = await makeHostCar(test, former.id);
  // The form's language is that of the screens on which the car was begun, which is none of the account's.
  await rows("update host_cars set language = 'en' where id = $1", [id]);
  await rows("update users set language = 'zh' where id = $1", [former.id]);
  await rows("update users set language = 'en' where id = $1", [heir.id]);
  expect((await call(desk, "PUT", `/api/admin/cars/${id}/owner`, { hostId: heir.id })).statusCode).toBe(200);
  const sent = await rows<{ recipient: string; language: string }>(
    "select recipient, language from emails where recipient = any($1) order by language",
    [[former.email, heir.email]],
  );
  expect(sent).toEqual([
    { recipient: heir.email, language: "en" },
    { recipient: former.email, language: "zh" },
  ]);
});

describe("the address where a host hands a car over", () => {
  const saved = async (by: Person, state: "listed" | "submitted") => {
    const id = await makeHostCar(test, by.id, state);
    const moved = { handoverAddress: "77 Hidden Court", maxRentDays: "90" };
    expect((await call(by, "PATCH", `${path}/${id}`, moved)).statusCode).toBe(200);
    expect(await trail(id)).toMatch(/12 Secret Lane.*77 Hidden Court/);
    return id;
  };
  const trail = async (id: string) =>
    JSON.stringify(
      await rows("select before, after from audit_events where entity_id = $1 order by id", [id]),
    );

  it("a handover address leaves the audit trail when the car changes hosts, or car or host is deleted", async () => {
    const [former, gone] = [
      await makePerson(test, { role: "host" }),
      await makePerson(test, { role: "host" }),
    ];
    const given = await saved(former, "listed");
    await call(desk, "PUT", `/api/admin/cars/${given}/owner`, { hostId: other.id });
    const deleted = await saved(former, "submitted");
    expect((await call(former, "DELETE", `${path}/${deleted}`)).statusCode).toBe(200);
    const removed = await saved(former, "listed");
    expect((await call(desk, "DELETE", `/api/admin/cars/${removed}`)).statusCode).toBe(200);
    const [kept, sent] = [await saved(gone, "listed"), await saved(gone, "submitted")];
    const left = await call(gone, "DELETE", "/api/account", { current_password: testPassword });
    expect(left.statusCode, left.body).toBe(200);
    for (const id of [given, deleted, removed, kept, sent]) {
      expect(await trail(id)).not.toMatch(/Secret Lane|Hidden Court/);
      expect(await trail(id)).toContain("maxRentDays");
    }
  });

  it("a handover address stays in the audit trail after the deciding administrator has left", async () => {
    const leaving = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    const id = await makeHostCar(test, host.id, "listed");
    await audit(test.services.database.db, {
      actor: leaving.id,
      entity: "car",
      entityId: id,
      action: "updated",
      before: { handoverAddress: "12 Secret Lane" },
      after: { handoverAddress: "77 Hidden Court" },
    });
    const left = await call(leaving, "DELETE", "/api/account", { current_password: testPassword });
    expect(left.statusCode, left.body).toBe(200);
    expect(await trail(id)).toMatch(/12 Secret Lane.*77 Hidden Court/);
  });
});

describe("the host of a car", () => {
  it("a host is shown by first name alone, and former usernames lead to their page", async () => {
    const person = await makePerson(test, { role: "host" });
    const rename = (username: string) => call(person, "PUT", "/api/auth/profile", { username });
    await rename("first_name_7");
    const id = await makeHostCar(test, person.id);
    await makeHostCar(test, person.id, "paused");
    await makeHostCar(test, person.id, "submitted");
    const page = (await test.app.inject(`/api/cars/${id}`)).json<{ host: object }>();
    expect(page.host).toMatchObject({ firstName: "Wei", username: "first_name_7" });
    await rename("second_name_7");
    for (const name of ["first_name_7", "second_name_7"]) {
      const shown = await test.app.inject(`/api/hosts/${name}`);
      expect(shown.json()).toMatchObject({
        host: { username: "second_name_7" },
        cars: [{ id }],
        reviews: [],
      });
      expect(shown.body).not.toMatch(/Lin|@example|Secret Lane/);
    }
    // The database announces the new name, and the kept answer goes then.
    await vi.waitFor(
      async () =>
        expect((await test.app.inject(`/api/cars/${id}`)).json()).toMatchObject({
          host: { username: "second_name_7" },
        }),
      { timeout: 20_000, interval: 10 },
    );
    expect((await test.app.inject("/api/hosts/nobody_at_all")).statusCode).toBe(404);
  });

  it("a host can't order their own car, and an order keeps its host and share", async () => {
    const id = await makeHostCar(test, host.id);
    const body = {
      carId: id,
      pickupDate: "2027-03-01",
      returnDate: "2027-03-31",
      totalPrice: "749.00",
      customerName: "Wei Lin",
      customerPhone: "+1 650 555 0134",
      pickupLocation: "Here",
    };
    const order = (who: Person) => call(who, "POST", "/api/bookings", { ...body, customerEmail: who.email });
    expect(refusalOf(await order(host))).toMatchObject({ status: 403, code: "own_car" });
    const renter = await makePerson(test);
    const placed = await order(renter);
    expect(placed.statusCode, placed.body).toBe(201);
    await call(host, "POST", `${path}/${id}/pause`);
    expect(
      await rows("select host_id, host_share_percent from orders where id = $1", [
        placed.json<{ id: string }>().id,
      ]),
    ).toEqual([{ host_id: host.id, host_share_percent: 80 }]);
  });

  it("a host whose approval is withdrawn keeps their orders, but their cars are paused", async () => {
    const person = await makePerson(test, { role: "host" });
    const id = await makeHostCar(test, person.id);
    await call(desk, "PUT", `/api/admin/users/${person.id}/role`, { role: "customer" });
    expect(await carOf(person, id)).toMatchObject({ state: "paused" });
    expect(refusalOf(await call(person, "POST", `${path}/${id}/resume`))).toMatchObject({
      code: "host_not_approved",
    });
    expect(await emailsAbout("host_car_hosting_ended")).toMatchObject([{ recipient: person.email }]);
  });
});
