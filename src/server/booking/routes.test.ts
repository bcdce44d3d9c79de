// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wireMoney } from "#domain/money.ts";
import { carPrice, planPrice } from "#domain/pricing/taxed-price.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const post = (url: string, payload: object) => test.app.inject({ method: "POST", url, payload });
const book = (payload: object) => post("/api/bookings", { ...renter, ...payload });
const count = async (where: string, values: unknown[] = []) =>
  (
    await test.services.database.rows<{ count: number }>(
      `select count(*)::int as count from ${where}`,
      values,
    )
  )[0]?.count;
const emailsOf = async (id: string) =>
  (await test.app.inject("/dev/mailbox.json"))
    .json<
      {
        orderId: string;
        kind: string;
        subject: string;
        text: string;
        recipient: string;
        attachments: { content: string; filename: string }[];
      }[]
    >()
    .filter((email) => email.orderId === id);

async function quoted(carId: string, dates = aMonth(test)) {
  const quote = (await post("/api/quotes", { carId, ...dates })).json<{ total: string }>();
  return { carId, ...dates, totalPrice: quote.total };
}

describe("a request for a car", () => {
  it("a request makes an order at the server's price, with emails to the renter and the back office", async () => {
    const request = await quoted(await makeCar(test));
    const answer = await book(request);
    expect(answer.statusCode).toBe(201);
    const order = answer.json<{
      id: string;
      orderNumber: string;
      status: string;
      totalPrice: string;
      customerEmail: string;
    }>();
    expect(order).toMatchObject({
      status: "pending",
      totalPrice: request.totalPrice,
      customerEmail: "w***@example.com",
    });
    expect(order.orderNumber).toMatch(/^LB-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(answer.body).not.toContain(renter.customerPhone);
    expect(answer.body).not.toContain("Castro");
    const emails = await emailsOf(order.id);
    expect(emails.map((email) => email.kind).sort()).toEqual(["admin_order_placed", "order_received"]);
    const received = emails.find((email) => email.kind === "order_received");
    expect(received?.text).toContain(`/order-complete?order=${order.id}&key=`);
    expect(
      await count(
        "pgboss.job where name = 'letters' and data->>'emailId' in (select id::text from emails where order_id = $1)",
        [order.id],
      ),
    ).toBe(2);
  });

  it("a request's email is in the renter's language", async () => {
    const order = (await book({ ...(await quoted(await makeCar(test))), language: "zh" })).json<{
      id: string;
    }>();
    const emails = await emailsOf(order.id);
    expect(emails.find((email) => email.kind === "order_received")?.subject).toContain("请确认您的邮箱");
  });

  it("a request refuses line breaks in its fields, and its email greets by no message put into the name", async () => {
    const request = await quoted(await makeCar(test));
    for (const field of ["customerName", "customerPhone", "pickupLocation"])
      expect((await book({ ...request, [field]: "Castro\nTotal: $1.00" })).json()).toMatchObject({
        code: "invalid",
        fields: { [field]: {} },
      });
    const { id } = (await book({ ...request, customerName: "You won, see evil.example/prize" })).json<{
      id: string;
    }>();
    const received = (await emailsOf(id)).find((email) => email.kind === "order_received");
    expect(received?.text).toMatch(/^Hello,\n/);
    expect(received?.text).not.toContain("evil.example");
  });

  it("a request repeated with the same id and body is one order, and with another body reveals nothing", async () => {
    const id = crypto.randomUUID();
    const request = { ...(await quoted(await makeCar(test))), id };
    const [first, again] = [await book(request), await book(request)];
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    const other = await book({ ...request, customerName: "Somebody Else" });
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ code: "order_id_used" });
    expect(other.body).not.toContain(first.json<{ orderNumber: string }>().orderNumber);
    expect(await count("orders where id = $1", [id])).toBe(1);
  });

  it("a request for a held car is refused with the next free dates and similar cars", async () => {
    const carId = await makeCar(test);
    await makeCar(test, { name: "Toyota Camry XLE" });
    const dates = aMonth(test, 40);
    expect((await book(await quoted(carId, dates))).statusCode).toBe(201);
    const wanted = { pickupDate: dates.returnDate, returnDate: aMonth(test, 75).returnDate };
    const quote = (await post("/api/quotes", { carId, ...wanted })).json<{
      available: boolean;
      nextFree: object[];
    }>();
    const taken = await book(
      await quoted(carId, { pickupDate: dates.returnDate, returnDate: aMonth(test, 75).returnDate }),
    );
    expect(taken.statusCode).toBe(409);
    const body = taken.json<{ code: string; nextFree: { from: string }[]; similarCars: { id: string }[] }>();
    expect(body.code).toBe("car_taken");
    expect(quote).toMatchObject({ available: false, nextFree: body.nextFree });
    expect(body.nextFree[0]?.from ?? "").toSatisfy((from: string) => from > dates.returnDate);
    expect(body.similarCars.length).toBeGreaterThan(0);
    expect(body.similarCars.map((car) => car.id)).not.toContain(carId);
  });

  it("a request for a car whose pending order has expired cancels that order and emails its renter", async () => {
    const carId = await makeCar(test);
    const stale = (await book(await quoted(carId))).json<{ id: string }>();
    await test.services.database.rows(
      "update orders set expires_at = now() - interval '1 minute' where id = $1",
      [stale.id],
    );
    expect((await book(await quoted(carId))).statusCode).toBe(201);
    expect((await test.app.inject(`/api/orders/${stale.id}`)).json()).toMatchObject({ status: "cancelled" });
    expect((await emailsOf(stale.id)).map((email) => email.kind)).toContain("order_expired");
  });

  it("a request with a made-up price is refused with the right one", async () => {
    const request = await quoted(await makeCar(test), aMonth(test, 10, 3));
    for (const totalPrice of ["0.00", "0.01", "1.00", "450", "99999.99", 1, 450]) {
      const answer = await book({ ...request, totalPrice });
      expect(answer.statusCode, String(totalPrice)).toBe(422);
      expect(answer.json()).toMatchObject({ code: "price_changed", quote: { total: request.totalPrice } });
    }
    for (const totalPrice of ["-1", "NaN", "1e308", "1,917.00", -1, true, null])
      expect((await book({ ...request, totalPrice })).statusCode, String(totalPrice)).toBe(422);
    expect(await count("orders where car_id = $1", [request.carId])).toBe(0);
  });

  it("a request with the specification's undiscounted price is charged the lower price", async () => {
    const dates = aMonth(test, 10, 3);
    const request = await quoted(await makeCar(test), dates);
    const undiscounted = carPrice(75_000, dates).subtotal;
    const order = (await book({ ...request, totalPrice: undiscounted / 100 })).json<{
      totalPrice: string;
      lines: { kind: string }[];
    }>();
    expect(order.totalPrice).toBe(request.totalPrice);
    expect(order.lines.map((line) => line.kind)).toEqual(["rental", "duration_discount"]);
  });

  it.each([
    ["past", { pickupDate: "2020-01-01", returnDate: "2020-03-01" }, "pickupDate"],
    ["reversed", { pickupDate: "2027-03-01", returnDate: "2027-02-01" }, "returnDate"],
    ["too short", { pickupDate: "2027-03-01", returnDate: "2027-03-20" }, "returnDate"],
    ["too long", { pickupDate: "2027-03-01", returnDate: "2028-12-01" }, "returnDate"],
    ["no real day", { pickupDate: "2027-02-30", returnDate: "2027-05-01" }, "pickupDate"],
    ["a date with a time", { pickupDate: "2027-03-01T00:00:00Z", returnDate: "2027-05-01" }, "pickupDate"],
    ["Arabic digits", { pickupDate: "٢٠٢٧-٠٣-٠١", returnDate: "2027-05-01" }, "pickupDate"],
  ])(
    "a request with dates that are %s is refused, and the answer names the field",
    async (_name, dates, field) => {
      const answer = await book({ carId: await makeCar(test), ...dates, totalPrice: "750.00" });
      expect(answer.statusCode).toBe(422);
      expect(Object.keys(answer.json<{ fields: object }>().fields)).toContain(field);
    },
  );

  it("a request with a card number in any field is refused and nothing is kept", async () => {
    const request = await quoted(await makeCar(test));
    for (const extra of [
      { cardNumber: "4242 4242 4242 4242" },
      { pickupLocation: "pay with 4242-4242-4242-4242 please" },
      { card: { number: 4242424242424242 } },
    ]) {
      const answer = await book({ ...request, ...extra });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: "card_number_refused" });
    }
    expect((await book({ ...request, customerPhone: "4242424242424242" })).json()).toMatchObject({
      code: "card_number_refused",
    });
    expect((await book({ ...request, customerPhone: "+86 138 0013 8000" })).statusCode).toBe(201);
  });

  it.each(["\u0000", "\ud800", "a".repeat(5000)])(
    "a request with text that can't be stored is refused: %j",
    async (customerName) => {
      const answer = await book({ ...(await quoted(await makeCar(test))), customerName });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ fields: { customerName: {} } });
    },
  );

  it.each(["no-at-sign", "a@b", "a@b.c\r\nBcc: x@y.z", "a b@c.de", "x@-a.com", '"a"@b.co'])(
    "a request with the email address %j is refused",
    async (customerEmail) => {
      expect((await book({ ...(await quoted(await makeCar(test))), customerEmail })).statusCode).toBe(422);
    },
  );

  it("a request for an unknown or unavailable car is refused", async () => {
    const dates = aMonth(test);
    expect((await book({ carId: crypto.randomUUID(), ...dates, totalPrice: 1 })).statusCode).toBe(404);
    expect(
      (await book({ carId: await makeCar(test, { available: false }), ...dates, totalPrice: 1 })).json(),
    ).toMatchObject({ code: "car_unavailable" });
  });

  it("a promo code works once, for its subscriber's first rental, and comes back on cancellation", async () => {
    const customerEmail = "first.time@example.com";
    await test.services.database.rows("insert into promo_codes (code, email) values ('WELCOME20', $1)", [
      customerEmail,
    ]);
    const carId = await makeCar(test);
    const dates = aMonth(test);
    const { total } = (await post("/api/quotes", { carId, ...dates, promo: "WELCOME20" })).json<{
      total: string;
    }>();
    expect(total).toBe(wireMoney(carPrice(75_000, dates).total - 2000));
    const customerPhone = "+1 650 555 0777";
    const request = { carId, ...dates, totalPrice: total, promo: "WELCOME20", customerPhone };
    expect((await book(request)).json()).toMatchObject({ code: "promo_refused" });
    const order = (await book({ ...request, customerEmail })).json<{ id: string }>();
    expect((await book({ ...request, carId: await makeCar(test), customerEmail })).json()).toMatchObject({
      code: "promo_refused",
    });
    const key = /key=([\w-]+)/.exec(
      (await emailsOf(order.id)).find((email) => email.kind === "order_received")?.text ?? "",
    )?.[1];
    expect((await post(`/api/orders/${order.id}/cancel`, { key })).statusCode).toBe(200);
    expect(await count("promo_codes where code = 'WELCOME20' and order_id is null")).toBe(1);
  });
});

