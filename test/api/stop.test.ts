import { request } from "node:http";
import { afterAll, expect, it } from "vitest";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { renter } from "#test/factories.ts";
import { inPlace, migratedPlace } from "#test/places.ts";
import { postJson, startProduct } from "#test/product.ts";

const place = await migratedPlace();
afterAll(place.remove);

it("the product ends by SIGTERM under load and keeps every acknowledged order", async () => {
  const product = await startProduct(place.env);
  const plan = planOf("basic");
  if (!plan) throw new Error("There is no basic plan");
  const pickupDate = addDays(dateInLosAngeles(Date.now()), 3);
  const dates = { pickupDate, returnDate: returnDateFor(pickupDate, 1) };
  const body = {
    ...renter,
    ...dates,
    tier: "basic",
    location: "Fremont",
    insurance: "decline",
    paymentMethod: "paypal",
    totalPrice: planPrice(plan, dates, "decline").total / 100,
  };

  // One client sends byte after byte as long as the server listens, another reads nothing.
  const port = new URL(product.address).port;
  const dripping = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: "/api/orders",
    headers: { "content-type": "application/json", "content-length": "60000" },
  });
  const cutOff = new Promise<void>((resolve) => {
    dripping.on("error", () => resolve()).on("response", () => resolve());
  });
  const drip = setInterval(() => dripping.write(" "), 200);
  void cutOff.then(() => clearInterval(drip));

  const acknowledged: string[] = [];
  const refused: number[] = [];
  let ended: Promise<number | null> | undefined;
  const send = async (): Promise<void> => {
    for (;;) {
      const id = crypto.randomUUID();
      const { status } = await postJson(product.address, "/api/orders", { ...body, id });
      if (status !== 201) return void refused.push(status);
      acknowledged.push(id);
      if (acknowledged.length === 30) ended = product.stop("SIGTERM");
    }
  };
  // A request that is cut off was not acknowledged, and no request is answered with an error.
  await Promise.allSettled([send(), send(), send()]);
  await cutOff;
  expect(acknowledged.length).toBeGreaterThanOrEqual(30);
  expect(refused).toEqual([]);
  expect(await ended).toBe(0);

  const [kept, emails] = await inPlace(place, async (rows) => [
    await rows("select id from orders where id = any($1)", [acknowledged]),
    await rows<{ count: number }>(
      "select count(*)::int as count from emails where order_id = any($1) and kind = 'order_received'",
      [acknowledged],
    ),
  ]);
  expect(kept).toHaveLength(acknowledged.length);
  expect(emails).toEqual([{ count: acknowledged.length }]);
});
