import type { FastifyInstance } from "fastify";
import {
  forgetCar,
  listSavedCars,
  listSavedIds,
  saveCar,
  type SavedCar,
} from "#contract/account/saved-cars.ts";
import { Refusal } from "#contract/errors.ts";
import { mostSaved } from "#domain/cars/most-saved.ts";
import { wireMoney } from "#domain/money.ts";
import { serve } from "#server/http/serve.ts";
import { setPageHeaders } from "#server/http/pagination.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { similarTo } from "#server/cars/similar-queries.ts";
import { type Services, today } from "#server/services.ts";
import { countSavedCars, findSavedCars, findSavedIds, isSaved, type SavedRow } from "./queries.ts";
import { deleteSavedCar, insertSavedCar } from "./save.ts";

const usualPage = 24;
const similarEach = 3;

export function savedCarRoutes(app: FastifyInstance, services: Services): void {
  const { database, imageStore, now } = services;
  const { db } = database;

  async function present(car: SavedRow): Promise<SavedCar> {
    return {
      id: car.id,
      carId: car.id,
      carName: car.name,
      brand: car.brand,
      model: car.model,
      year: car.year,
      city: car.city,
      price: wireMoney(car.monthlyPrice),
      savedPrice: wireMoney(car.savedPrice),
      image: imageStore.imagesOf(car).image,
      savedDate: car.savedAt,
      available: car.isOpen,
      similarCars: car.isOpen ? [] : await similarTo(services, car, similarEach),
    };
  }

  serve(
    app,
    listSavedCars,
    async ({ query, signedIn, reply }) => {
      const { id } = signedIn.account;
      const { limit = usualPage, cursor } = query;
      const [found, total] = await Promise.all([
        findSavedCars(database, id, { today: today(services), limit, cursor }),
        countSavedCars(db, id),
      ]);
      setPageHeaders(reply, { path: listSavedCars.path, total, limit, found });
      return Promise.all(found.map(present));
    },
    { isCompiled: true },
  );

  serve(app, listSavedIds, ({ signedIn }) => {
    return findSavedIds(db, signedIn.account.id);
  });

  serve(app, saveCar, async ({ params: { carId }, signedIn: { account } }) => {
    if (await isSaved(db, account.id, carId)) return { carId, saved: true };
    if ((await countSavedCars(db, account.id)) >= mostSaved)
      throw new Refusal(
        "too_many_saved",
        `You've already saved ${mostSaved} cars. Please remove some first.`,
      );
    if (!(await insertSavedCar(db, account.id, carId, new Date(now())))) throw carNotFound();
    return { carId, saved: true };
  });

  serve(app, forgetCar, async ({ params: { carId }, signedIn }) => {
    await deleteSavedCar(db, signedIn.account.id, carId);
    return { carId, saved: false };
  });
}
