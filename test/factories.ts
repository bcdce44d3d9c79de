import { wireMoney } from "#domain/money.ts";
import { planOf, type Tier } from "#domain/pricing/plans.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import type { cars } from "#server/db/schema/cars.ts";
import { cars as carTable } from "#server/db/schema/cars.ts";
import type { TestApp } from "./app.ts";

type NewCar = typeof cars.$inferInsert;
let made = 0;

/** Makes a car with usual values, except for those in `wanted`. Returns its id. */
export async function makeCar({ services }: TestApp, wanted: Partial<NewCar> = {}): Promise<string> {
  const number = ++made;
  const car: NewCar = {
    name: `Toyota Camry LE ${number}`,
    brand: "Toyota",
    model: "Camry",
    year: 2022,
    category: "Sedan",
    bodyStyle: "sedan",
    colour: "Silver",
    monthlyPrice: 75_000,
    city: "San Jose",
    state: "CA",
    zipCode: "95112",
    features: ["5 seats"],
    plateNumber: `TEST${number}`,
    insurance: "Secret Mutual",
    ...wanted,
  };
  const [row] = await services.database.db.insert(carTable).values(car).returning({ id: carTable.id });
  if (!row) throw new Error("no car was made");
  await services.carFacts.changed();
  return row.id;
}

/** A month that begins in `inDays` days, by Los Angeles's calendar and the test's clock. */
export function aMonth(
  { services }: TestApp,
  inDays = 10,
  months = 1,
): { pickupDate: string; returnDate: string } {
  const pickupDate = addDays(dateInLosAngeles(services.now()), inDays);
  return { pickupDate, returnDate: returnDateFor(pickupDate, months) };
}

export const renter = {
  customerName: "Wei Lin",
  customerEmail: "wei.lin@example.com",
  customerPhone: "+1 650 555 0134",
  pickupLocation: "123 Castro Street, Mountain View",
};

/** What somebody sends to order a plan for these dates: nothing of it is settled before its car is found. */
export function planOrder(
  tier: Tier,
  { customerEmail, ...dates }: { customerEmail: string; pickupDate: string; returnDate: string },
) {
  const plan = planOf(tier);
  if (!plan) throw new Error("there is no such plan");
  return {
    ...renter,
    customerEmail,
    tier: plan.tier,
    location: "San Jose",
    insurance: "decline",
    paymentMethod: "paypal",
    ...dates,
    totalPrice: wireMoney(planPrice(plan, dates, "decline").total),
  };
}

/** Front and back of somebody's driver licence, as rows: for tests that are not about uploads. */
export async function giveLicence({ services }: TestApp, accountId: string): Promise<void> {
  await services.database.rows(
    `insert into documents (id, content_id, request_hash, account_id, kind, width, height, bytes)
     select gen_random_uuid(), gen_random_uuid(), '', $1, kind, 1600, 1000, 200000 from unnest(array['licence_front', 'licence_back']) as kind`,
    [accountId],
  );
}
