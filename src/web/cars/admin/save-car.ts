import { type CarBody, type AdminCar, editCar } from "#contract/admin/cars.ts";
import { api } from "#web/api.ts";

/** Saves a car over the version that was seen. If a newer one exists, the answer is a 412 with the current car. */
export const saveCarOver = (id: string, body: CarBody, version: string): Promise<AdminCar> =>
  api(editCar, { params: { id }, body, seen: version });
