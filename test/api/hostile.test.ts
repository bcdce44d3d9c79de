// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";
import { aMonth, makeCar, renter } from "../factories.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const orderFields = [
  "id",
  "customerName",
  "customerEmail",
  "customerPhone",
  "pickupLocation",
  "pickupDate",
  "returnDate",
  "pickupTime",
  "promo",
  "totalPrice",
  "language",
];

it(
  "hostile strings in the fields of an order get a refusal or an order, never a failure",
  { timeout: 600_000 },
  async () => {
    const carId = await makeCar(test, { monthlyPrice: 90_000 });
    const dates = aMonth(test);
    const booking = { ...renter, ...dates, carId, totalPrice: "0.00" };
    const send = (url: string, payload: object) => test.app.inject({ method: "POST", url, payload });
    const filters = { ...dates, tier: "premium", insurance: "decline" };
    // A plan's order takes no car's dates, so every valid order is placed, kept and emailed.
    const { total } = (await send("/api/quotes", filters)).json<{ total: string }>();
    const plan = { ...renter, ...filters, location: "Fremont", paymentMethod: "paypal", totalPrice: total };
    // Every form gets each string in all of its fields at once and in those that it keeps; one by one, the fields take
    // turns, but for strings that no text may hold.
    const forms = [
      { url: "/api/bookings", valid: booking, fields: [...orderFields, "carId"], kept: ["pickupLocation"] },
      {
        url: "/api/orders",
        valid: plan,
        fields: [...orderFields, "tier", "location", "insurance", "paymentMethod"],
        kept: ["pickupLocation"],
      },
      {
        url: "/api/quotes",
        valid: { carId, ...dates },
        fields: ["carId", "pickupDate", "returnDate", "promo"],
        kept: ["promo"],
      },
    ];
    const filterNames = ["maxPrice", "fromYear", "seats", "range", "stay", "carplay"];
    for (const [at, text] of hostileStrings.entries()) {
      const isRefused = text.includes("\0") || !text.isWellFormed();
      const isTurn = (_field: string, index: number) => isRefused || (at + index) % 4 === 0;
      const withText = (fields: readonly string[]) =>
        Object.fromEntries(fields.map((field) => [field, text]));
      const answers = await Promise.all([
        ...forms.flatMap(({ url, valid, fields, kept }) => [
          send(url, { ...valid, ...withText(fields) }),
          send(url, { ...valid, ...withText(["customerName", ...kept]) }),
          ...fields.filter(isTurn).map((field) => send(url, { ...valid, [field]: text })),
        ]),
        test.app.inject({
          url: "/api/cars",
          query: { q: text, category: text, brand: text, location: text, cursor: text },
        }),
        test.app.inject({
          url: "/api/cars/search",
          query: { q: text, location: text, make: text, model: text, minPrice: text },
        }),
        test.app.inject({ url: "/api/cars", query: withText(filterNames) }),
        ...filterNames
          .filter(isTurn)
          .map((field) => test.app.inject({ url: "/api/cars", query: { [field]: text } })),
        test.app.inject({
          url: "/api/cars/search",
          query: { q: text, category: text, brand: text },
        }),
        test.app.inject({
          url: "/api/orders/" + encodeURIComponent(text.isWellFormed() ? text.slice(0, 200) : "x"),
          query: { key: text },
        }),
      ]);
      for (const { statusCode, body } of answers)
        expect(statusCode, `${JSON.stringify(text)}: ${body.slice(0, 200)}`).toBeLessThan(500);
    }
    const kept = await test.services.database.rows("select from orders where customer_name like '<script>%'");
    expect(kept.length).toBeGreaterThan(0);
    expect((await test.app.inject("/dev/mailbox")).body).not.toMatch(/<script>|<img|<svg/i);
    expect((await test.app.inject("/api/cars")).statusCode).toBe(200);
  },
);
