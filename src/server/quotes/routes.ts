import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { createQuote, type Quote, type QuoteRequest, wirePrice } from "#contract/quotes.ts";
import { wireMoney } from "#domain/money.ts";
import { isAdministrator } from "#domain/people/permissions.ts";
import { dailyInsurances, liabilityOptions } from "#domain/pricing/insurance.ts";
import { cheaperReturns, promoValue } from "#domain/pricing/pricing.ts";
import { carPrice, planPrice } from "#domain/pricing/taxed-price.ts";
import { ratesIn } from "#domain/pricing/tax-rates.ts";
import { wholeAccountOf } from "#server/auth/authorise.ts";
import { findTakenRanges } from "#server/rentals/taken-ranges.ts";
import { findCar } from "#server/cars/queries.ts";
import {
  carNotFound,
  planOnSale,
  refuseRental,
  refuseStay,
  refuseTimePast,
} from "#server/rentals/rental-errors.ts";
import { findNextFree } from "#server/rentals/next-free.ts";
import { isCollisionIncluded } from "#server/rentals/collision-cover.ts";
import { findPromo } from "#server/booking/promo-queries.ts";
import { serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";

export function quoteRoutes(app: FastifyInstance, services: Services): void {
  serve(app, createQuote, async ({ body, request }) => {
    if (body.carId === undefined) return quotePlan(services, body);
    // As for an order: only an administrator may still enter one for a day whose last handover has passed.
    const account = await wholeAccountOf(services, request);
    if (!account || !isAdministrator(account)) refuseTimePast(body, services.now());
    return quoteCar(services, body, body.carId);
  });
}

/**
 * Prices a car's dates even when they are taken, and says so. A few more days that cost less are named when
 * the car is free then too.
 */
async function quoteCar(services: Services, body: QuoteRequest, carId: string): Promise<Quote> {
  const { database } = services;
  const car = await findCar(database, carId);
  if (!car) throw carNotFound("carId");
  refuseRental(body, today(services), car.minRentDays);
  refuseStay(body, today(services), car);
  const insurance = dailyInsurances.find((product) => product === body.insurance);
  const taxRates = ratesIn(services.config.taxRates, car.city);
  const extras = { insurance, promo: await promoOf(services, body.promo), taxRates };
  const price = carPrice(car.monthlyPrice, body, extras);
  const [cheaper] = cheaperReturns(car.monthlyPrice, body, extras);
  const taken = await findTakenRanges(
    database,
    car.id,
    body.pickupDate,
    cheaper?.returnDate ?? body.returnDate,
  );
  const isFreeUntil = (date: string) =>
    taken.every((range) => range.from > date || range.until < body.pickupDate);
  const available = car.available && isFreeUntil(body.returnDate);
  return {
    ...wirePrice(price),
    carId: car.id,
    pickupDate: body.pickupDate,
    returnDate: body.returnDate,
    available,
    ...(car.available &&
      !available && { nextFree: await findNextFree(database, car, body, today(services)) }),
    collisionIncluded: await isCollisionIncluded(services),
    ...(cheaper &&
      isFreeUntil(cheaper.returnDate) && {
        cheaperReturnDate: cheaper.returnDate,
        cheaperTotal: wireMoney(
          carPrice(car.monthlyPrice, { ...body, returnDate: cheaper.returnDate }, extras).total,
        ),
      }),
  };
}

async function quotePlan(services: Services, body: QuoteRequest): Promise<Quote> {
  const plan = planOnSale(body.tier ?? "");
  refuseRental(body, today(services));
  const insurance = liabilityOptions.find((option) => option === body.insurance) ?? "decline";
  const promo = await promoOf(services, body.promo);
  const taxRates = ratesIn(services.config.taxRates, body.city);
  const price = planPrice(plan, body, insurance, { promo, taxRates });
  return {
    ...wirePrice(price),
    tier: plan.tier,
    pickupDate: body.pickupDate,
    returnDate: body.returnDate,
    available: true,
    collisionIncluded: await isCollisionIncluded(services),
  };
}

/** A quote has no email address to compare, so any unused code of ours counts; the order checks the address. */
async function promoOf({ database }: Services, code: string | undefined): Promise<number> {
  if (!code) return 0;
  const promo = await findPromo(database, code);
  if (promo && !promo.orderId && !promo.draftId) return promoValue;
  throw new Refusal("promo_refused", "promo is not a code that can be used.", {
    fields: { promo: { code: "promo_refused", message: "is not a code that can be used" } },
  });
}
