// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WizardBooking } from "#contract/account/booking.ts";
import type { OrderChange } from "#contract/changes.ts";
import type { Order } from "#contract/orders.ts";
import { addDays } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { renderEmail } from "#server/mail/render-email.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { pay } from "#test/changes.ts";
import { makeOrder, verifyLicence } from "#test/condition.ts";
import { emailTo } from "#test/emails.ts";
import { aMonth, giveLicence, makeCar, renter } from "#test/factories.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";

let test: TestApp;
let spare: string[] = [];
beforeAll(async () => {
  test = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "loopback" });
  spare = await makeFleet(test, 120);
});
afterAll(() => test.close());

const rows = <Row>(text: string, values: unknown[] = []) => test.services.database.rows<Row>(text, values);

/** Makes many cars at once, for limits that are a share of the fleet. */
async function makeFleet({ services }: TestApp, size: number): Promise<string[]> {
  const made = await services.database.rows<{ id: string }>(
    `insert into cars (name, brand, model, year, category, body_style, monthly_price, city, state, plate_number)
     select 'Camry ' || n, 'Toyota', 'Camry', 2022, 'Sedan', 'sedan', 75000, 'San Jose', 'CA', 'FLEET' || n
     from generate_series(1, $1::int) as n returning id`,
    [size],
  );
  return made.map(({ id }) => id);
}
const nextCar = (): string => {
  const id = spare.pop();
  if (!id) throw new Error("the fleet is too small for these tests");
  return id;
};
let place = 0;
const newNetwork = (): string => `203.0.${Math.floor(++place / 250)}.${place % 250}`;

type CallerOf = { person?: Person; from?: string };
const call = (
  method: "GET" | "POST" | "PATCH" | "PUT",
  url: string,
  { person, from }: CallerOf,
  payload?: object,
) =>
  test.app.inject({
    method,
    url,
    headers: { ...person?.authorization, "x-forwarded-for": from ?? "198.51.100.1" },
    ...(payload && { payload }),
  });

