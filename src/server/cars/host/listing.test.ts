import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import type { TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import {
  hostCarCalls,
  makeHostCar,
  nextVin,
  type ShownCar,
  hostCarsPath as path,
  startHostCars,
} from "#test/host-cars.ts";

let test: TestApp;
let host: Person;
let other: Person;
let desk: Person;
beforeAll(async () => {
  ({ test, host, other, desk } = await startHostCars());
});
afterAll(() => test.close());

const { call, carOf, begin, rows, wholeDraft, emailsAbout } = hostCarCalls(() => test);

const addOrder = (carId: string, status: string) =>
  rows(
    `insert into orders (id, order_number, source, status, car_id, pickup_date, return_date, pickup_time, return_time, customer_name, customer_email, customer_phone,
       pickup_location, language, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash)
     values ($1, $3, 'request', $4, $2, '2027-01-01', '2027-01-31', '10:00', '10:00', '', 'a@b.cd', '', '', 'en', 1, 30, 1, 0, '[]', 0, 0, 0, 0, 0, false, '', '')`,
    [crypto.randomUUID(), carId, `LB-${carId}`, status],
  );

describe("submitting", () => {
  it("submitting an incomplete car names what is missing and changes nothing", async () => {
    const { id } = await begin(host, { brand: "Kia", monthlyPrice: "0" });
    const answer = await call(host, "POST", `${path}/${id}/submit`);
    expect(answer.statusCode).toBe(409);
    const { code, fields } = answer.json<{ code: string; fields: Record<string, { code: string }> }>();
    expect(code).toBe("car_incomplete");
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(["model", "vin", "monthlyPrice", "images", "registration"]),
    );
    expect(await carOf(host, id)).toMatchObject({ state: "draft", monthlyPrice: "0" });
  });

  it("submitting the first car applies to host, and the car is listed once both are approved", async () => {
    const person = await makePerson(test);
    await rows("update users set language = 'zh' where id = $1", [person.id]);
    const draft = await wholeDraft(person, { language: "en" });
    const submitted = await call(person, "POST", `${path}/${draft.id}/submit`);
    expect(submitted.json<ShownCar>(), submitted.body).toMatchObject({
      state: "submitted",
      lacks: [],
      vin: draft.vin,
    });
    const [application] = await rows<{ id: string }>(
      "select id from host_applications where account_id = $1",
      [person.id],
    );
    const beside = (await call(desk, "GET", `/api/admin/host-cars/${draft.id}`)).json();
    expect(beside).toMatchObject({
      host: { id: person.id },
      application: { id: application?.id, status: "pending" },
    });

    const decide = (decision: string, reason?: string) =>
      call(desk, "PUT", `/api/admin/host-cars/${draft.id}`, { decision, reason });
    expect(refusalOf(await decide("listed"))).toMatchObject({ status: 409, code: "application_pending" });
    await call(desk, "POST", `/api/admin/host-applications/${application?.id}/decision`, {
      decision: "approved",
    });
    expect((await decide("listed")).json()).toMatchObject({ car: { state: "listed" } });
    expect((await test.app.inject(`/api/cars/${draft.id}`)).json()).toMatchObject({
      name: "Toyota Camry LE",
      available: true,
      noticeDays: 2,
      maxRentDays: 365,
    });
    expect(await emailsAbout("host_car_listed")).toMatchObject([{ recipient: person.email, language: "zh" }]);
  });

  it.each(["declined", "approved, and hosts no more"])(
    "submitting again is a new application of a host who was %s",
    async (how) => {
      const person = await makePerson(test);
      const { id } = await wholeDraft(person);
      const submit = () => call(person, "POST", `${path}/${id}/submit`);
      await submit();
      const applications = () =>
        rows<{ id: string; status: string }>(
          "select id, status from host_applications where account_id = $1 order by status <> 'pending'",
          [person.id],
        );
      const decide = async (decision: string) =>
        call(desk, "POST", `/api/admin/host-applications/${(await applications())[0]?.id}/decision`, {
          decision,
          reason: "Not now",
        });
      // While an application waits, submitting again makes no new one.
      expect((await submit()).statusCode).toBe(200);
      expect(await applications()).toMatchObject([{ status: "pending" }]);
      const isDeclined = how === "declined";
      await decide(isDeclined ? "declined" : "approved");
      if (!isDeclined) await call(desk, "PUT", `/api/admin/users/${person.id}/role`, { role: "customer" });
      const list = () => call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
      expect(refusalOf(await list())).toMatchObject({ status: 409, code: "host_not_hosting" });

      const { now } = test.services;
      test.services.now = () => now() + 60_000;
      const again = await submit();
      test.services.now = now;
      expect(again.json<ShownCar>(), again.body).toMatchObject({ state: "submitted" });
      expect((await applications())[0]).toMatchObject({ status: "pending" });
      expect(refusalOf(await list()).code).toBe("application_pending");
      await decide("approved");
      expect((await list()).json()).toMatchObject({ car: { state: "listed" } });
      expect(await applications()).toHaveLength(2);
    },
  );

  it("submitting a car that has become incomplete is refused without a new application", async () => {
    const person = await makePerson(test);
    const { id } = await wholeDraft(person);
    await call(person, "POST", `${path}/${id}/submit`);
    await rows("update host_applications set status = 'declined' where account_id = $1", [person.id]);
    await rows("delete from car_papers where car_id = $1", [id]);
    const again = await call(person, "POST", `${path}/${id}/submit`);
    expect(refusalOf(again).code).toBe("car_incomplete");
    expect(await rows("select status from host_applications where account_id = $1", [person.id])).toEqual([
      { status: "declined" },
    ]);
  });

  it("a declined car shows its reason and can be corrected and submitted again", async () => {
    const draft = await wholeDraft(host);
    await call(host, "POST", `${path}/${draft.id}/submit`);
    const decide = (payload: object) => call(desk, "PUT", `/api/admin/host-cars/${draft.id}`, payload);
    expect(refusalOf(await decide({ decision: "declined" }))).toMatchObject({ code: "reason_needed" });
    await decide({ decision: "declined", reason: "The cabin can’t be seen." });
    expect(await carOf(host, draft.id)).toMatchObject({
      state: "declined",
      reason: "The cabin can’t be seen.",
    });
    await call(host, "PATCH", `${path}/${draft.id}`, { monthlyPrice: "7" });
    expect(await carOf(host, draft.id)).toMatchObject({ state: "declined", monthlyPrice: "7" });
    await call(host, "PATCH", `${path}/${draft.id}`, { monthlyPrice: "700" });
    expect((await call(host, "POST", `${path}/${draft.id}/submit`)).json()).toMatchObject({
      state: "submitted",
      monthlyPrice: "700.00",
      reason: "",
    });
  });

  it("a plate or VIN of another car is shown only to the back office, and one of the cars is listed", async () => {
    const vin = nextVin();
    const [first, second] = [await wholeDraft(host, { vin }), await wholeDraft(other, { vin })];
    for (const [who, car] of [
      [host, first],
      [other, second],
    ] as const)
      expect((await call(who, "POST", `${path}/${car.id}/submit`)).json()).toMatchObject({
        state: "submitted",
      });
    const shown = (await call(desk, "GET", `/api/admin/host-cars/${second.id}`)).json();
    expect(shown).toMatchObject({ claimedBy: { id: first.id } });
    const list = (id: string) => call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
    expect(refusalOf(await list(second.id))).toMatchObject({ status: 409, code: "car_exists" });
    expect((await list(first.id)).statusCode).toBe(200);
    await expect(rows("update cars set is_contested = false where id = $1", [second.id])).rejects.toThrow(
      /unique/,
    );
  });

  it("an administrator can't decide about their own car", async () => {
    const self = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    await rows("update accounts set hosting_since = now() where id = $1", [self.id]);
    const draft = await wholeDraft(self);
    await call(self, "POST", `${path}/${draft.id}/submit`);
    const answer = await call(self, "PUT", `/api/admin/host-cars/${draft.id}`, { decision: "listed" });
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: "own_affair" });
  });
});

