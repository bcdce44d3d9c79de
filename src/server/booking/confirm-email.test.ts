// @one-database
import type { EmailKind } from "#domain/people/email-kinds.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { Order } from "#contract/orders.ts";
import { wireMoney } from "#domain/money.ts";
import { inHours, unconfirmedHold } from "#domain/orders/lifecycle.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { runOverBrokenRow } from "#test/broken-row.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { emailTo, emailsTo, letEmailsGo, linkIn } from "#test/emails.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";

type RefusalBody = { code: string; nextFree: { from: string }[]; similarCars: { id: string }[] };

let test: TestApp;
let strict: TestApp;
beforeAll(async () => {
  [test, strict] = await Promise.all([startTestApp(), startTestApp({ RATE_LIMITS: "on" })]);
});
afterAll(() => Promise.all([test.close(), strict.close()]));

let made = 0;
const somebody = (): string => `stranger${++made}@example.com`;
const headersOf = (person?: Person) => person?.authorization ?? {};

async function request(
  app: TestApp,
  wanted: { carId?: string; email?: string; person?: Person; from?: string; language?: string } = {},
) {
  const { person, from = "192.0.2.1", email = somebody(), language } = wanted;
  const carId = wanted.carId ?? (await makeCar(app));
  const dates = aMonth(app, 20);
  const payload = {
    ...renter,
    carId,
    ...dates,
    customerEmail: email,
    totalPrice: wireMoney(carPrice(75_000, dates).total),
    ...(language && { language }),
  };
  const answer = await app.app.inject({
    method: "POST",
    url: "/api/bookings",
    payload,
    headers: headersOf(person),
    remoteAddress: from,
  });
  return { answer, order: answer.json<Order>(), email, carId };
}
const keyOf = async (email: string, kind: EmailKind = "order_received") =>
  linkIn(await emailTo(test, email, kind)).searchParams.get("key") ?? "";
const confirm = (id: string, key?: string, person?: Person) =>
  test.app.inject({
    method: "POST",
    url: `/api/orders/${id}/confirm-email`,
    payload: { ...(key && { key }) },
    headers: headersOf(person),
  });
const orderOf = async (id: string, key = "") =>
  (await test.app.inject(`/api/orders/${id}?key=${key}`)).json<Order>();
const hoursLeft = ({ heldUntil = "" }: Order): number =>
  Math.round((Date.parse(heldUntil) - Date.now()) / 3_600_000);
const endHold = (id: string) =>
  test.services.database.rows("update orders set hold_ends_at = now() - interval '1 minute' where id = $1", [
    id,
  ]);
const textOf = ({ content }: { content: unknown }): string => JSON.stringify(content);

/** Whether quote, search and calendar say that a car is free on the dates of these tests. */
async function isFree(carId: string): Promise<boolean[]> {
  const { pickupDate, returnDate } = aMonth(test, 20);
  const quote = await test.app.inject({
    method: "POST",
    url: "/api/quotes",
    payload: { carId, pickupDate, returnDate },
  });
  const list = await test.app.inject(`/api/cars?limit=100&pickupDate=${pickupDate}&returnDate=${returnDate}`);
  const { taken } = (
    await test.app.inject(`/api/cars/${carId}/availability?from=${pickupDate}&to=${returnDate}`)
  ).json<{ taken: unknown[] }>();
  const { available } = quote.json<{ available: boolean }>();
  return [available, list.json<{ id: string }[]>().some(({ id }) => id === carId), taken.length === 0];
}

