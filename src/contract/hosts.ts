import * as z from "zod/mini";
import { Car, CarHost } from "./cars.ts";
import { endpoint } from "./endpoint.ts";
import { Review } from "./reviews.ts";

/**
 * A host's public page: who the host is, their listed cars, and what renters say of these cars. `username` is the
 * present one, even where the call used a former one.
 */
export const PublicHost = z.object({
  host: z.extend(CarHost, { username: z.string() }),
  cars: z.array(Car),
  reviews: z.array(z.extend(Review, { carId: z.string() })),
});
export type PublicHost = z.infer<typeof PublicHost>;

export const getPublicHost = endpoint({
  method: "GET",
  path: "/api/hosts/:username",
  summary: "A host with their listed cars and their reviews, by a present or a former user name",
  tag: "Hosting",
  access: "public",
  params: z.object({ username: z.string() }),
  response: PublicHost,
  status: 200,
});
