import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { makePerson } from "../accounts.ts";
import { databaseKind, startTestApp, type TestApp } from "../app.ts";
import { aMonth, makeCar, renter } from "../factories.ts";
import { postJson, type Product, startProduct } from "../product.ts";

/** The number in the suite; RACES=6 runs more. */
const rounds = Number(process.env.RACES ?? 2);
const clients = 100;

type Answer = { status: number; body: Record<string, unknown> };
type Door = (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;

let test: TestApp;
let products: Product[] = [];
let doors: Door[];

beforeAll(async () => {
  test = await startTestApp();
  const { databaseUrl } = test;
  // With a server, two separate processes: neither has what the other keeps in memory.
  if (databaseUrl)
    products = await Promise.all(
      [1, 2].map(() =>
        startProduct({
          DATABASE_URL: databaseUrl,
          DEMO: "off",
          // With one origin a token of one process works in all.
          PUBLIC_URL: test.services.config.publicUrl.origin,
        }),
      ),
    );
  doors = databaseUrl
    ? products.map((product) => (path, body, headers) => postJson(product.address, path, body, headers))
    : [injected];
});
afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()));
  await test.close();
});

async function injected(path: string, body: unknown, headers = {}): Promise<Answer> {
  const answer = await test.app.inject({ method: "POST", url: path, payload: body as object, headers });
  return { status: answer.statusCode, body: answer.json() };
}

it(`exactly one of ${clients} renters gets a car, ${rounds} times, on ${databaseKind}`, async () => {
  for (let round = 0; round < rounds; round++) {
    const carId = await makeCar(test);
    const base = aMonth(test, 30, 2);
    const answers = await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        // The date ranges contain, cross or touch one another: any two of them share at least one day.
        const dates = {
          pickupDate: addDays(base.pickupDate, client % 20),
          returnDate: addDays(base.returnDate, client % 7),
        };
        const post = doors[client % doors.length] ?? injected;
        const quote = await post("/api/quotes", { carId, ...dates });
        return post("/api/bookings", {
          ...renter,
          customerEmail: `renter${client}@example.com`,
          carId,
          ...dates,
          totalPrice: quote.body.total,
        });
      }),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(clients - 1);
    const [held] = await test.services.database.rows<{ orders: number; emails: number }>(
      "select (select count(*)::int from orders where car_id = $1) as orders, (select count(*)::int from emails where order_id in (select id from orders where car_id = $1)) as emails",
      [carId],
    );
    expect(held).toEqual({ orders: 1, emails: 2 });
  }
});

it(`exactly one of ${clients} renters holds a car by booking in steps, even against requests, on ${databaseKind}`, async () => {
  const people = await Promise.all(Array.from({ length: clients }, () => makePerson(test)));
  for (let round = 0; round < rounds; round++) {
    const carId = await makeCar(test);
    const base = aMonth(test, 30, 2);
    const total = wireMoney(carPrice(75_000, base).total);
    const answers = await Promise.all(
      people.map(({ authorization }, client) => {
        const post = doors[client % doors.length] ?? injected;
        const customerEmail = `renter${client}@example.com`;
        // In the last round some renters order the car directly: both ways of booking must respect each other.
        return round === rounds - 1 && client % 4 === 0
          ? post("/api/bookings", { ...renter, customerEmail, carId, ...base, totalPrice: total })
          : post("/api/wizard", { carId, ...base, customerPhone: renter.customerPhone }, authorization);
      }),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(clients - 1);
    const [held] = await test.services.database.rows<{ holders: number }>(
      `select (select count(*)::int from wizard_drafts where car_id = $1 and hold_ends_at is not null)
         + (select count(*)::int from orders where car_id = $1) as holders`,
      [carId],
    );
    expect(held).toEqual({ holders: 1 });
  }
});

it("an account that begins many bookings at once has only one hold", async () => {
  const person = await makePerson(test);
  const carIds = await Promise.all(Array.from({ length: 20 }, () => makeCar(test)));
  const answers = await Promise.all(
    carIds.map((carId, number) => {
      const post = doors[number % doors.length] ?? injected;
      const body = { carId, ...aMonth(test), customerPhone: renter.customerPhone };
      return post("/api/wizard", body, person.authorization);
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(carIds.map(() => 201));
  const [held] = await test.services.database.rows(
    "select count(*)::int as drafts, count(hold_ends_at)::int as holds from wizard_drafts where account_id = $1",
    [person.id],
  );
  expect(held).toEqual({ drafts: 20, holds: 1 });
});

it("the database itself refuses two orders of one car for the same days", async () => {
  const carId = await makeCar(test);
  const dates = aMonth(test, 30);
  const total = (
    await test.app.inject({ method: "POST", url: "/api/quotes", payload: { carId, ...dates } })
  ).json<{ total: string }>().total;
  const placed = await test.app.inject({
    method: "POST",
    url: "/api/bookings",
    payload: { ...renter, carId, ...dates, totalPrice: total },
  });
  const copy = `insert into orders (id, order_number, source, status, car_id, pickup_date, return_date, pickup_time, return_time, customer_name, customer_email, customer_phone,
    pickup_location, language, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash)
    select gen_random_uuid(), 'LB-COPY', source, $2, car_id, return_date, return_date + 40, pickup_time, return_time, customer_name, customer_email, customer_phone,
    pickup_location, language, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash
    from orders where id = $1`;
  const { id } = placed.json<{ id: string }>();
  await expect(test.services.database.rows(copy, [id, "confirmed"])).rejects.toMatchObject({ code: "23P01" });
  await test.services.database.rows(copy, [id, "cancelled"]);
  await expect(
    test.services.database.rows("update orders set status = 'confirmed' where order_number = 'LB-COPY'"),
  ).rejects.toMatchObject({ code: "23P01" });
});
