import type { ErrorBody } from "#contract/errors.ts";
import { answerOf, type RequestAnswer, type SimilarCar } from "#web/booking/request/request-answer.ts";

/** The problems that keep a booking from going on, as the page shows them. */
export type WizardProblem =
  | Exclude<RequestAnswer, { kind: "placed" }>
  | { kind: "lost"; similarCars: SimilarCar[] }
  | { kind: "licence" }
  | { kind: "too_many_unpaid" }
  /** The provider's page could not be opened. */
  | { kind: "no_page" };

/** Reads a refusal of the API. The step of a missing answer asks for it again. */
export function wizardProblemOf(refusal: Partial<ErrorBody> | undefined): WizardProblem {
  if (refusal?.code === "hold_lost") return { kind: "lost", similarCars: refusal.similarCars ?? [] };
  if (refusal?.code === "too_many_unpaid") return { kind: "too_many_unpaid" };
  if (refusal?.code === "booking_incomplete" && refusal.fields?.licence) return { kind: "licence" };
  const answer = answerOf(refusal);
  return answer.kind === "placed" ? { kind: "failed" } : answer;
}
