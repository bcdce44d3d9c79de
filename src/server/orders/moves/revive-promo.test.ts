import { afterAll, describe, expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

const test = await startTestApp();
afterAll(test.close);
const admin = await makePerson(test, { role: "admin" });

const rows = <Row>(text: string, values: unknown[] = []) => test.services.database.rows<Row>(text, values);
const call = (method: "POST" | "PUT", url: string, payload: object) =>
  test.app.inject({ method, url, payload, headers: admin.authorization });
const setStatus = (id: string, status: string) =>
  call("PUT", `/api/admin/orders/${id}/status`, { status, reason: "Agreed on the phone" });
const statusOf = async (id: string) =>
  (await rows<{ status: string }>("select status from orders where id = $1", [id]))[0]?.status;

let made = 0;
/** A new code, and a way to order with it. */
async function withCode() {
  const [code, customerEmail] = [`AGAIN${++made}`, `again${made}@example.com`];
  await rows("insert into promo_codes (code, email) values ($1, $2)", [code, customerEmail]);
  const order = async (promo?: string) => {
    const wanted = { carId: await makeCar(test), ...aMonth(test), ...(promo && { promo }) };
    const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: wanted });
    const { total } = quote.json<{ total: string }>();
    const payload = { ...renter, customerEmail, ...wanted, totalPrice: total };
    return test.app.inject({ method: "POST", url: "/api/bookings", payload });
  };
  const place = async () => (await order(code)).json<{ id: string; orderNumber: string }>();
  const usedBy = async () =>
    (await rows<{ id: string | null }>("select order_id as id from promo_codes where code = $1", [code]))[0]
      ?.id;
  return { order: () => order(code), orderWithout: () => order(), place, usedBy };
}

describe("an order with a promo code that lives again", () => {
  it("takes its code again", async () => {
    const { place, usedBy } = await withCode();
    const { id } = await place();
    await setStatus(id, "cancelled");
    expect(await usedBy()).toBeNull();
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
    expect(await usedBy()).toBe(id);
  });

  it("is refused where another order has used the code since, also by undo, and stays as it was", async () => {
    const { place, usedBy } = await withCode();
    const first = await place();
    const { change } = (await setStatus(first.id, "cancelled")).json<{ change: number }>();
    const second = await place();
    expect(second.id).toBeDefined();
    for (const answer of [
      await call("POST", `/api/admin/orders/${first.id}/undo-status`, { change }),
      await setStatus(first.id, "confirmed"),
      await setStatus(first.id, "pending"),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 409, code: "promo_used" });
    expect([await statusOf(first.id), await usedBy()]).toEqual(["cancelled", second.id]);
    // Its email of the cancellation still waits and goes.
    const waiting = await rows("select 1 from emails where order_id = $1 and kind = 'order_cancelled'", [
      first.id,
    ]);
    expect(waiting).toHaveLength(1);
    await setStatus(second.id, "cancelled");
    expect((await setStatus(first.id, "confirmed")).statusCode).toBe(200);
    expect(await usedBy()).toBe(first.id);
  });

  it("and a new one with the same code, at the same moment: one of them gets it", async () => {
    for (let round = 0; round < 5; round++) {
      const { place, order, usedBy } = await withCode();
      const { id } = await place();
      await setStatus(id, "cancelled");
      const [revived, placed] = await Promise.all([setStatus(id, "confirmed"), order()]);
      expect([revived.statusCode === 200, placed.statusCode === 201].filter(Boolean)).toHaveLength(1);
      const [discounted] = await rows<{ count: number }>(
        `select count(*)::int as count from orders where status <> 'cancelled' and lines @> '[{"kind": "promo"}]'
           and customer_email = (select email from promo_codes where order_id = $1)`,
        [await usedBy()],
      );
      expect(discounted?.count).toBe(1);
    }
  });

  it("is none of this where the other order had no code", async () => {
    const { place, orderWithout, usedBy } = await withCode();
    const { id } = await place();
    await setStatus(id, "cancelled");
    expect((await orderWithout()).statusCode).toBe(201);
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
    expect(await usedBy()).toBe(id);
  });
});
