import { afterAll, beforeAll, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { hour } from "#domain/durations.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ RATE_LIMITS: "on" });
});
afterAll(() => test.close());

const post = (url: string, payload: object) => test.app.inject({ method: "POST", url, payload });

/** The keys of the links that were mailed for an order, the oldest first. */
async function keysOf(orderId: string): Promise<string[]> {
  const found = await test.services.database.rows<{ content: string }>(
    "select content::text from emails where order_id = $1 and kind = 'order_link' order by created_at",
    [orderId],
  );
  return found.map(({ content }) => /key=([\w-]+)/.exec(content)?.[1] ?? "");
}

it("an earlier link stays valid while the email with the new one waits", async () => {
  const { rows } = test.services.database;
  const email = "besieged@example.com";
  const asked = { carId: await makeCar(test, { monthlyPrice: 75_000 }), ...aMonth(test) };
  const { total: totalPrice } = (await post("/api/quotes", asked)).json<{ total: string }>();
  const booked = await post("/api/bookings", { ...renter, ...asked, customerEmail: email, totalPrice });
  const { id, orderNumber } = booked.json<{ id: string; orderNumber: string }>();
  for (let time = 0; time < 6; time++) {
    await rows("update limits set ends_at = now() where key like 'email minute %'");
    await post("/api/orders/find", { email, orderNumber });
  }
  const [before, , , , last = "", waiting = "", ...others] = await keysOf(id);
  expect(others).toEqual([]);
  const opens = async (key = "") =>
    (await test.app.inject({ url: `/api/orders/${id}?key=${key}` })).json<Order>().cancellable ?? false;
  expect([await opens(before), await opens(last), await opens(waiting)]).toEqual([false, true, true]);

  const { now } = test.services;
  test.services.now = () => now() + 2 * hour;
  expect([await opens(last), await opens(waiting)]).toEqual([false, true]);
  expect((await post(`/api/orders/${id}/cancel`, { key: last })).statusCode).toBe(404);
  test.services.now = now;

  // A new key that takes effect at once ends the earlier key, even one whose pause is not over.
  await rows("update orders set former_key_until = now() + interval '1 hour' where id = $1", [id]);
  await rows("update limits set ends_at = now() where key like 'email %'");
  await post("/api/orders/find", { email, orderNumber });
  const newest = (await keysOf(id)).at(-1);
  expect([await opens(last), await opens(waiting), await opens(newest)]).toEqual([false, false, true]);
  expect((await post(`/api/orders/${id}/cancel`, { key: newest })).statusCode).toBe(200);
});
