import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, Uuid } from "#contract/fields.ts";
import { pageAfter } from "#contract/paging.ts";
import { Review } from "#contract/reviews.ts";

/** A rental whose renter a host may still review. */
const RentalToReview = z.object({
  orderId: Uuid,
  orderNumber: z.string(),
  firstName: z.string(),
  car: z.string(),
  returnDate: CalendarDate,
  /** The last day on which the host may write the review. */
  until: CalendarDate,
});

export const HostReviews = z.object({
  mean: z.nullable(z.number()),
  count: z.number(),
  reviews: z.array(z.extend(Review, { orderId: Uuid, car: z.string() })),
  toWrite: z.array(RentalToReview),
});
export type HostReviews = z.infer<typeof HostReviews>;

export const listHostReviews = endpoint({
  method: "GET",
  path: "/api/host/reviews",
  summary:
    "What renters say of one's own cars, the newest first, with the mean of all, and the rentals whose renters may still be reviewed",
  tag: "Host: reviews",
  access: "host",
  query: z.object(pageAfter(Uuid, 50)),
  response: HostReviews,
  status: 200,
});
