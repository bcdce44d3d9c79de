import type { CarBody, FleetCar } from "#contract/admin/cars.ts";
import { ApiError, authorization } from "#web/api.ts";

/** Saves a car over the version that was seen; a newer one is a 412 with the car as it is now. */
export async function saveCarOver(id: string, body: CarBody, version: string): Promise<FleetCar> {
  const response = await fetch(`/api/admin/cars/${encodeURIComponent(id)}`, {
    method: "PUT",
    headers: { "content-type": "application/json", "if-match": `"${version}"`, ...(await authorization()) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return (await response.json()) as FleetCar;
}
