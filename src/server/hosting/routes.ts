import type { FastifyInstance } from "fastify";
import { invalidField } from "#contract/errors.ts";
import {
  applyToHost as applyToHostEndpoint,
  getHostApplication,
  getHostingEstimate,
  listHostingKinds,
} from "#contract/hosting.ts";
import { newestYear } from "#domain/cars/cars.ts";
import { earnings, hostingEstimate, longStayPercent, monthsRented } from "#domain/hosting.ts";
import { wireMoney } from "#domain/money.ts";
import { serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";
import { applyToHost, hostApplicationOf } from "./apply.ts";
import { findComparableCars, findKinds } from "./queries.ts";

export function hostingRoutes(app: FastifyInstance, services: Services): void {
  serve(app, getHostingEstimate, async ({ query }) => {
    const newest = newestYear(today(services));
    if (query.year > newest) throw invalidField("year", `must be at most ${newest}`, "too_new");
    const { comparison, cars } = await findComparableCars(services.database, query);
    const estimate = hostingEstimate(cars, { ...query, hostSharePercent: services.config.hostShare });
    return {
      ...query,
      comparison,
      comparableCars: cars.length,
      carsInTown: estimate?.carsInTown ?? 0,
      ...(estimate && {
        monthlyPrice: wireMoney(estimate.monthlyPrice),
        yearLow: wireMoney(estimate.yearLow),
        yearHigh: wireMoney(estimate.yearHigh),
      }),
      monthsRented,
      longStayPercent,
      platformSharePercent: 100 - services.config.hostShare,
    };
  });

  serve(app, listHostingKinds, async () =>
    (await findKinds(services.database)).map(({ category, cars, price }) => {
      const { monthlyPrice, yearLow, yearHigh } = earnings(price, services.config.hostShare);
      return {
        category,
        cars,
        monthlyPrice: wireMoney(monthlyPrice),
        yearLow: wireMoney(yearLow),
        yearHigh: wireMoney(yearHigh),
      };
    }),
  );

  serve(app, getHostApplication, ({ signedIn }) => hostApplicationOf(services, signedIn));
  serve(app, applyToHostEndpoint, ({ signedIn }) => applyToHost(services, signedIn));
}
