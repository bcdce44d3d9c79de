import { addDays, type IsoDate } from "#domain/dates.ts";
import type { TaxRate } from "#domain/pricing/tax-rates.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { priceBy } from "#domain/pricing/taxed-price.ts";
import { carTariff, planTariff } from "#domain/pricing/tariff.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/ledger/instalments.ts";
import type { TestApp } from "./app.ts";

/** Random numbers that are the same for the same seed. */
export function chanceOf(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
  for (let warm = 0; warm < 5; warm++) next();
  return {
    upTo: (most: number) => Math.floor(next() * (most + 1)),
    in100: (share: number) => next() * 100 < share,
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}
export type Chance = ReturnType<typeof chanceOf>;

/** A tax that rises during the rental, and a second tax. */
const someRates = (chance: Chance, pickupDate: IsoDate): TaxRate[] => [
  { name: "Sales tax", percent: 9.375, from: "2020-01-01", on: ["rental", "fees"] },
  {
    name: "Sales tax",
    percent: 8 + chance.upTo(20_000) / 10_000,
    from: addDays(pickupDate, chance.upTo(200)),
    on: ["rental", "insurance"],
  },
  { name: "County", percent: 0.25, from: addDays(pickupDate, 31), on: ["insurance"] },
];

/**
 * A rental of any source, length and price. It begins so far in the future that the product's own jobs, which use
 * the real clock, leave it alone.
 */
export async function makeRandomOrder(test: TestApp, chance: Chance, orderNumber: string): Promise<OrderRow> {
  const pickupDate = addDays("2101-01-01", chance.upTo(730));
  const rental = { pickupDate, returnDate: addDays(pickupDate, 28 + chance.upTo(370)) };
  const promo = chance.in100(30) ? 2000 : 0;
  const taxRates = chance.in100(40) ? someRates(chance, pickupDate) : [];
  const plan = planOf(chance.of(["economy", "basic", "standard", "premium", "tesla"]));
  const insurance = chance.of(["basic", "premium", undefined] as const);
  const tariff =
    plan && chance.in100(40)
      ? planTariff(plan, chance.of(["protection", "ultimate", "decline"] as const), { promo, taxRates })
      : carTariff(
          { monthlyPrice: 30_000 + chance.upTo(300_000), minRentDays: 30 },
          { insurance, promo, taxRates },
        );
  const price = priceBy(tariff, rental);
  const [order] = await test.services.database.db
    .insert(orders)
    .values({
      ...price,
      ...rental,
      tariff,
      id: crypto.randomUUID(),
      orderNumber,
      source: "plan",
      tier: "standard",
      monthlyPrice: 70_000,
      pickupTime: chance.of(["09:00", "10:00", "20:00"]),
      returnTime: "10:00",
      customerName: "Random",
      customerEmail: `${orderNumber.toLowerCase()}@example.com`,
      customerPhone: "",
      pickupLocation: "",
      language: "en",
      collisionIncluded: false,
      requestHash: "",
      keyHash: "",
    })
    .returning();
  if (!order) throw new Error("no order");
  return order;
}
