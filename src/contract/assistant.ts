import * as z from "zod/mini";
import {
  longestProse,
  longestName,
  longestWord,
  longestColour,
  longestFeature,
  mostFeatures,
} from "#domain/cars/car-rules.ts";
import { categories } from "#domain/cars/cars.ts";
import { publicFacts } from "#domain/cars/fields.ts";
import { assistantFacts } from "./car-facts.ts";
import { endpoint } from "./endpoint.ts";
import { Money, MoneySent, words, Language } from "./fields.ts";

/**
 * What the assistant may know of a car. Anything else that is sent is dropped here: no plate, no insurance,
 * nothing of a renter.
 */
export const CarData = z.object({
  /** The id of a car in the catalogue, so that the car is not compared with itself. */
  id: z.optional(words(64)),
  name: z.optional(words(longestName)),
  brand: z.optional(words(longestWord)),
  model: z.optional(words(longestWord)),
  year: z.optional(z.union([z.int(), z.string().check(z.regex(/^\d{4}$/, "must be a year"))])),
  category: z.optional(z.enum(categories)),
  monthlyPrice: z.optional(MoneySent),
  ...assistantFacts(publicFacts),
  colour: z.optional(words(longestColour)),
  city: z.optional(words(longestWord)),
  state: z.optional(words(40)),
  minRentDays: z.optional(z.int()),
  description: z.optional(words(longestProse)),
  features: z.optional(z.array(words(longestFeature)).check(z.maxLength(mostFeatures))),
});
export type CarData = z.output<typeof CarData>;

export const AssistantRequest = z.object({
  carData: z.nullish(CarData),
  language: z.optional(Language),
});

/** Where a suggestion comes from: the assistant, or our own catalogue and the car's own facts. */
const source = z.enum(["assistant", "catalogue"]);

export const CarAnalysis = z.object({ analysis: z.string(), source });
export const CarDescription = z.object({ description: z.string(), source });
export const CarMarketing = z.object({
  headline: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  targetAudience: z.string(),
  source,
});
export const CarPricing = z.object({
  suggestedPrice: Money,
  reasoning: z.string(),
  competitivePosition: z.string(),
  comparableCars: z.number(),
  source,
});

const shared = {
  method: "POST",
  tag: "Admin: assistant",
  access: ["manage_cars"],
  body: AssistantRequest,
  status: 200,
} as const;

export const analyzeCar = endpoint({
  ...shared,
  path: "/api/claude/analyze-car",
  summary: "What a car is good for and what its listing lacks",
  response: CarAnalysis,
});

export const generateDescription = endpoint({
  ...shared,
  path: "/api/claude/generate-description",
  summary: "A description of a car for its page",
  response: CarDescription,
});

export const generateMarketing = endpoint({
  ...shared,
  path: "/api/claude/generate-marketing",
  summary: "A headline, a text, features and who they are for",
  response: CarMarketing,
});

export const analyzePricing = endpoint({
  ...shared,
  path: "/api/claude/analyze-pricing",
  summary: "A monthly price, why, and how it stands beside cars like it",
  response: CarPricing,
});