describe("a plan order", () => {
  const dates = () => aMonth(test, 5, 4);
  const order = (payload: object) =>
    post("/api/orders", {
      ...renter,
      location: "Fremont",
      tier: "standard",
      insurance: "ultimate",
      paymentMethod: "paypal",
      ...dates(),
      ...payload,
    });

  it("a plan order costs the plan's price with insurance for its months", async () => {
    const plan = planOf("standard");
    if (!plan) throw new Error("no plan");
    const { total } = planPrice(plan, dates(), "ultimate");
    const answer = await order({ totalPrice: total / 100 });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      source: "plan",
      tier: "standard",
      totalPrice: wireMoney(total),
      insurance: { product: "ultimate", monthlyPrice: "59.00" },
      payment: { method: "paypal" },
    });
  });

  it("a plan order with a sold-out or unknown plan, or another price, is refused", async () => {
    expect((await order({ tier: "economy", totalPrice: 1 })).json()).toMatchObject({
      fields: { tier: { code: "sold_out" } },
    });
    expect((await order({ tier: "platinum", totalPrice: 1 })).statusCode).toBe(422);
    expect((await order({ location: "Los Angeles", totalPrice: 1 })).json()).toMatchObject({
      fields: { location: {} },
    });
    expect((await order({ totalPrice: "0.01" })).json()).toMatchObject({ code: "price_changed" });
  });

  it("a plan order sent several times at once is one order", async () => {
    const id = crypto.randomUUID();
    const plan = planOf("basic");
    if (!plan) throw new Error("no plan");
    const request = { id, tier: "basic", totalPrice: planPrice(plan, dates(), "ultimate").total / 100 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => order(request)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(8).fill(201));
    // Administrators hear of it once its address is confirmed.
    expect(await count("emails where order_id = $1", [id])).toBe(1);
  });
});

