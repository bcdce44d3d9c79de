// @one-database
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LiabilityOption, liabilityOptions } from "#domain/pricing/insurance.ts";
import { carPrice, planPrice } from "#domain/pricing/taxed-price.ts";
import { plans, type Tier } from "#domain/pricing/plans.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { aMonth, makeCar, renter } from "../factories.ts";

let test: TestApp;
const monthlyPrice = 63_999;
/** The number in the suite; TAMPERED_ORDERS=1000 tries more. */
const numRuns = Number(process.env.TAMPERED_ORDERS ?? 300);
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const stored = async () =>
  test.services.database.rows<{
    total: number;
    subtotal: number;
    tier: string | null;
    insurance: { product: LiabilityOption } | null;
    pickupDate: string;
    returnDate: string;
  }>(
    `select total, subtotal, tier, insurance, to_char(pickup_date, 'YYYY-MM-DD') as "pickupDate", to_char(return_date, 'YYYY-MM-DD') as "returnDate" from orders`,
  );

const amounts = fc.oneof(
  fc.constantFrom(
    0,
    -1,
    0.01,
    1,
    450,
    1e308,
    -0,
    "NaN",
    "Infinity",
    "0x10",
    "1e3",
    "639.99",
    "639.98",
    "640.00",
    "1,919.97",
    " 639.99",
    "६३९",
    "",
    null,
    true,
    [],
    {},
    "__proto__",
  ),
  fc.integer({ min: 0, max: 2_000_000 }).map((cents) => cents / 100),
  fc.string({ maxLength: 12 }),
);

it(
  "an order keeps the server's price, whatever total, price or plan a client makes up",
  { timeout: 240_000 },
  async () => {
    const carId = await makeCar(test, { monthlyPrice });
    const tiers = fc.oneof(
      fc.constantFrom<string>("economy", "basic", "standard", "premium", "tesla", "tesla-premium"),
      fc.string({ maxLength: 8 }),
    );
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(
        amounts,
        amounts,
        tiers,
        fc.constantFrom(...liabilityOptions),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 14 }),
        fc.boolean(),
        async (totalPrice, other, tier, insurance, inDays, months, isPlan) => {
          const dates = aMonth(test, inDays, months);
          const made = {
            totalPrice,
            basePrice: other,
            monthlyPrice: other,
            price: other,
            subtotal: other,
            discount: other,
            insurancePrice: other,
            fees: other,
            taxes: other,
            total: other,
            status: "confirmed",
            milesIncluded: other,
          };
          const payload = isPlan
            ? { ...renter, ...dates, ...made, tier, insurance, location: "Fremont", paymentMethod: "paypal" }
            : { ...renter, ...dates, ...made, carId };
          const query = `?total=${encodeURIComponent(String(other))}&basePrice=1&tier=economy&insurancePrice=-500`;
          const answer = await test.app.inject({
            method: "POST",
            url: (isPlan ? "/api/orders" : "/api/bookings") + query,
            payload,
          });
          expect([201, 400, 404, 409, 422]).toContain(answer.statusCode);
          tried++;
        },
      ),
      { numRuns, endOnFailure: true },
    );
    expect(tried).toBeGreaterThanOrEqual(numRuns);
    for (const order of await stored()) {
      const plan = plans.find(({ tier }) => tier === (order.tier as Tier | null));
      const price = plan
        ? planPrice(plan, order, order.insurance?.product ?? "decline")
        : carPrice(monthlyPrice, order);
      expect({ total: order.total, subtotal: order.subtotal }).toEqual({
        total: price.total,
        subtotal: price.subtotal,
      });
      expect(order.tier).not.toBe("economy");
    }
  },
);

it("an order with the right total is accepted, unlike ones with made-up totals", async () => {
  const carId = await makeCar(test, { monthlyPrice });
  const dates = aMonth(test, 400, 3);
  for (const offset of [-2, 2, -100, 100]) {
    const answer = await test.app.inject({
      method: "POST",
      url: "/api/bookings",
      payload: {
        ...renter,
        ...dates,
        carId,
        totalPrice: (carPrice(monthlyPrice, dates).total + offset) / 100,
      },
    });
    expect(answer.statusCode).toBe(422);
  }
  const answer = await test.app.inject({
    method: "POST",
    url: "/api/bookings",
    payload: { ...renter, ...dates, carId, totalPrice: carPrice(monthlyPrice, dates).total / 100 },
  });
  expect(answer.statusCode).toBe(201);
});
