import * as z from "zod/mini";
import { longestComment, longestReply } from "#domain/reviews/reviews.ts";
import { endpoint } from "./endpoint.ts";
import { requiredWords, unlessEmpty, Uuid, wholeNumber, words, NewId, Reason, Language } from "./fields.ts";
import { idPage } from "./paging.ts";
import { byId, CarParams, OrderParams } from "./params.ts";

/** A review as anybody may read it. */
export const Review = z.object({
  id: Uuid,
  rating: z.number(),
  comment: z.string(),
  language: Language,
  /** A first name; empty where the person has left. */
  author: z.string(),
  createdAt: z.string(),
  /** The public reply, by the host of the car or by us. */
  reply: z.nullable(z.object({ text: z.string(), at: z.string(), by: z.enum(["host", "us"]) })),
});
export type Review = z.infer<typeof Review>;

/** A review for its author and for administrators. */
export const OwnReview = z.extend(Review, {
  /** False while nobody but its author can read it. */
  isPublished: z.boolean(),
  isHidden: z.boolean(),
  /** Why it is hidden, in our words. */
  hiddenReason: z.nullable(z.string()),
});
export type OwnReview = z.infer<typeof OwnReview>;

/** The reviews of both sides of a rental with one car. */
const bothSides = {
  /** The caller's own review; for administrators, the renter's. */
  review: z.nullable(OwnReview),
  /** The other side's review, once it is published; for administrators, the host's. */
  other: z.nullable(OwnReview),
  /** Whether the caller may write their review now. */
  isOpen: z.boolean(),
  /** Whether a review stays unpublished until the other side's review is in or the days are over. */
  isBlind: z.boolean(),
  /** Whether the caller may reply to the renter's review: the car's host; without one, an administrator. */
  mayReply: z.boolean(),
  /** Whether the caller may hide reviews: an administrator, but no review about them where others could. */
  mayHide: z.boolean(),
  /** The last day for a review; null as long as the car is out. */
  until: z.nullable(z.string()),
};

const EarlierReviews = z.object({ stretch: z.number(), car: z.string(), ...bothSides });
export type EarlierReviews = z.infer<typeof EarlierReviews>;

const tag = "Reviews";

export const getOrderReview = endpoint({
  method: "GET",
  path: "/api/orders/:id/reviews",
  summary:
    "What the caller says of an order, what the other side says once it is published, and until when it may be written; to its renter and to administrators the same of each car that it was driven with before. Administrators read what is published",
  tag,
  access: "account",
  owns: { order: ["host", "earlier_host", "renter", "admin"] },
  params: OrderParams,
  response: z.object({
    ...bothSides,
    /** Both reviews for each earlier car for which the caller may read or write one; empty for hosts. */
    earlier: z.array(EarlierReviews),
  }),
  status: 200,
});

export const writeReview = endpoint({
  method: "POST",
  path: "/api/orders/:id/reviews",
  summary:
    "Review a completed rental, once, within 14 days: its renter the car and its host, its host the renter; the renter, by `stretch`, and the host of an earlier car each other for its days, within 14 days after it is back. Nobody else reads it before both are in or the days are over",
  tag,
  access: "account",
  owns: { order: ["host", "earlier_host", "renter"] },
  params: OrderParams,
  body: z.object({
    id: NewId,
    rating: z.int().check(z.gte(1), z.lte(5)),
    stretch: z.optional(z.int().check(z.gte(1))),
    comment: z.optional(words(longestComment)),
  }),
  response: OwnReview,
  status: 201,
});

export const listCarReviews = endpoint({
  method: "GET",
  path: "/api/cars/:id/reviews",
  summary: "What renters say of a car, the newest first, with the mean of all and how many there are",
  tag,
  access: "public",
  params: CarParams,
  query: z.object(idPage),
  response: z.object({
    mean: z.nullable(z.number()),
    count: z.number(),
    reviews: z.array(Review),
  }),
  status: 200,
});

/** The largest number of renters that the home page can quote. */
const mostQuoted = 12;

export const listNewestReviews = endpoint({
  method: "GET",
  path: "/api/reviews",
  summary:
    "The newest words of renters in one language, one review of each, with the car that they are about",
  tag,
  access: "public",
  query: z.object({
    language: Language,
    limit: unlessEmpty(wholeNumber(1, mostQuoted)),
  }),
  response: z.array(z.extend(Review, { car: z.object({ id: Uuid, name: z.string(), year: z.number() }) })),
  status: 200,
});

export const replyToReview = endpoint({
  method: "PUT",
  path: "/api/reviews/:id/reply",
  summary:
    "Answer a renter's review in public, as the host of the car, or as an administrator where it has none; the answer takes the place of the one before",
  tag,
  access: "account",
  params: byId("review_not_found"),
  body: z.object({ text: requiredWords(longestReply) }),
  response: OwnReview,
  status: 200,
});

export const hideReview = endpoint({
  method: "PUT",
  path: "/api/admin/reviews/:id",
  summary: "Hide a review with a reason, or show it again",
  tag,
  access: "admin",
  params: byId("review_not_found"),
  body: z.object({ isHidden: z.boolean(), reason: Reason }),
  response: OwnReview,
  status: 200,
});
