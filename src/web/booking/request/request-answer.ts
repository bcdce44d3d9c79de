import type { ErrorBody } from "#contract/errors.ts";
import type { Order } from "#contract/orders.ts";
import type { FreeRange, ShownPrice } from "#web/ui/format/shown-price.ts";
import { m } from "#web/paraglide/messages.js";

export type SimilarCar = NonNullable<ErrorBody["similarCars"]>[number];
export type PlacedOrder = Pick<
  Order,
  | "id"
  | "orderNumber"
  | "status"
  | "host"
  | "heldUntil"
  | "waitsWithoutHold"
  | "emailConfirmed"
  | "customerEmail"
>;
/** The outcome of a request with valid fields, as the page shows it. */
export type RequestAnswer =
  | { kind: "placed"; order: PlacedOrder }
  | { kind: "taken"; nextFree: FreeRange[]; similarCars: SimilarCar[] }
  | { kind: "unavailable"; similarCars: SimilarCar[] }
  | { kind: "price_changed"; price: ShownPrice }
  | { kind: "too_many" }
  | { kind: "refused" }
  | { kind: "failed" };

/** We take no online order from this person; they can contact us instead. */
export const isOrderRefused = (code: string | undefined): boolean =>
  code === "order_refused" || code === "account_suspended";

/** Why an order was not taken, where it is not about its dates, price or fields. */
export const refusedWords = (kind: "too_many" | "refused" | "failed"): string =>
  kind === "too_many"
    ? m.request_too_many()
    : kind === "refused"
      ? m.request_refused()
      : m.request_failed_in_page();

/**
 * Reads a refusal of the API. A refusal that this page doesn't know counts as a failure: the typed values stay,
 * and the user can try again.
 */
export function answerOf(refusal: Partial<ErrorBody> | undefined): RequestAnswer {
  const { code, quote, nextFree = [], similarCars = [] } = refusal ?? {};
  if (code === "car_taken") return { kind: "taken", nextFree, similarCars };
  if (code === "car_unavailable") return { kind: "unavailable", similarCars };
  if (code === "price_changed" && quote) return { kind: "price_changed", price: quote };
  if (code === "too_many_requests") return { kind: "too_many" };
  return { kind: isOrderRefused(code) ? "refused" : "failed" };
}