describe("an order's page", () => {
  it("an order is found only by its id and canceled only with its key", async () => {
    const order = (await book(await quoted(await makeCar(test)))).json<{ id: string }>();
    for (const id of [crypto.randomUUID(), "1", "../cars", "%00"])
      expect((await test.app.inject(`/api/orders/${encodeURIComponent(id)}`)).statusCode).toBe(404);
    expect((await test.app.inject(`/api/orders/${order.id}`)).headers["cache-control"]).toBe("no-store");
    expect((await post(`/api/orders/${order.id}/cancel`, { key: "made-up" })).statusCode).toBe(404);
    const key =
      /key=([\w-]+)/.exec(
        (await emailsOf(order.id)).find((email) => email.kind === "order_received")?.text ?? "",
      )?.[1] ?? "";
    expect((await test.app.inject(`/api/orders/${order.id}?key=${key}`)).json()).toMatchObject({
      cancellable: true,
    });
    expect((await post(`/api/orders/${order.id}/cancel`, { key })).json()).toMatchObject({
      status: "cancelled",
    });
    expect((await post(`/api/orders/${order.id}/cancel`, { key })).statusCode).toBe(200);
    expect(await count("audit_events where entity_id = $1", [order.id])).toBe(2);
  });

  it("a renter can't cancel an order after the car is handed over", async () => {
    const order = (await book(await quoted(await makeCar(test)))).json<{ id: string }>();
    const received = (await emailsOf(order.id)).find((email) => email.kind === "order_received");
    const key = /key=([\w-]+)/.exec(received?.text ?? "")?.[1];
    await test.services.database.rows("update orders set status = 'in_progress' where id = $1", [order.id]);
    const answer = await post(`/api/orders/${order.id}/cancel`, { key });
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: "order_not_cancellable" }]);
    expect(await count("orders where id = $1 and status = 'in_progress'", [order.id])).toBe(1);
  });
});
