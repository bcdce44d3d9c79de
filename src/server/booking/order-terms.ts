import { Refusal } from "#contract/errors.ts";
import type { BookingRequest, PlanOrderRequest } from "#contract/booking.ts";
import { wirePrice } from "#contract/quotes.ts";
import { isInFleet } from "#domain/cars/listing-states.ts";
import { liabilityOrdered } from "#domain/pricing/insurance.ts";
import { agreesWithCarTotal, agreesWithPlanTotal, type Price } from "#domain/pricing/pricing.ts";
import { carPrice, planPrice } from "#domain/pricing/taxed-price.ts";
import { carTariff, planTariff } from "#domain/pricing/tariff.ts";
import { ratesIn } from "#domain/pricing/tax-rates.ts";
import type { Db } from "#server/db/open-database.ts";
import { carColumns } from "#server/rentals/car-columns.ts";
import { hostTerms } from "#server/rentals/host-terms.ts";
import { carNotFound, planOnSale, refuseRental, refuseStay } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { type FirstRenter, promoDiscount } from "./promo.ts";
import type { NewOrder, OrderableCar } from "#server/orders/queries.ts";

/** An order of a plan. Renters on the telephone don't say yet how they will pay. */
export type PlanOrder = Omit<PlanOrderRequest, "paymentMethod"> &
  Partial<Pick<PlanOrderRequest, "paymentMethod">>;

/** The columns of an order about the rented car or plan and its price. */
type Terms = Price & Pick<NewOrder, "source" | "pickupLocation" | "monthlyPrice"> & Partial<NewOrder>;

/** A car's terms for these dates. Throws a Refusal for dates, a car, a code or a total that will not do. */
export async function carTerms(
  services: Services,
  tx: Db,
  body: BookingRequest,
  { car, accountId }: { car: OrderableCar | undefined; accountId: string | null },
): Promise<Terms> {
  if (!car || !isInFleet(car.listingState)) throw carNotFound("carId");
  refuseRental(body, today(services), car.minRentDays);
  refuseStay(body, today(services), car);
  if (!car.available) throw new Refusal("car_unavailable", "This car can't be rented at the moment.");
  const promo = await promoDiscount(tx, body.promo, ordererOf(body, accountId));
  const extras = { promo, taxRates: ratesIn(services.config.taxRates, car.city) };
  const price = carPrice(car.monthlyPrice, body, extras);
  if (!agreesWithCarTotal(body.totalPrice, price)) throw priceChanged(price);
  return {
    ...price,
    source: "request",
    ...carColumns(car),
    pickupLocation: body.pickupLocation,
    monthlyPrice: car.monthlyPrice,
    tariff: carTariff(car, extras),
    ...hostTerms(services, car),
    promoCode: body.promo || null,
  };
}

/** A plan's terms. Throws a Refusal for dates, a plan, a code or a total that will not do. */
export async function planTerms(
  services: Services,
  tx: Db,
  body: PlanOrder,
  accountId: string | null,
): Promise<Terms> {
  const plan = planOnSale(body.tier);
  refuseRental(body, today(services));
  const promo = await promoDiscount(tx, body.promo, ordererOf(body, accountId));
  const extras = { promo, taxRates: ratesIn(services.config.taxRates, body.location) };
  const price = planPrice(plan, body, body.insurance, extras);
  if (!agreesWithPlanTotal(body.totalPrice, price, plan, body.insurance)) throw priceChanged(price);
  return {
    ...price,
    source: "plan",
    tier: plan.tier,
    location: body.location,
    pickupLocation: body.pickupLocation ?? "",
    monthlyPrice: plan.monthlyPrice,
    tariff: planTariff(plan, body.insurance, extras),
    promoCode: body.promo || null,
    insurance: liabilityOrdered(body.insurance, price.months),
    paymentMethod: body.paymentMethod ?? null,
    paymentCard: body.paymentMethod === "credit-card" ? (body.card ?? null) : null,
  };
}

const ordererOf = (body: BookingRequest | PlanOrder, accountId: string | null): FirstRenter => ({
  email: body.customerEmail,
  phone: body.customerPhone ?? "",
  accountId,
});

/** `field` is the field in which the caller gave the expected price. */
export const priceChanged = (price: Price, field = "totalPrice"): Refusal =>
  new Refusal("price_changed", "The price has changed. Please check the new one and confirm it.", {
    quote: wirePrice(price),
    fields: { [field]: { code: "price_changed", message: "is not our price" } },
  });
