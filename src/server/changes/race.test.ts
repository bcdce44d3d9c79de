import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { makePerson, type Person, testPassword } from "#test/accounts.ts";
import { databaseKind, startTestApp, type TestApp } from "#test/app.ts";
import { makeRental } from "#test/changes.ts";
import { orderRow } from "#test/condition.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { type Product, startProduct } from "#test/product.ts";

/** The suite runs few rounds; `RACE_ROUNDS=20 RACE_CALLS=50` is the full test. */
const rounds = Number(process.env.RACE_ROUNDS ?? 1);
const ofEach = Number(process.env.RACE_CALLS ?? 12);

let test: TestApp;
let admin: Person;
let people: Person[];
/** A second process on the same database; an embedded database has room for one process. */
let another: Product | undefined;
beforeAll(async () => {
  test = await startTestApp();
  if (test.databaseUrl) another = await startProduct({ DATABASE_URL: test.databaseUrl, DEMO: "off" });
  admin = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
  people = [await makePerson(test), await makePerson(test)];
  for (const person of [admin, ...people]) if (another) there.set(person, await signInAt(another, person));
});
afterAll(async () => {
  await another?.stop();
  await test.close();
});

/** A process accepts only tokens of its own address, so that each person has one token for each process. */
const there = new Map<Person, { authorization: string }>();
async function signInAt({ address }: Product, { email }: Person): Promise<{ authorization: string }> {
  const answer = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: testPassword }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { authorization: `Bearer ${token}` };
}

let turn = 0;
/** Sends each call to one of the two processes, by turns. */
async function send(
  method: "POST" | "PUT",
  url: string,
  { payload, by }: { payload: object; by?: Person | undefined },
): Promise<number> {
  if (!another || turn++ % 2)
    return (await test.app.inject({ method, url, payload, ...(by && { headers: by.authorization }) }))
      .statusCode;
  const answer = await fetch(another.address + url, {
    method,
    headers: { "content-type": "application/json", ...(by && there.get(by)) },
    body: JSON.stringify(payload),
  });
  await answer.arrayBuffer();
  return answer.status;
}
const post = (url: string, payload: object, by?: Person) => send("POST", url, { payload, by });

/** Days of a car that are taken twice, by orders, kept days or blocks. */
const promisedTwice = (carId: string) =>
  test.services.database.rows(
    `with held as (
       select id::text as what, id as of_order, during from orders where car_id = $1 and holds_car
       union all select id::text, order_id, during from day_holds where car_id = $1
       union all select id::text, null, during from car_blocks where car_id = $1)
     select a.what from held a join held b on a.what < b.what and a.during && b.during
       and a.of_order is distinct from b.of_order`,
    [carId],
  );

/** Offers a rental another car and, if the offer was made, takes it. */
async function offerAndTake(orderId: string, carId: string, by: Person): Promise<number> {
  const id = crypto.randomUUID();
  const body = { id, carId, reason: "In the workshop" };
  const offered = await post(`/api/admin/orders/${orderId}/offers`, body, admin);
  if (offered !== 201) return offered;
  return send("PUT", `/api/orders/${orderId}/changes/${id}`, { payload: { decision: "accepted" }, by });
}

it(`simultaneous changes, offers, orders and blocks never promise a day twice, on ${databaseKind}`, async () => {
  const [first, second] = people;
  if (!first || !second) throw new Error("nobody is there");
  for (let round = 0; round < rounds; round++) {
    const carId = await makeCar(test);
    const longer = await makeRental(test, first.id, { carId, inDays: 5, months: 1 });
    const { returnDate } = await orderRow(test, longer);
    const moved = await makeRental(test, second.id, { carId, inDays: 200, months: 1 });
    const wanted = (place: number) => ({
      pickupDate: addDays(returnDate, 1 + (place % 5)),
      returnDate: addDays(returnDate, 40 + place),
    });
    const elsewhere = await makeRental(test, first.id, { inDays: 45, months: 1 });
    const calls = Array.from({ length: ofEach }, (_, place) => [
      offerAndTake(elsewhere, carId, first),
      post(
        `/api/orders/${longer}/changes`,
        { kind: "extension", returnDate: addDays(returnDate, 3 + place) },
        first,
      ),
      post(`/api/orders/${moved}/changes`, { kind: "dates", ...wanted(place) }, second),
      post("/api/bookings", {
        ...renter,
        customerEmail: `r${round}${place}@example.com`,
        carId,
        ...aMonth(test, 41 + place),
        totalPrice: "750.00",
      }),
      post(
        `/api/admin/cars/${carId}/blocks`,
        { from: wanted(place).pickupDate, until: wanted(place).returnDate, reason: "Workshop" },
        admin,
      ),
    ]).flat();
    const statuses = await Promise.all(calls);
    expect(statuses.filter((status) => status >= 500 || [401, 403, 404].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(await promisedTwice(carId)).toEqual([]);
    // Refused calls leave nothing behind: each event has its change, and no more than one request waits.
    const [left] = await test.services.database.rows<{ changes: number; events: number; open: number }>(
      `select (select count(*)::int from order_changes where order_id = any($1)) as changes,
         (select count(*)::int from audit_events where entity_id = any($1::text[]) and action in ('extension_asked', 'dates_changed', 'swap_offered')) as events,
         (select count(*)::int from order_changes where order_id = any($1) and status = 'requested') as open`,
      [[longer, moved, elsewhere]],
    );
    expect(left?.changes).toBe(left?.events);
    expect(left?.open).toBeLessThanOrEqual(2);
  }
}, 1_800_000);