describe("a car that was never listed", () => {
  it.each(["submitted", "declined"] as const)(
    "a car can't be retired, only deleted, while it is %s",
    async (state) => {
      const id = await makeHostCar(test, host.id, state);
      const page = async () => (await test.app.inject(`/api/cars/${id}`)).statusCode;
      expect(refusalOf(await call(host, "POST", `${path}/${id}/retire`)).code).toBe("car_not_in_state");
      expect(await page()).toBe(404);
      // A car that was retired nevertheless.
      await rows("update cars set listing_state = 'retired' where id = $1", [id]);
      expect(await page()).toBe(404);
      await rows("update cars set listing_state = $2 where id = $1", [id, state]);
      expect((await call(host, "DELETE", `${path}/${id}`)).statusCode).toBe(200);
    },
  );
});

describe("a listed car", () => {
  it("a host reads a listed car's own price also while the typed text isn't one; a draft has none", async () => {
    const id = await makeHostCar(test, host.id, "listed", { monthlyPrice: 70_000 });
    const saved = await call(host, "PATCH", `${path}/${id}`, { monthlyPrice: "13oo" });
    expect(saved.json<ShownCar>()).toMatchObject({ monthlyPrice: "13oo", standingPrice: "700.00" });
    const draft = await begin(host, { brand: "Kia", monthlyPrice: "700" });
    expect(await carOf(host, draft.id)).toMatchObject({ monthlyPrice: "700", standingPrice: null });
  });

  it("a listed car's price and words change at once, and its facts wait for the back office", async () => {
    const id = await makeHostCar(test, host.id, "listed");
    const saved = await call(host, "PATCH", `${path}/${id}`, {
      monthlyPrice: "800",
      brand: "Lexus",
      noticeDays: "99",
    });
    expect(saved.json<ShownCar>()).toMatchObject({
      state: "listed",
      monthlyPrice: "800.00",
      brand: "Lexus",
      noticeDays: "99",
      errors: { noticeDays: "out_of_range" },
      waiting: [{ field: "brand", from: "Toyota", to: "Lexus" }],
    });
    const page = () => test.app.inject(`/api/cars/${id}`).then((answer) => answer.json());
    expect(await page()).toMatchObject({ brand: "Toyota", monthlyPrice: "800.00" });
    const queue = (await call(desk, "GET", "/api/admin/host-cars?state=waiting")).json<{ car: ShownCar }[]>();
    expect(queue.map(({ car }) => car.id)).toContain(id);
    await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
    expect(await page()).toMatchObject({ brand: "Lexus", name: "Lexus Camry LE" });
    expect(await carOf(host, id)).toMatchObject({ waiting: [], noticeDays: "99" });
  });

  it("a listed car keeps its valid paper if the waiting one has expired", async () => {
    const id = await makeHostCar(test, host.id, "listed");
    await call(host, "PATCH", `${path}/${id}`, { city: "Fremont" });
    const waiting = "2026-11-30";
    await rows(
      `insert into car_papers (id, car_id, kind, last_day, content_id, bytes)
       values (gen_random_uuid(), $1, 'insurance', $2, gen_random_uuid(), 1000)`,
      [id, waiting],
    );
    const decide = (payload: object) => call(desk, "PUT", `/api/admin/host-cars/${id}`, payload);
    expect(refusalOf(await decide({ decision: "listed" }))).toMatchObject({
      status: 409,
      code: "car_incomplete",
      fields: ["insurance"],
    });
    expect(await carOf(host, id)).toMatchObject({ city: "Fremont", state: "listed" });
    await decide({ decision: "declined", reason: "Your new insurance has expired." });
    const left = await rows("select last_day::text as day from car_papers where car_id = $1", [id]);
    expect(left).toEqual([{ day: "2027-06-19" }, { day: "2027-06-19" }]);
  });

  it("the back office sees whose plate or VIN a change would take and can't accept it", async () => {
    const [first, id] = [await makeHostCar(test, other.id), await makeHostCar(test, host.id)];
    const [{ plate, vin } = { plate: "", vin: "" }] = await rows<{ plate: string; vin: string }>(
      "select plate_number as plate, vin from cars where id = $1",
      [first],
    );
    const shown = async () => (await call(desk, "GET", `/api/admin/host-cars/${id}`)).json<object>();
    expect(await shown()).toMatchObject({ claimedBy: null });
    for (const typed of [{ plateNumber: plate.toLowerCase() }, { vin }]) {
      await call(host, "PATCH", `${path}/${id}`, typed);
      expect(await shown()).toMatchObject({ claimedBy: { id: first } });
      const accepted = await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
      expect(refusalOf(accepted).code).toBe("car_exists");
      await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "declined", reason: "Taken." });
      expect(await shown()).toMatchObject({ claimedBy: null });
    }
  });

  it("a declined change leaves the car as it was and shows the reason", async () => {
    const id = await makeHostCar(test, host.id, "listed");
    await call(host, "PATCH", `${path}/${id}`, { city: "Fremont" });
    await call(desk, "PUT", `/api/admin/host-cars/${id}`, {
      decision: "declined",
      reason: "Please send the new address.",
    });
    expect(await carOf(host, id)).toMatchObject({
      city: "San Jose",
      waiting: [],
      reason: "Please send the new address.",
    });
    for (const step of ["pause", "resume"])
      expect((await call(host, "POST", `${path}/${id}/${step}`)).json()).toMatchObject({
        reason: "Please send the new address.",
      });
  });

  it("a paused car leaves the lists, keeps its page, and can be listed again by its host", async () => {
    const id = await makeHostCar(test, host.id, "listed", { model: "Pausable" });
    const listed = async () => (await test.app.inject("/api/cars?q=Pausable")).json<unknown[]>().length;
    expect(await listed()).toBe(1);
    expect((await call(host, "POST", `${path}/${id}/pause`)).json()).toMatchObject({ state: "paused" });
    expect(await listed()).toBe(0);
    expect((await test.app.inject(`/api/cars/${id}`)).json()).toMatchObject({ available: false });
    expect((await call(host, "POST", `${path}/${id}/resume`)).json()).toMatchObject({ state: "listed" });
    await rows("delete from car_papers where car_id = $1", [id]);
    await call(host, "POST", `${path}/${id}/pause`);
    expect(refusalOf(await call(host, "POST", `${path}/${id}/resume`))).toMatchObject({
      code: "car_incomplete",
    });
  });

  it("a listed car can be retired only without open orders, and not deleted", async () => {
    const id = await makeHostCar(test, host.id, "listed");
    await addOrder(id, "confirmed");
    expect(refusalOf(await call(host, "POST", `${path}/${id}/retire`))).toMatchObject({
      code: "car_has_open_orders",
    });
    expect(refusalOf(await call(host, "DELETE", `${path}/${id}`))).toMatchObject({
      code: "car_not_in_state",
    });
    await rows("update orders set status = 'cancelled' where car_id = $1", [id]);
    expect((await call(host, "POST", `${path}/${id}/retire`)).json()).toMatchObject({ state: "retired" });
    expect((await test.app.inject(`/api/cars/${id}`)).json()).toMatchObject({ id, available: false });
    const again = await call(host, "PATCH", `${path}/${id}`, { monthlyPrice: "1" });
    expect(refusalOf(again)).toMatchObject({ code: "car_not_in_state" });
  });
});

