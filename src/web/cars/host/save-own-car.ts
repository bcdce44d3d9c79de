import type { BodySent } from "#contract/endpoint.ts";
import type { HostCar } from "#contract/host-cars.ts";
import { saveHostCar } from "#contract/host/cars.ts";
import type { TypedFields } from "#domain/cars/host/fields.ts";
import { api } from "#web/api.ts";

/** Saves some fields over the version that was seen, also while the page is being left. */
export const saveOwnCar = (typed: TypedFields, { id, version }: HostCar): Promise<HostCar> =>
  api(saveHostCar, {
    params: { id },
    body: typed as BodySent<typeof saveHostCar>,
    seen: version,
    keepalive: true,
  });
