import { carNotFound } from "#server/rentals/rental-errors.ts";
import type { FastifyInstance } from "fastify";
import {
  type Car,
  type CarListQuery,
  getAvailability,
  getCar,
  listBrands,
  listCars,
  listCategories,
  listLocations,
  listSimilarCars,
  searchCars,
} from "#contract/cars.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { Refusal } from "#contract/errors.ts";
import { freeRanges } from "#domain/pricing/availability.ts";
import { tally } from "#domain/cars/car-counts.ts";
import { categories, categoryIcon } from "#domain/cars/cars.ts";
import { varied } from "#domain/cars/varied.ts";
import { addMonths } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { latestPickupMonths, longestRentalMonths } from "#domain/pricing/rental-length.ts";
import { setNextLink } from "#server/http/pagination.ts";
import type { EndpointCall } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";
import { presentCar } from "./present.ts";
import { findTakenRanges } from "#server/rentals/taken-ranges.ts";
import { type CarRow, findCar, findCars, findSimilarCars } from "./queries.ts";
import { type KeptAnswers, keptServing } from "./serve-kept.ts";

const similarCars = 4;
/** Similar cars are chosen among this many of the nearest cars. */
const similarLookedAt = 16;

export function carRoutes(app: FastifyInstance, services: Services, kept: KeptAnswers): void {
  const { database, carFacts, imageStore } = services;
  const context = () => ({
    database,
    today: today(services),
    counts: carFacts.counts,
    words: carFacts.words,
  });
  const serveKept = keptServing(app, services, kept);

  serveKept(listCategories, async () => {
    const counts = tally(await carFacts.counts(), (part) => part.category);
    return categories.map((name) => ({
      id: name.toLowerCase(),
      name,
      icon: categoryIcon(name),
      count: counts.get(name)?.count ?? 0,
    }));
  });

  serveKept(listBrands, async () => {
    const counts = tally(await carFacts.counts(), (part) => part.brand);
    return [...counts]
      .map(([name, { count }]) => ({ id: name.toLowerCase().replace(/[^a-z0-9]+/g, "-"), name, count }))
      .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  });

  serveKept(listLocations, async () => presentLocations(await carFacts.counts()));

  async function list({
    query,
    reply,
    request,
  }: Pick<EndpointCall<Endpoint>, "reply" | "request"> & { query: CarListQuery }): Promise<Car[]> {
    const { sort, limit, cursor, make, ...filters } = query;
    const found = await findCars(context(), {
      filters: { ...filters, brand: filters.brand ?? make },
      sort,
      limit,
      cursor,
    });
    reply.header("x-total-count", String(found.total));
    setNextLink(request, reply, found.next);
    return found.cars.map((car) => presentCar(imageStore, car));
  }

  serveKept(listCars, list);
  serveKept(searchCars, list);

  serveKept(getCar, async ({ params }) => presentCar(imageStore, await loadCar(services, params.id)));

  serveKept(
    getAvailability,
    async ({ params, query }) => {
      const car = await loadCar(services, params.id);
      const from = query.from ?? today(services);
      const until = query.until ?? addMonths(today(services), latestPickupMonths + longestRentalMonths);
      if (until < from)
        throw new Refusal("malformed", "until must not be before from.", {
          fields: { until: { code: "range_reversed", message: "must not be before from" } },
        });
      const taken = await findTakenRanges(database, car.id, from, until);
      return {
        carId: car.id,
        available: car.available,
        minRentDays: car.minRentDays,
        from,
        until,
        taken,
        free: freeRanges(taken, from, until),
      };
    },
    { isAlwaysDated: true },
  );

  serveKept(listSimilarCars, async ({ params, query }) => {
    const car = await loadCar(services, params.id);
    const nearest = await findSimilarCars(context(), car, query, similarLookedAt);
    const alike = nearest.filter(({ category }) => category === car.category);
    const shown = alike.length > similarCars ? varied(alike, similarCars) : nearest.slice(0, similarCars);
    return shown.map((car) => presentCar(imageStore, car));
  });
}

/** Loads a car by its id. Throws a Refusal where there is none. */
async function loadCar({ database }: Services, id: string): Promise<CarRow> {
  const car = await findCar(database, id);
  if (!car) throw carNotFound();
  return car;
}

function presentLocations(counts: Parameters<typeof tally>[0]) {
  const cities = tally(counts, (part) => `${part.city}\n${part.state}`);
  return [...cities]
    .map(([key, { count, lowestPrice }]) => {
      const [city = "", state = ""] = key.split("\n");
      return {
        id: `${city}-${state}`.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
        city,
        state,
        count,
        fromPrice: wireMoney(lowestPrice),
      };
    })
    .toSorted((a, b) => a.city.localeCompare(b.city, "en"));
}
