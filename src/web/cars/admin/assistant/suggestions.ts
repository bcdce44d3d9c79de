import {
  analyzeCar,
  analyzePricing,
  type CarAnalysis,
  type CarDescription,
  type CarMarketing,
  type CarPricing,
  generateDescription,
  generateMarketing,
} from "#contract/assistant.ts";
import type { BodySent } from "#contract/endpoint.ts";
import type { z } from "zod/mini";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";

export type AssistantCar = NonNullable<BodySent<typeof analyzeCar>["carData"]>;

export type Suggestion =
  | ({ kind: "analysis" } & z.output<typeof CarAnalysis>)
  | ({ kind: "description" } & z.output<typeof CarDescription>)
  | ({ kind: "marketing" } & z.output<typeof CarMarketing>)
  | ({ kind: "pricing" } & z.output<typeof CarPricing>);
export type SuggestionKind = Suggestion["kind"];

/** Asks for a suggestion in the page's language. */
export async function suggest(kind: SuggestionKind, carData: AssistantCar): Promise<Suggestion> {
  const body = { carData, language: currentLanguage() };
  switch (kind) {
    case "analysis":
      return {
        kind,
        ...(await api(analyzeCar, { body })),
      };
    case "description":
      return {
        kind,
        ...(await api(generateDescription, { body })),
      };
    case "marketing":
      return {
        kind,
        ...(await api(generateMarketing, { body })),
      };
    case "pricing":
      return {
        kind,
        ...(await api(analyzePricing, { body })),
      };
  }
}
