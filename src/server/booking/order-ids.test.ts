import { describe, expect, it } from "vitest";
import type { WizardBooking } from "#contract/account/booking.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { orderRow } from "#test/condition.ts";
import { aMonth, giveLicence, makeCar, renter } from "#test/factories.ts";
import { startRentals } from "#test/provider-rentals.ts";

const { test, stripe, rentals } = await startRentals();

const post = (url: string, payload: object, by?: Person) =>
  test.app.inject({ method: "POST", url, payload, headers: by?.authorization ?? {} });
const send = (method: "PATCH", url: string, payload: object, by: Person) =>
  test.app.inject({ method, url, payload, headers: by.authorization });

async function request(id: string, by?: Person) {
  const wanted = { carId: await makeCar(test), ...aMonth(test, 10) };
  const { total } = (await post("/api/quotes", wanted)).json<{ total: string }>();
  return post("/api/bookings", { ...renter, ...wanted, id, totalPrice: total }, by);
}

async function plan(id: string) {
  const basic = planOf("basic");
  if (!basic) throw new Error("There is no such plan");
  const dates = aMonth(test, 10);
  const wanted = { tier: "basic", insurance: "decline", paymentMethod: "paypal", location: "San Jose" };
  const totalPrice = planPrice(basic, dates, "decline").total / 100;
  return post("/api/orders", { ...renter, ...dates, ...wanted, id, totalPrice });
}

async function begin(id: string, by: Person) {
  const wanted = { carId: await makeCar(test), ...aMonth(test, 10), customerPhone: "+1 650 555 0134", id };
  return post("/api/wizard", wanted, by);
}

async function completed() {
  const person = await makePerson(test);
  await giveLicence(test, person.id);
  const { id } = (await begin(crypto.randomUUID(), person)).json<WizardBooking>();
  await send(
    "PATCH",
    `/api/wizard/${id}`,
    { selectedInsurance: "basic", paymentMethod: "credit-card" },
    person,
  );
  expect((await post(`/api/wizard/${id}/complete`, {}, person)).statusCode).toBe(200);
  return { id, person };
}

describe("the id of a booking that is being paid", () => {
  it("the id of a booking being paid can't be used by another order, and its payment books its own car", async () => {
    const { id, person } = await completed();
    const page = await rentals.session(id, person);
    const other = await makePerson(test);
    const answers = [
      await request(id),
      await request(id.toUpperCase()),
      await request(id, person),
      await plan(id),
      await begin(id, other),
    ];
    for (const answer of answers)
      expect([answer.statusCode, answer.json<{ code: string }>().code], answer.body).toEqual([
        422,
        "order_id_used",
      ]);
    stripe.pay(rentals.sessionIdOf(page.url));
    expect((await rentals.check(id, person)).state).toBe("none");
    expect(await orderRow(test, id)).toMatchObject({ status: "confirmed", accountId: person.id });
  });

  it("the id of a forgotten booking stays taken while a payment may come", async () => {
    const { id, person } = await completed();
    await rentals.session(id, person);
    await test.services.database.rows("delete from wizard_drafts where id = $1", [id]);
    expect((await request(id)).statusCode).toBe(422);
    expect((await begin(id, await makePerson(test))).statusCode).toBe(422);
  });

  it("a request and a booking with the same new id at once make only one", async () => {
    for (let round = 0; round < 5; round++) {
      const [id, person] = [crypto.randomUUID(), await makePerson(test)];
      const answers = await Promise.all([request(id), begin(id, person), request(id, person)]);
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
      expect(statuses).toEqual([201, 422, 422]);
    }
  });
});
