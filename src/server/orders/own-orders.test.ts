// @one-database
import type { EmailKind } from "#domain/people/email-kinds.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs } from "#test/client.ts";
import { makeOrder } from "#test/condition.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { emailTo, emailsTo, linkIn } from "#test/emails.ts";
import { presentOrder } from "./present.ts";
import { findOrder } from "./queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

type PlacedOrder = { id: string; orderNumber: string };

async function place(customerEmail: string): Promise<PlacedOrder> {
  const payload = {
    ...renter,
    customerEmail,
    carId: await makeCar(test, { monthlyPrice: 75_000 }),
    ...aMonth(test),
    totalPrice: "750.00",
  };
  const answer = await test.app.inject({ method: "POST", url: "/api/bookings", payload });
  if (answer.statusCode === 422) {
    const { quote } = answer.json<{ quote: { total: string } }>();
    return (
      await test.app.inject({
        method: "POST",
        url: "/api/bookings",
        payload: { ...payload, totalPrice: quote.total },
      })
    ).json();
  }
  return answer.json();
}

const get = (url: string, person?: Person) => test.app.inject({ url, headers: person?.authorization ?? {} });
/** The owner of an order's email address says that the order is theirs. */
const claim = (order: PlacedOrder, person: Person) =>
  callAs(test, person, "PUT", `/api/account/orders/${order.id}/origin`, { isMine: true });
const keyOf = async (email: string, kind: EmailKind) =>
  linkIn(await emailTo(test, email, kind)).searchParams.get("key") ?? "";

describe("orders of an account", () => {
  it("an account's orders are those claimed with its confirmed address, newest first", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const [first, second] = [await place(person.email.toUpperCase()), await place(person.email)];
    await place(other.email);
    expect((await get("/api/account/orders", person)).json()).toEqual([]);
    await claim(first, person);
    await claim(second, person);
    const listed = await get("/api/account/orders", person);
    expect(listed.json<PlacedOrder[]>().map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(listed.headers["x-total-count"]).toBe("2");
    const page = await get("/api/account/orders?limit=1", person);
    const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? "";
    expect((await get(next, person)).json<PlacedOrder[]>().map(({ id }) => id)).toEqual([first.id]);
  });

  it("an order is shown to its owner, administrators and the email's key, and not found for others", async () => {
    const [person, other, admin] = [
      await makePerson(test),
      await makePerson(test),
      await makePerson(test, { role: "admin" }),
    ];
    const order = await place(person.email);
    const url = `/api/orders/${order.id}`;
    expect((await get(url)).statusCode).toBe(200);
    await claim(order, person);
    const key = await keyOf(person.email, "order_received");
    const statuses = [
      await get(url),
      await get(url, other),
      await get(url, person),
      await get(url, admin),
      await get(`${url}?key=${key}`),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([404, 404, 200, 200, 200]);
    const missing = await get(`/api/orders/${crypto.randomUUID()}`, other);
    expect((await get(url, other)).json<{ message: string }>().message).toBe(
      missing.json<{ message: string }>().message,
    );
  });

  it("a denied order that isn't a request anymore is announced to the back office", async () => {
    const { rows } = test.services.database;
    const person = await makePerson(test);
    const { id } = await place(person.email);
    await rows("update orders set status = 'confirmed' where id = $1", [id]);
    await rows("delete from events");
    const denied = { isMine: false };
    expect((await callAs(test, person, "PUT", `/api/account/orders/${id}/origin`, denied)).statusCode).toBe(
      200,
    );
    const events = await rows("select admins, about ->> 'orderId' as id from events where kind = 'order'");
    expect(events).toEqual([{ admins: "administrator", id }]);
  });

  it("an order shows its renter to nobody before it is claimed, and then to owner and key", async () => {
    const person = await makePerson(test);
    const order = await place(person.email);
    const key = await keyOf(person.email, "order_received");
    const url = `/api/orders/${order.id}`;
    for (const answer of [await get(url, person), await get(`${url}?key=${key}`)])
      expect(answer.json()).not.toHaveProperty("renter");
    await claim(order, person);
    const seen = (await get(url, person)).json<Order>();
    expect([seen.emailConfirmed, seen.renter?.name, seen.renter?.email]).toEqual([
      true,
      renter.customerName,
      person.email,
    ]);
    expect((await get(`${url}?key=${key}`)).json()).toHaveProperty("renter");
  });

  it("an order is canceled by its owner without a key, and by no other account", async () => {
    const [person, other, suspended] = [
      await makePerson(test),
      await makePerson(test),
      await makePerson(test, { isSuspended: true }),
    ];
    const order = await place(person.email);
    await claim(order, person);
    const cancel = (by?: Person) =>
      test.app.inject({
        method: "POST",
        url: `/api/orders/${order.id}/cancel`,
        payload: {},
        headers: by?.authorization ?? {},
      });
    expect([
      (await cancel()).statusCode,
      (await cancel(other)).statusCode,
      (await cancel(suspended)).statusCode,
    ]).toEqual([404, 404, 404]);
    expect((await cancel(person)).json()).toMatchObject({ status: "cancelled" });
  });

  it("an account with an unconfirmed address gets no orders", async () => {
    const person = await makePerson(test);
    await test.services.database.rows("update users set email_confirmed_at = null where id = $1", [
      person.id,
    ]);
    await test.services.database.rows("update accounts set email = '' where id = $1", [person.id]);
    await place(person.email);
    expect((await get("/api/account/orders", person)).json()).toEqual([]);
  });
});

describe("the end of a waiting order", () => {
  const hour = 3_600_000;
  const pending = { status: "pending", source: "plan", emailConfirmedAt: null } as const;

  it.each([
    ["its hold", "heldUntil", () => ({ holdEndsAt: new Date(test.services.now() + hour) })],
    [
      "the time to confirm its address",
      "expiresAt",
      () => ({ carId: null, tier: "basic" as const, createdAt: new Date() }),
    ],
  ] as const)(
    "the end of a waiting order is shown for %s until the product's clock has passed it",
    async (_of, field, columns) => {
      const { database, imageStore, now } = test.services;
      const placed = await findOrder(database.db, await makeOrder(test, null, { ...pending, ...columns() }));
      const shownIn = (hours: number) =>
        placed && presentOrder({ imageStore, now: () => now() + hours * hour }, placed)[field];
      expect(shownIn(0)).toEqual(expect.any(String));
      expect(shownIn(24 * 400)).toBeUndefined();
    },
  );
});

describe("a lost link", () => {
  const find = (email: string, orderNumber: string) =>
    test.app.inject({ method: "POST", url: "/api/orders/find", payload: { email, orderNumber } });

  it("an order link is mailed again to a person who knows number and address, and the old link ends", async () => {
    const email = "forgetful@example.com";
    const order = await place(email);
    const old = await keyOf(email, "order_received");
    const answers = [
      await find(email.toUpperCase(), order.orderNumber.toLowerCase().replaceAll("-", " ")),
      await find("else@example.com", order.orderNumber),
      await find(email, "LB-0000-0000"),
    ];
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect([await emailsTo(test, email), await emailsTo(test, "else@example.com")]).toEqual([
      ["order_link", "order_received"],
      [],
    ]);
    const cancel = (key: string) =>
      test.app.inject({ method: "POST", url: `/api/orders/${order.id}/cancel`, payload: { key } });
    expect((await cancel(old)).statusCode).toBe(404);
    expect((await cancel(await keyOf(email, "order_link"))).statusCode).toBe(200);
  });
});
