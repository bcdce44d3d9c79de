// @one-database
import { expect, it, onTestFinished } from "vitest";
import { collisionCoverCustomers } from "#domain/pricing/insurance.ts";
import type { PageRenderer } from "#server/pages/pages.ts";
import { startTestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

/** SQL for confirmed plan orders of different customers, each with an address of their own. */
const confirmed = `insert into orders (id, order_number, source, status, tier, location, pickup_date, return_date, pickup_time, return_time, customer_name, customer_email, customer_phone,
  pickup_location, language, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash)
  select gen_random_uuid(), 'LB-' || n, 'plan', 'confirmed', 'basic', 'San Jose', '2026-12-01', '2026-12-31', '10:00', '10:00', 'Customer', 'customer' || n || '@example.com', '',
  '', 'en', 59900, 30, 1, 0, '[]', 59900, 0, 0, 59900, 1000, true, '', '' from generate_series(1, $1::int) as n`;

it.each([
  [collisionCoverCustomers - 1, true],
  [collisionCoverCustomers, false],
])(
  "after %i customers the next order includes collision coverage: %s, and quote, order and pages agree",
  async (customers, isIncluded) => {
    const stated: boolean[] = [];
    const renderer: PageRenderer = {
      isDeveloping: false,
      attach: () => Promise.resolve(),
      load: () =>
        Promise.resolve({
          cachedQuery: () => [],
          pageScripts: [],
          render: (_request, { business }) =>
            Promise.resolve(
              new Response(String(stated.push(business.includesCollision)), {
                headers: { "content-type": "text/html" },
              }),
            ),
        }),
    };
    const test = await startTestApp({}, { renderer });
    onTestFinished(() => test.close());
    await test.services.database.rows(confirmed, [customers]);
    const wanted = { carId: await makeCar(test), ...aMonth(test) };
    const post = async (url: string, payload: object) =>
      (await test.app.inject({ method: "POST", url, payload })).json<{
        total: string;
        collisionIncluded: boolean;
      }>();
    const quote = await post("/api/quotes", wanted);
    const order = await post("/api/bookings", { ...renter, ...wanted, totalPrice: quote.total });
    expect([quote.collisionIncluded, order.collisionIncluded]).toEqual([isIncluded, isIncluded]);
    await test.app.inject("/faq");
    expect(stated).toEqual([isIncluded]);
  },
);