describe("a visitor's request", () => {
  it("a visitor's request gives its car back although another order's end fails", async () => {
    const [broken, whole] = [await request(test), await request(test)];
    for (const { order } of [broken, whole]) await endHold(order.id);
    const row = { table: "orders", condition: `new.id = '${broken.order.id}'` };
    await runOverBrokenRow(test, row, () => endStaleOrders(test.services));
    const lacking = async () =>
      (
        await test.services.database.rows<{ lacks: boolean }>(
          "select lacks_hold as lacks from orders where id = any($1) order by array_position($1, id)",
          [[broken.order.id, whole.order.id]],
        )
      ).map(({ lacks }) => lacks);
    expect(await lacking()).toEqual([false, true]);
    await endStaleOrders(test.services);
    expect(await lacking()).toEqual([true, true]);
  });

  it("a visitor's request holds the car for two hours and then waits without it", async () => {
    const { order, carId } = await request(test);
    expect(order).toMatchObject({ status: "pending", emailConfirmed: false, confirmable: false });
    expect(hoursLeft(order)).toBe(inHours(unconfirmedHold));
    expect(await isFree(carId)).toEqual([false, false, false]);
    await endHold(order.id);
    expect(await isFree(carId)).toEqual([true, true, true]);
    expect((await orderOf(order.id)).heldUntil).toBeUndefined();
    await endStaleOrders(test.services);
    expect(await isFree(carId)).toEqual([true, true, true]);
    expect(await orderOf(order.id)).toMatchObject({ status: "pending", expiresAt: expect.any(String) });
    const other = await request(test, { carId });
    expect(other.answer.statusCode).toBe(201);
  });

  it("a visitor's request is confirmed by the button alone, never by opening the page", async () => {
    const { order, email, carId } = await request(test);
    const key = await keyOf(email);
    expect(await orderOf(order.id, key)).toMatchObject({ emailConfirmed: false, confirmable: true });
    const page = await test.app.inject(`/api/orders/${order.id}?key=${key}`);
    expect(page.json<Order>().emailConfirmed).toBe(false);
    expect((await confirm(order.id)).statusCode).toBe(404);
    expect((await confirm(order.id, "made-up")).statusCode).toBe(404);
    await endHold(order.id);
    const confirmed = await confirm(order.id, key);
    expect(confirmed.json()).toMatchObject({ status: "pending", emailConfirmed: true, confirmable: false });
    expect(hoursLeft(confirmed.json())).toBe(24);
    expect(await isFree(carId)).toEqual([false, false, false]);
    expect((await confirm(order.id, key)).json()).toEqual(confirmed.json());
    expect(await emailsTo(test, email)).toEqual(["order_address_confirmed", "order_received"]);
  });

  it("a request whose dates are gone is canceled on confirmation and offers free dates and similar cars", async () => {
    const { order, email, carId } = await request(test);
    await makeCar(test);
    const key = await keyOf(email);
    await endHold(order.id);
    expect((await request(test, { carId })).answer.statusCode).toBe(201);
    const refused = await confirm(order.id, key);
    expect(refused.statusCode).toBe(409);
    expect(refused.json<RefusalBody>()).toMatchObject({
      code: "car_taken",
      nextFree: [{ from: expect.any(String) }],
    });
    expect(refused.json<RefusalBody>().similarCars.length).toBeGreaterThan(0);
    expect(await orderOf(order.id)).toMatchObject({ status: "cancelled" });
    expect(textOf(await emailTo(test, email, "order_dates_gone"))).toContain(
      refused.json<RefusalBody>().similarCars[0]?.id,
    );
    expect((await confirm(order.id, key)).json()).toMatchObject({ status: "cancelled" });
  });

  it("a request confirmed after its pickup date is canceled and offers other dates", async () => {
    const { order, email } = await request(test);
    const key = await keyOf(email);
    await endHold(order.id);
    await test.services.database.rows(
      "update orders set pickup_date = (now() - interval '2 days')::date where id = $1",
      [order.id],
    );
    const refused = await confirm(order.id, key);
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json<RefusalBody>()).toMatchObject({
      code: "car_taken",
      nextFree: [{ from: expect.any(String) }],
    });
    expect(await orderOf(order.id)).toMatchObject({ status: "cancelled" });
    expect(await emailsTo(test, email)).toContain("order_dates_gone");
  });

  it("emails to an unconfirmed address repeat nothing that was typed", async () => {
    for (const language of ["en", "zh"]) {
      const { order, email } = await request(test, { language });
      const admin = await makePerson(test, { role: "admin" });
      const setStatus = (status: string) =>
        test.app.inject({
          method: "PUT",
          url: `/api/admin/orders/${order.id}/status`,
          payload: { status },
          headers: admin.authorization,
        });
      await setStatus("confirmed");
      await letEmailsGo(test);
      await setStatus("cancelled");
      await test.app.inject({
        method: "POST",
        url: "/api/orders/find",
        payload: { email, orderNumber: order.orderNumber },
      });
      const kinds = await emailsTo(test, email);
      expect(kinds).toEqual(["order_link", "order_cancelled", "order_confirmed", "order_received"]);
      for (const kind of kinds) {
        const text = textOf(await emailTo(test, email, kind));
        expect(text).toContain(order.orderNumber);
        for (const typed of [renter.customerName, renter.customerPhone, renter.pickupLocation])
          expect(text, kind).not.toContain(typed);
      }
    }
    const { order, email } = await request(test);
    await confirm(order.id, await keyOf(email));
    const confirmed = textOf(await emailTo(test, email, "order_address_confirmed"));
    expect([renter.customerName, renter.pickupLocation].every((typed) => confirmed.includes(typed))).toBe(
      true,
    );
  });
});

