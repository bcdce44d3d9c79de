import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Money, Uuid } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { idOf } from "#contract/params.ts";
import { SimilarCar } from "#contract/errors.ts";

/** A car that a person has saved: its price now, and its price on that day. Prices are for 30 days. */
export const SavedCar = z.object({
  id: Uuid,
  carId: Uuid,
  carName: z.string(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  city: z.string(),
  price: Money,
  savedPrice: Money,
  image: z.string(),
  savedDate: z.string(),
  /** False for a car that can't be ordered anymore: it has left the fleet, or is not offered. */
  available: z.boolean(),
  /** Cars to choose instead of a car that can't be ordered. */
  similarCars: z.array(SimilarCar),
});
export type SavedCar = z.infer<typeof SavedCar>;

const params = z.object({ carId: idOf("car_not_found") });
const Saved = z.object({ carId: Uuid, saved: z.boolean() });
const tag = "Saved cars";

export const listSavedCars = endpoint({
  method: "GET",
  path: "/api/account/saved-cars",
  summary: "One's saved cars, the last saved first",
  tag,
  access: "account",
  query: z.object(idPage),
  response: z.array(SavedCar),
  status: 200,
});

export const listSavedIds = endpoint({
  method: "GET",
  path: "/api/account/saved-cars/ids",
  summary: "The ids of all of one's saved cars, for the hearts of a page",
  tag,
  access: "account",
  response: z.array(Uuid),
  status: 200,
});

export const saveCar = endpoint({
  method: "PUT",
  path: "/api/account/saved-cars/:carId",
  summary: "Save a car. Saved already, it stays as it is",
  tag,
  access: "account",
  params,
  response: Saved,
  status: 200,
});

export const forgetCar = endpoint({
  method: "DELETE",
  path: "/api/account/saved-cars/:carId",
  summary: "Save a car no longer. Not saved, it stays so",
  tag,
  access: "account",
  params,
  response: Saved,
  status: 200,
});