/** Requests a free car, for a signed-in person with that person's own address. */
async function request({ person, from, carId = nextCar() }: CallerOf & { carId?: string }): Promise<Order> {
  const dates = aMonth(test, 20);
  const answer = await call(
    "POST",
    "/api/bookings",
    { ...(person && { person }), from: from ?? newNetwork() },
    {
      ...renter,
      carId,
      ...dates,
      customerEmail: person?.email ?? `visitor${++place}@example.com`,
      totalPrice: wireMoney(carPrice(75_000, dates).total),
    },
  );
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
async function begin(by: CallerOf & { person: Person }, carId = nextCar()): Promise<WizardBooking> {
  const body = { carId, ...aMonth(test, 20), customerPhone: "+1 650 555 0134" };
  const answer = await call("POST", "/api/wizard", by, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
async function complete(by: CallerOf & { person: Person }, { id }: { id: string }): Promise<WizardBooking> {
  const answers = { selectedInsurance: "basic", paymentMethod: "paypal" };
  await call("PATCH", `/api/wizard/${id}`, by, answers);
  const answer = await call("POST", `/api/wizard/${id}/complete`, by);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const book = async (by: CallerOf & { person: Person }): Promise<WizardBooking> =>
  complete(by, await begin(by));
async function makeBooker(): Promise<Person> {
  const person = await makePerson(test);
  await giveLicence(test, person.id);
  return person;
}
/** Removes all holds and limits, for a test that counts from zero. */
async function freeAll(): Promise<void> {
  await rows("delete from limits");
  await rows("delete from day_holds");
  await rows("delete from wizard_drafts");
  await rows("update orders set status = 'cancelled', expires_at = null, hold_ends_at = null");
}
const isHeld = ({ heldUntil, waitsWithoutHold }: Order): boolean => {
  expect(heldUntil === undefined).toBe(waitsWithoutHold === true);
  return heldUntil !== undefined;
};
const heldOf = (orders: readonly Order[]): number => orders.filter(isHeld).length;
const textOf = ({ content, language }: Awaited<ReturnType<typeof emailTo>>): string =>
  renderEmail(content, language).text;
const heldCars = async (): Promise<number> =>
  (
    await rows<{ cars: number }>(
      `select count(distinct car_id)::int as cars from (
         select car_id from orders where holds_car and status in ('pending', 'confirmed')
         union all select car_id from wizard_drafts where hold_ends_at > now()
         union all select car_id from day_holds) as held`,
    )
  )[0]?.cars ?? 0;

describe("unpaid holds", () => {
  it("unpaid requests and bookings together hold three cars for one network", async () => {
    await freeAll();
    const from = newNetwork();
    const visitor = await request({ from });
    const signedIn = await request({ from, person: await makePerson(test) });
    const booked = await book({ from, person: await makeBooker() });
    expect([isHeld(visitor), isHeld(signedIn), booked.status]).toEqual([true, true, "confirmed"]);
    const beyond = await begin({ from, person: await makeBooker() });
    expect(beyond).toMatchObject({ hold: "unheld", holdEndsAt: null });
    expect(heldOf([await request({ from }), await request({ from, person: await makePerson(test) })])).toBe(
      0,
    );
    expect(isHeld(await request({ from: newNetwork() }))).toBe(true);
  });

  it("a whole /64 of IPv6 counts as one network", async () => {
    await freeAll();
    const orders = [];
    for (let host = 1; host <= 5; host++) orders.push(await request({ from: `2001:db8:7:7::${host}` }));
    expect(heldOf(orders)).toBe(3);
  });

  it("one person holds three unpaid cars, from however many networks", async () => {
    await freeAll();
    const person = await makePerson(test);
    const orders = [];
    for (let count = 0; count < 5; count++) orders.push(await request({ person, from: newNetwork() }));
    expect(heldOf(orders)).toBe(3);
  });

  it("simultaneous unpaid holds take at most a tenth of the fleet", async () => {
    await freeAll();
    const people = await Promise.all(Array.from({ length: 10 }, makeBooker));
    const [fleet] = await rows<{ cars: number }>(
      "select count(*)::int as cars from cars where retired_at is null",
    );
    const most = Math.floor((fleet?.cars ?? 0) / 10);
    await Promise.all([
      ...people.map((person) => begin({ person, from: newNetwork() })),
      ...Array.from({ length: 14 }, () => request({ from: newNetwork() })),
    ]);
    expect(await heldCars()).toBe(most);
  });

  it("an order beyond the limit says in its answer, email and page that it has no hold", async () => {
    await freeAll();
    const from = newNetwork();
    for (let count = 0; count < 3; count++) await request({ from });
    const person = await makePerson(test);
    const order = await request({ from, person });
    expect(order).toMatchObject({ status: "pending", waitsWithoutHold: true, expiresAt: expect.any(String) });
    const later = await call("GET", `/api/orders/${order.id}`, { person });
    expect(later.json()).toMatchObject({ waitsWithoutHold: true });
    const text = textOf(await emailTo(test, person.email, "order_received"));
    expect(text).toContain("isn’t on hold for you");
    expect(text).not.toContain("We’re holding the car");
  });

  it("a verified license, a paid rental and administrators have no limit and don't count for others", async () => {
    await freeAll();
    const [verified, payer] = [await makePerson(test), await makePerson(test)];
    await verifyLicence(test, verified.id);
    const paid = await makeOrder(test, payer.id, { carId: nextCar(), isPaid: true });
    const admin = await makePerson(test, { role: "admin" });
    for (const person of [verified, payer, admin]) {
      const from = newNetwork();
      const orders = [];
      for (let count = 0; count < 4; count++) orders.push(await request({ person, from }));
      expect(heldOf(orders)).toBe(4);
      expect(isHeld(await request({ from }))).toBe(true);
    }
    await rows("update instalments set paid = 0 where order_id = $1", [paid]);
    expect(isHeld(await request({ person: payer, from: newNetwork() }))).toBe(false);
  });

  it("a confirmed address without room for a hold leaves the order waiting, and the email says so", async () => {
    await freeAll();
    const [from, email] = [newNetwork(), "confirms.late@example.com"];
    const held = await Promise.all([1, 2, 3].map(() => request({ from })));
    const dates = aMonth(test, 20);
    const placed = await call(
      "POST",
      "/api/bookings",
      { from },
      {
        ...renter,
        carId: nextCar(),
        ...dates,
        customerEmail: email,
        totalPrice: wireMoney(carPrice(75_000, dates).total),
      },
    );
    const { id } = placed.json<Order>();
    const person = await makePerson(test, { email });
    await rows("update orders set account_id = $2 where id = $1", [id, person.id]);
    const confirm = () => call("POST", `/api/orders/${id}/confirm-email`, { person }, {});
    const waiting = (await confirm()).json<Order>();
    expect([waiting.emailConfirmed, isHeld(waiting)]).toEqual([true, false]);
    expect(textOf(await emailTo(test, email, "order_address_confirmed"))).toContain("isn’t on hold for you");
    await rows("update orders set status = 'cancelled' where id = $1", [held[0]?.id]);
    await rows("update orders set email_confirmed_at = null where id = $1", [id]);
    expect(isHeld((await confirm()).json<Order>())).toBe(true);
  });
});

describe("a booking without room for its hold", () => {
  it("a completed booking without a hold becomes an order that waits without its car", async () => {
    await freeAll();
    const from = newNetwork();
    for (let count = 0; count < 3; count++) await request({ from });
    const person = await makeBooker();
    const booked = await book({ person, from });
    expect(booked).toMatchObject({ hold: "booked", status: "pending", waitsWithoutHold: true });
    const text = textOf(await emailTo(test, person.email, "order_received"));
    expect(text).toContain("isn’t on hold for you");
    expect(text).toContain(`/dashboard/trips/${booked.id}`);
    const other = await makePerson(test);
    await verifyLicence(test, other.id);
    expect(isHeld(await request({ person: other, carId: booked.carId }))).toBe(true);
  });

  it("a booking gets its hold in the next step once there is room", async () => {
    await freeAll();
    const from = newNetwork();
    const [first] = await Promise.all([1, 2, 3].map(() => request({ from })));
    const by = { person: await makeBooker(), from };
    const { id } = await begin(by);
    await rows("update orders set status = 'cancelled' where id = $1", [first?.id]);
    const next = await call("PATCH", `/api/wizard/${id}`, by, { selectedInsurance: "basic" });
    expect(next.json()).toMatchObject({ hold: "held" });
    expect((await complete(by, { id })).status).toBe("confirmed");
  });

  it("a booking without a hold loses a car that is taken meanwhile and keeps its answers", async () => {
    await freeAll();
    const from = newNetwork();
    for (let count = 0; count < 3; count++) await request({ from });
    const by = { person: await makeBooker(), from };
    const { id, carId } = await begin(by);
    await request({ carId });
    const next = await call("PATCH", `/api/wizard/${id}`, by, { selectedInsurance: "basic" });
    expect(next.json()).toMatchObject({ hold: "lost", selectedInsurance: "basic" });
    expect((await call("POST", `/api/wizard/${id}/complete`, by)).statusCode).toBe(409);
  });

  it("an unverified renter has one unpaid confirmed booking, and a verified one three", async () => {
    await freeAll();
    const person = await makeBooker();
    const statuses = async (times: number) => {
      const found = [];
      for (let count = 0; count < times; count++)
        found.push((await book({ person, from: newNetwork() })).status);
      return found;
    };
    expect(await statuses(2)).toEqual(["confirmed", "pending"]);
    await verifyLicence(test, person.id);
    expect(await statuses(2)).toEqual(["confirmed", "confirmed"]);
    const fourth = { carId: nextCar(), ...aMonth(test, 20), customerPhone: "+1 650 555 0134" };
    const refused = await call("POST", "/api/wizard", { person }, fourth);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "too_many_unpaid"]);
  });

  it("an account may have five orders that wait without a hold", async () => {
    await freeAll();
    const from = newNetwork();
    for (let count = 0; count < 3; count++) await request({ from });
    const by = { person: await makeBooker(), from };
    for (let count = 0; count < 5; count++) expect((await book(by)).status).toBe("pending");
    const { id } = await begin(by);
    await call("PATCH", `/api/wizard/${id}`, by, { selectedInsurance: "basic", paymentMethod: "paypal" });
    expect((await call("POST", `/api/wizard/${id}/complete`, by)).statusCode).toBe(429);
  });
});

describe("an extension of an unpaid rental", () => {
  const ask = async (person: Person, orderId: string, returnDate: string) =>
    (
      await call("POST", `/api/orders/${orderId}/changes`, { person }, { kind: "extension", returnDate })
    ).json<OrderChange>();

  /** We have confirmed this unpaid rental, so that its days don't count as the renter's unpaid hold. */
  const confirmedByUs = (person: Person) =>
    makeOrder(test, person.id, { ...aMonth(test, 20), source: "request", carId: nextCar(), isPaid: false });

  it("extension days of an unpaid rental are held while there is room, and otherwise wait and say so", async () => {
    await freeAll();
    const person = await makePerson(test);
    const dates = aMonth(test, 20);
    const days = async () => (await rows("select from day_holds")).length;
    const orders = [];
    for (let count = 0; count < 4; count++) orders.push(await confirmedByUs(person));
    const asked = [];
    for (const id of orders) asked.push(await ask(person, id, addDays(dates.returnDate, 30)));
    expect(asked.map(({ waitsWithoutHold }) => waitsWithoutHold)).toEqual([
      undefined,
      undefined,
      undefined,
      true,
    ]);
    expect(await days()).toBe(3);
    const [last] = await rows<{ id: string }>(
      "select id from emails where kind = 'extension_asked' order by created_at desc limit 1",
    );
    expect(last).toBeDefined();
    const [order] = await rows<{ email: string }>(
      "select customer_email as email from orders where id = $1",
      [orders[3]],
    );
    expect(textOf(await emailTo(test, order?.email ?? "", "extension_asked"))).toContain(
      "aren’t on hold for you",
    );
  });

  it("date changes asked of a host count against the same limit", async () => {
    await freeAll();
    const [person, host] = [await makePerson(test), await makePerson(test, { role: "host" })];
    const dates = aMonth(test, 20);
    const moved = {
      kind: "dates",
      pickupDate: addDays(dates.pickupDate, 5),
      returnDate: addDays(dates.returnDate, 5),
    };
    const asked = [];
    for (let count = 0; count < 4; count++) {
      const id = await makeHostedOrder(test, host, person.id, { ...dates, source: "request", isPaid: false });
      const answer = await call("POST", `/api/orders/${id}/changes`, { person }, moved);
      asked.push(answer.json<OrderChange>().waitsWithoutHold);
    }
    expect(asked).toEqual([undefined, undefined, undefined, true]);
  });

  it("extension days of a paid rental are always held", async () => {
    await freeAll();
    const person = await makePerson(test);
    const dates = aMonth(test, 20);
    for (let count = 0; count < 4; count++) {
      const id = await confirmedByUs(person);
      await pay(test, id, 75_000, "test");
      expect((await ask(person, id, addDays(dates.returnDate, 30))).waitsWithoutHold).toBeUndefined();
    }
  });
});

it("RATE_LIMITS=off lifts all limits of holds", async () => {
  const free = await startTestApp();
  try {
    const cars = await makeFleet(free, 4);
    const dates = aMonth(free, 20);
    for (const carId of cars) {
      const answer = await free.app.inject({
        method: "POST",
        url: "/api/bookings",
        payload: { ...renter, carId, ...dates, totalPrice: wireMoney(carPrice(75_000, dates).total) },
      });
      expect(isHeld(answer.json())).toBe(true);
    }
  } finally {
    await free.close();
  }
});

it("unpaid holds do not count a car that the same renter already holds", async () => {
  await freeAll();
  const from = newNetwork();
  const carId = await makeCar(test);
  for (let count = 0; count < 2; count++) await request({ from });
  await request({ from, carId });
  const far = aMonth(test, 200);
  const again = await call(
    "POST",
    "/api/bookings",
    { from },
    {
      ...renter,
      carId,
      ...far,
      customerEmail: "same.car@example.com",
      totalPrice: wireMoney(carPrice(75_000, far).total),
    },
  );
  expect(isHeld(again.json())).toBe(true);
});