describe("a request by somebody signed in", () => {
  it("a request with the account's own address is confirmed at once and belongs to the account", async () => {
    const person = await makePerson(test);
    const { order, email } = await request(test, { person, email: person.email });
    expect(order).toMatchObject({ emailConfirmed: true });
    expect(hoursLeft(order)).toBe(24);
    expect((await test.app.inject(`/api/orders/${order.id}`)).statusCode).toBe(404);
    expect(textOf(await emailTo(test, email, "order_received"))).toContain(renter.pickupLocation);
  });

  it("a request with another address is held a day, and its emails repeat nothing typed", async () => {
    const person = await makePerson(test);
    const { order, email } = await request(test, { person });
    expect(order).toMatchObject({ emailConfirmed: false });
    expect(hoursLeft(order)).toBe(24);
    expect(textOf(await emailTo(test, email, "order_received"))).not.toContain(renter.pickupLocation);
  });

  it("a request with a stranger's address is confirmed by that address alone", async () => {
    const person = await makePerson(test);
    const { order, email } = await request(test, { person });
    const own = `/api/account/orders/${order.id}`;
    const shown = async () =>
      (await test.app.inject({ url: own, headers: person.authorization })).json<OwnOrderDetail>();
    expect(await shown()).toMatchObject({
      emailConfirmed: false,
      confirmable: false,
      actions: { confirmEmail: { allowed: false } },
    });
    expect((await confirm(order.id, undefined, person)).statusCode).toBe(403);
    expect((await shown()).emailConfirmed).toBe(false);
    expect(await emailsTo(test, email)).toEqual(["order_received"]);
    const confirmed = await confirm(order.id, await keyOf(email), person);
    expect(confirmed.json()).toMatchObject({ emailConfirmed: true });
  });

  it("an earlier request without an account is confirmed by the account with its address", async () => {
    const email = somebody();
    const { order } = await request(test, { email });
    const person = await makePerson(test, { email });
    const own = { url: `/api/account/orders/${order.id}`, headers: person.authorization };
    expect((await test.app.inject(own)).statusCode).toBe(404);
    expect((await confirm(order.id, undefined, person)).statusCode).toBe(404);
    const said = await test.app.inject({
      ...own,
      method: "PUT",
      url: `${own.url}/origin`,
      payload: { isMine: true },
    });
    expect(said.statusCode).toBe(200);
    expect((await test.app.inject(own)).json()).toMatchObject({ emailConfirmed: true, confirmable: false });
  });
});

describe("limits of orders", () => {
  const forget = () => strict.services.database.rows("delete from limits");

  it("one address may have three unconfirmed orders and one email a minute", async () => {
    const email = somebody();
    expect((await request(strict, { email })).answer.statusCode).toBe(201);
    const soon = await request(strict, { email });
    expect([soon.answer.statusCode, soon.answer.headers["retry-after"]]).toEqual([429, "60"]);
    const statuses: number[] = [];
    for (let more = 0; more < 3; more++) {
      await forget();
      statuses.push((await request(strict, { email: email.toUpperCase() })).answer.statusCode);
    }
    expect(statuses).toEqual([201, 201, 429]);
  });

  it("simultaneous requests count one by one", async () => {
    const email = somebody();
    const answers = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await request(strict, { email, from: "192.0.2.77" })).answer.statusCode,
      ),
    );
    expect(answers.filter((status) => status === 201)).toHaveLength(1);
  });

  it("an account may have five open requests, and an administrator any number", async () => {
    const [person, admin] = [await makePerson(strict), await makePerson(strict, { role: "admin" })];
    const statuses = async (by: Person) => {
      const answers: number[] = [];
      for (let count = 0; count < 6; count++)
        answers.push((await request(strict, { person: by, email: by.email })).answer.statusCode);
      return answers;
    };
    expect(await statuses(person)).toEqual([201, 201, 201, 201, 201, 429]);
    expect(await statuses(admin)).toEqual(Array(6).fill(201));
  });

  it("unconfirmed requests hold at most three cars for one network and a tenth of the fleet in all", async () => {
    const app = await startTestApp({ RATE_LIMITS: "on" });
    try {
      await app.services.database.rows(
        `insert into cars (name, brand, model, year, category, body_style, monthly_price, city, state, plate_number)
         select 'HOLD' || n, 'Toyota', 'Camry', 2022, 'Sedan', 'sedan', 75000, 'San Jose', 'CA', 'HOLD' || n from generate_series(1, 79) as n`,
      );
      const cars = await app.services.database.rows<{ id: string }>(
        "select id from cars order by plate_number",
      );
      const held = await Promise.all(
        cars
          .slice(0, 6)
          .map(async ({ id }) => (await request(app, { carId: id, from: "198.51.100.7" })).order.heldUntil),
      );
      expect(held.filter(Boolean)).toHaveLength(3);
      const elsewhere = await Promise.all(
        cars
          .slice(20, 28)
          .map(
            async ({ id }, index) =>
              (await request(app, { carId: id, from: `203.0.113.${index}` })).order.heldUntil,
          ),
      );
      expect(elsewhere.filter(Boolean)).toHaveLength(4);
    } finally {
      await app.close();
    }
  });
});

it("a request for the car of a host suspended meanwhile goes to the back office", async () => {
  const host = await makePerson(test, { role: "host" });
  const { order, email } = await request(test, {
    carId: await makeHostCar(test, host.id, "listed", { monthlyPrice: 75_000 }),
  });
  await test.services.database.rows("update accounts set suspended_at = now() where id = $1", [host.id]);
  expect((await confirm(order.id, await keyOf(email))).statusCode).toBe(200);
  const written = await test.services.database.rows<{ kind: string; recipient: string }>(
    "select kind, recipient from emails where order_id = $1",
    [order.id],
  );
  expect(written.map(({ kind }) => kind).filter((kind) => kind.startsWith("host_"))).toEqual([]);
  expect(written).toContainEqual({
    kind: "admin_order_asked",
    recipient: test.services.config.adminEmail,
  });
  const toRenter = textOf(await emailTo(test, email, "order_address_confirmed"));
  expect(toRenter).toContain("we’ll answer by then");
});
