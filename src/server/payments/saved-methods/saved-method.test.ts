import { afterAll, describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { makePerson, type Person, testPassword } from "#test/accounts.ts";
import { startPaypal } from "#test/stand-ins/paypal.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { chargeDue } from "./charge-due.ts";
import { postDueInstalments } from "#server/payments/jobs.ts";
import { forgetAtProviders, forgetSettled } from "./saved-method.ts";

const paypal = await startPaypal();
afterAll(paypal.close);
const { test, stripe, rentals } = await startRentals(paypal.env);

/** A rental whose first month is paid; later months are charged to the same method. */
async function paid(months = 3) {
  const rental = await rentals.written(months);
  await rentals.payOnPage(rental.id, rental.person);
  await rentals.check(rental.id, rental.person);
  return rental;
}
const remove = (id: string, by?: Person) =>
  test.app.inject({
    method: "DELETE",
    url: `/api/orders/${id}/saved-method`,
    headers: by?.authorization ?? {},
  });
const savedOf = async (id: string) => (await rentals.money(id)).savedMethod;
const inAnHour = () => ({ ...test.services, now: () => test.services.now() + 3_600_000 });
const waiting = async () => (await test.services.database.rows("select from methods_to_forget")).length;

describe("a removed saved method", () => {
  it("a removed method is not charged, and its provider deletes it", async () => {
    const { id, person } = await paid();
    const [, second] = await rentals.instalments(id);
    if (!second) throw new Error("no second month");
    const before = rentals.takenFor(id);
    const known = stripe.methods.size;
    expect(await savedOf(id)).toBe("Visa •••• 4242");
    expect([(await remove(id, person)).statusCode, (await remove(id, person)).statusCode]).toEqual([
      200, 200,
    ]);
    expect([await savedOf(id), await waiting()]).toEqual([undefined, 1]);

    stripe.trouble(/detach/, "500", "500", "500");
    await forgetAtProviders(test.services);
    expect([stripe.methods.size, await waiting()]).toEqual([known, 1]);
    stripe.calm();
    await forgetAtProviders(inAnHour());
    await forgetAtProviders(inAnHour());
    expect([stripe.methods.size, await waiting()]).toEqual([known - 1, 0]);

    await postDueInstalments(rentals.on(second.dueOn));
    await chargeDue(rentals.on(second.dueOn));
    expect(rentals.takenFor(id)).toBe(before);
  });

  it("a method can be removed by its renter, but not by others", async () => {
    const { id, person } = await paid();
    const other = await makePerson(test);
    expect([(await remove(id)).statusCode, (await remove(id, other)).statusCode]).toEqual([404, 404]);
    expect(await savedOf(id)).toBe("Visa •••• 4242");
    expect((await remove(id, person)).statusCode).toBe(200);
  });

  it("a removed method is deleted at PayPal too", async () => {
    const { id, person } = await rentals.written();
    const opened = await rentals.call(
      "POST",
      `/api/orders/${id}/payment-session`,
      { provider: "paypal" },
      person,
    );
    paypal.approve(rentals.sessionIdOf(opened.json<{ url: string }>().url));
    await rentals.check(id, person);
    const known = paypal.vaults.size;
    expect(await savedOf(id)).toBe("PayPal");
    await remove(id, person);
    await forgetAtProviders(inAnHour());
    expect([paypal.vaults.size, await waiting()]).toEqual([known - 1, 0]);
  });
});

describe("a rental that is over", () => {
  it("an ended rental keeps its method for 30 days, and until everything is paid", async () => {
    const { rows } = test.services.database;
    const [settled, owing] = [await paid(1), await paid(3)];
    const ids = [settled.id, owing.id];
    const last = "2027-03-15";
    await rows("update orders set status = 'completed', return_date = $2 where id = any($1)", [ids, last]);
    const kept = async () => {
      const saved = await rows<{ id: string }>(
        "select order_id as id from saved_methods where order_id = any($1)",
        [ids],
      );
      return ids.map((id) => saved.some((method) => method.id === id));
    };
    await forgetSettled(rentals.on(addDays(last, 30)));
    expect(await kept()).toEqual([true, true]);
    await forgetSettled(rentals.on(addDays(last, 31)));
    expect(await kept()).toEqual([false, true]);
    await forgetAtProviders(inAnHour());
    expect(await waiting()).toBe(0);
  });
});

describe("a car that comes back late", () => {
  it("a late car's rental keeps its method until 30 days after the return", async () => {
    const { rows } = test.services.database;
    const { id } = await paid(1);
    const due = "2027-03-15";
    await rows("update orders set status = 'completed', return_date = $2, is_car_out = true where id = $1", [
      id,
      due,
    ]);
    await forgetSettled(rentals.on(addDays(due, 40)));
    expect(await savedOf(id)).toBe("Visa •••• 4242");
    const back = addDays(due, 10);
    await rows(
      `update orders set is_car_out = false, car_back_at = $2::timestamptz, trip_completed_at = $2::timestamptz,
         trip_started_at = coalesce(trip_started_at, $2::timestamptz - interval '30 days') where id = $1`,
      [id, `${back}T20:00:00-07:00`],
    );
    await forgetSettled(rentals.on(addDays(back, 30)));
    expect(await savedOf(id)).toBe("Visa •••• 4242");
    await forgetSettled(rentals.on(addDays(back, 31)));
    expect(await savedOf(id)).toBeUndefined();
    await forgetAtProviders(inAnHour());
  });
});

describe("a deleted account", () => {
  it("a deleted account leaves nothing that could be charged", async () => {
    const { id, person } = await paid(1);
    await test.services.database.rows("update orders set status = 'completed' where id = $1", [id]);
    const answer = await test.app.inject({
      method: "DELETE",
      url: "/api/account",
      headers: person.authorization,
      payload: { current_password: testPassword },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect([await savedOf(id), await waiting()]).toEqual([undefined, 1]);
    await forgetAtProviders(inAnHour());
    expect(await waiting()).toBe(0);
  });
});
