import { carPrice } from "#domain/pricing/taxed-price.ts";
import { carTariff } from "#domain/pricing/tariff.ts";
import { ratesIn } from "#domain/pricing/tax-rates.ts";
import { answerWithin } from "#domain/orders/lifecycle.ts";
import { orderNumber } from "#domain/orders/order-numbers.ts";
import { writeOrder } from "#server/booking/write-order.ts";
import { lockCar, type NewOrder, type OrderRow } from "#server/orders/queries.ts";
import { carColumns } from "#server/rentals/car-columns.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { aMonth, makeCar, renter } from "./factories.ts";

type WantedRental = { months?: number; inDays?: number; status?: "pending" | "confirmed" };

/**
 * A rental of a new car of ours, confirmed unless another status is given, in the books as its order and its
 * confirmation leave it. Nobody has requested it, and no email has been written: other tests are about that.
 */
export async function writeRental(
  test: TestApp,
  owner: Person,
  { months = 3, inDays = 10, status = "confirmed" }: WantedRental = {},
): Promise<OrderRow> {
  const { services } = test;
  const carId = await makeCar(test);
  const rental = aMonth(test, inDays, months);
  const at = new Date(services.now());
  return services.database.transaction(async (tx) => {
    const car = await lockCar(tx, carId);
    if (!car) throw new Error("no car");
    const extras = { taxRates: ratesIn(services.config.taxRates, car.city) };
    const written: NewOrder = {
      ...carPrice(car.monthlyPrice, rental, extras),
      ...carColumns(car),
      ...rental,
      ...renter,
      id: crypto.randomUUID(),
      orderNumber: orderNumber(crypto.getRandomValues(new Uint8Array(8))),
      source: "request",
      status,
      accountId: owner.id,
      customerEmail: owner.email,
      emailConfirmedAt: at,
      monthlyPrice: car.monthlyPrice,
      tariff: carTariff(car, extras),
      pickupTime: "10:00",
      returnTime: "10:00",
      language: "en",
      collisionIncluded: true,
      requestHash: "",
      keyHash: crypto.randomUUID(),
      createdAt: at,
      expiresAt: status === "pending" ? new Date(services.now() + answerWithin.request) : null,
    };
    return writeOrder(services, tx, written, { actor: owner.id, promo: undefined });
  });
}
