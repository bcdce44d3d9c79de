import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { moveOrders } from "#server/accounts/move-orders.ts";
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
/** A new code of an address, and a way to order with it. */
async function withCode(customerEmail = `again${made + 1}@example.com`) {
  const code = `AGAIN${++made}`;
  const customerPhone = `+1 650 555 ${1000 + made}`;
  await rows("insert into promo_codes (code, email) values ($1, $2)", [code, customerEmail]);
  const order = async (promo?: string) => {
    const wanted = { carId: await makeCar(test), ...aMonth(test), ...(promo && { promo }) };
    const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: wanted });
    const { total } = quote.json<{ total: string }>();
    const payload = { ...renter, customerEmail, customerPhone, ...wanted, totalPrice: total };
    return test.app.inject({ method: "POST", url: "/api/bookings", payload });
  };
  const place = async () => (await order(code)).json<{ id: string; orderNumber: string }>();
  const usedBy = async () =>
    (await rows<{ id: string | null }>("select order_id as id from promo_codes where code = $1", [code]))[0]
      ?.id;
  return { code, customerEmail, order: () => order(code), orderWithout: () => order(), place, usedBy };
}

/** Changes the email address of a renter with confirmed orders; makes an account if the renter has none. */
async function moved(from: string, to: string) {
  const [known] = await rows<{ id: string }>("select id from users where email = $1", [from]);
  const { id } = known ?? (await makePerson(test, { email: from }));
  const person = { id, email: from, emailConfirmedAt: new Date() };
  await rows("update orders set email_confirmed_at = now() where customer_email = $1", [from]);
  await test.services.database.transaction((tx) => moveOrders(tx, person, to));
  await rows("update users set email = $2 where id = $1", [id, to]);
}

describe("a revived order with a promo code", () => {
  it("a revived order uses its promo code again", async () => {
    const { place, usedBy } = await withCode();
    const { id } = await place();
    await setStatus(id, "cancelled");
    expect(await usedBy()).toBeNull();
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
    expect(await usedBy()).toBe(id);
  });

  it("an order that is confirmed just after its time is over keeps its promo code", async () => {
    const { place, usedBy } = await withCode();
    const { id } = await place();
    await rows(
      "update orders set status = 'pending', lacks_hold = true, expires_at = now() - interval '1 minute' where id = $1",
      [id],
    );
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
    expect([await statusOf(id), await usedBy()]).toEqual(["confirmed", id]);
  });

  it("a revived order is refused if another order has used the code, also by undo", async () => {
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
    // The email of its cancellation still waits and will go.
    const waiting = await rows("select 1 from emails where order_id = $1 and kind = 'order_cancelled'", [
      first.id,
    ]);
    expect(waiting).toHaveLength(1);
    await setStatus(second.id, "cancelled");
    expect((await setStatus(first.id, "confirmed")).statusCode).toBe(200);
    expect(await usedBy()).toBe(first.id);
  });

  it("a revived order and a new one with the same code at once get it only once", async () => {
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

  it("a revived order is not refused for another order without a code", async () => {
    const { place, orderWithout, usedBy } = await withCode();
    const { id } = await place();
    await setStatus(id, "cancelled");
    expect((await orderWithout()).statusCode).toBe(201);
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
    expect(await usedBy()).toBe(id);
  });

  it("a revived order uses its code again at its renter's new address", async () => {
    const { place, customerEmail, usedBy } = await withCode();
    const { id } = await place();
    await setStatus(id, "cancelled");
    const to = `moved.${customerEmail}`;
    await moved(customerEmail, to);
    const other = await withCode(to);
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
    expect([await usedBy(), await other.usedBy()]).toEqual([id, null]);
  });

  it("a revived order is refused if its code was used at the renter's earlier address", async () => {
    const { place, order, customerEmail, usedBy } = await withCode();
    const first = await place();
    const { change } = (await setStatus(first.id, "cancelled")).json<{ change: number }>();
    await moved(customerEmail, `moved.${customerEmail}`);
    const second = (await order()).json<{ id: string }>();
    for (const answer of [
      await call("POST", `/api/admin/orders/${first.id}/undo-status`, { change }),
      await setStatus(first.id, "confirmed"),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 409, code: "promo_used" });
    expect([await statusOf(first.id), await usedBy()]).toEqual(["cancelled", second.id]);
  });

  it("a revived order is refused if its renter has used another code at an earlier address", async () => {
    const { place, customerEmail, usedBy } = await withCode();
    const { id } = await place();
    await setStatus(id, "cancelled");
    await moved(customerEmail, `second.${customerEmail}`);
    const other = await withCode(`second.${customerEmail}`);
    const second = await other.place();
    await moved(other.customerEmail, `third.${customerEmail}`);
    expect(refusalOf(await setStatus(id, "confirmed"))).toMatchObject({ status: 409, code: "promo_used" });
    expect([await usedBy(), await other.usedBy()]).toEqual([null, second.id]);
    await setStatus(second.id, "cancelled");
    expect((await setStatus(id, "confirmed")).statusCode).toBe(200);
    expect([await usedBy(), await other.usedBy()]).toEqual([id, null]);
  });

  it("the migration gives an order the code that its emails were written to", async () => {
    const { place, code, customerEmail } = await withCode();
    const [gone, kept] = [await place(), await withCode()];
    const live = await kept.place();
    await setStatus(gone.id, "cancelled");
    await moved(customerEmail, `moved.${customerEmail}`);
    const fill = readFileSync("src/server/db/migrations/0048_promo_code_of_an_order.sql", "utf8")
      .split("--> statement-breakpoint")
      .find((statement) => statement.includes("UPDATE orders"));
    await rows("update orders set promo_code = null");
    await rows(fill ?? "");
    const codes = await rows<{ code: string }>(
      "select promo_code as code from orders where id in ($1, $2) order by id = $2",
      [gone.id, live.id],
    );
    expect(codes).toEqual([{ code }, { code: kept.code }]);
  });
});
