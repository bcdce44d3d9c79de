import type { HostCar } from "#contract/host-cars.ts";
import { saveHostCar } from "#contract/host/cars.ts";
import type { TypedFields } from "#domain/cars/host/fields.ts";
import { ApiError, authorization, pathOf } from "#web/api.ts";

/**
 * Saves some fields over the version that was seen; a newer one is a 412 with the car as it is now. It goes on when the
 * page is left meanwhile.
 */
export async function saveOwnCar(typed: TypedFields, { id, version }: HostCar): Promise<HostCar> {
  const response = await fetch(pathOf(saveHostCar, { id }), {
    method: saveHostCar.method,
    keepalive: true,
    credentials: "include",
    headers: { "content-type": "application/json", "if-match": `"${version}"`, ...(await authorization()) },
    body: JSON.stringify(typed),
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return (await response.json()) as HostCar;
}