describe("a host's car at the back office", () => {
  const fleet = (method: "GET" | "PUT" | "PATCH", at: string, payload?: object) =>
    call(desk, method, `/api/admin/cars/${at}`, payload);
  const state = async (id: string) =>
    (await rows<{ state: string }>("select listing_state as state from cars where id = $1", [id]))[0]?.state;

  it("a car paused by the back office can be offered again only by its host", async () => {
    const id = await makeHostCar(test, host.id);
    const paused = await fleet("PATCH", `${id}/availability`, { available: false });
    expect(paused.statusCode, paused.body).toBe(200);
    const { name, brand, model, year, category, monthlyPrice, city } = (await fleet("GET", id)).json<
      Record<string, string | number>
    >();
    const whole = { name, brand, model, year, category, monthlyPrice, city, state: "CA" };
    for (const answer of [
      await fleet("PATCH", `${id}/availability`, { available: true }),
      await fleet("PUT", id, { ...whole, available: true }),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 409, code: "car_not_in_state" });
    expect((await call(host, "POST", `${path}/${id}/resume`)).statusCode).toBe(200);
    expect(await state(id)).toBe("listed");
    await call(host, "POST", `${path}/${id}/pause`);
    // A save without `available` leaves the car's state as it is.
    const saved = await fleet("PUT", id, { ...whole, monthlyPrice: 700 });
    expect(saved.json(), saved.body).toMatchObject({ available: false, monthlyPrice: "700.00" });
    expect(await state(id)).toBe("paused");
  });

  it.each(["the back office", "its host"])("a car leaves the queue once %s has retired it", async (who) => {
    const id = await makeHostCar(test, host.id);
    await addOrder(id, "completed");
    await call(host, "PATCH", `${path}/${id}`, { city: "Fremont", description: "Very quiet.", year: "20" });
    await rows(
      `insert into car_papers (id, car_id, kind, last_day, content_id, bytes)
       values (gen_random_uuid(), $1, 'insurance', '2027-12-31', gen_random_uuid(), 1000)`,
      [id],
    );
    const waits = async () => {
      const found = await Promise.all(
        ["waiting", "unseen"].map((of) => call(desk, "GET", `/api/admin/host-cars?state=${of}`)),
      );
      return found.map((answer) => answer.json<{ car: ShownCar }[]>().some(({ car }) => car.id === id));
    };
    expect(await waits()).toEqual([true, true]);
    const emailsOfRetired = async () =>
      (await emailsAbout("host_car_retired")).filter(({ recipient }) => recipient === host.email).length;
    const emailsBefore = await emailsOfRetired();
    const retired =
      who === "its host"
        ? await call(host, "POST", `${path}/${id}/retire`)
        : await call(desk, "DELETE", `/api/admin/cars/${id}`);
    expect(retired.statusCode, retired.body).toBe(200);
    expect(await state(id)).toBe("retired");
    expect(await emailsOfRetired()).toBe(emailsBefore + (who === "its host" ? 0 : 1));
    expect(await waits()).toEqual([false, false]);
    expect(await carOf(host, id)).toMatchObject({ state: "retired", city: "San Jose", year: "2022" });
    expect(await rows("select 1 from car_papers where car_id = $1 and accepted_at is null", [id])).toEqual(
      [],
    );
  });

  it("a suspended host's car can't be listed or resumed", async () => {
    const person = await makePerson(test, { role: "host" });
    const [submitted, paused] = [
      await makeHostCar(test, person.id, "submitted"),
      await makeHostCar(test, person.id, "paused"),
    ];
    await rows("update accounts set suspended_at = now() where id = $1", [person.id]);
    const decided = await call(desk, "PUT", `/api/admin/host-cars/${submitted}`, { decision: "listed" });
    expect(refusalOf(decided)).toMatchObject({ status: 409, code: "host_suspended" });
    await rows(
      "update accounts set suspended_at = null, role = 'customer', hosting_since = null where id = $1",
      [person.id],
    );
    expect((await call(person, "POST", `${path}/${paused}/resume`)).statusCode).toBeGreaterThan(399);
    expect([await state(submitted), await state(paused)]).toEqual(["submitted", "paused"]);
  });
});
