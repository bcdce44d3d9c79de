import type { ErrorBody } from "#contract/errors.ts";
import type { ShownPrice } from "#web/ui/format/shown-price.ts";
import { isOrderRefused } from "#web/booking/request/request-answer.ts";

/** The reasons why an order can't be placed, as the checkout shows them. */
export type CheckoutAnswer =
  | { kind: "no_method" }
  | { kind: "no_renter" }
  | { kind: "card_missing" }
  | { kind: "promo_refused" }
  | { kind: "price_changed"; price: ShownPrice }
  | { kind: "too_many" }
  | { kind: "refused" }
  | { kind: "failed" };

export function checkoutAnswerOf(refusal: Partial<ErrorBody> | undefined): CheckoutAnswer {
  if (refusal?.code === "promo_refused") return { kind: "promo_refused" };
  if (refusal?.code === "price_changed" && refusal.quote)
    return { kind: "price_changed", price: refusal.quote };
  if (refusal?.code === "too_many_requests") return { kind: "too_many" };
  if (isOrderRefused(refusal?.code)) return { kind: "refused" };
  const isAboutRenter = ["customerName", "customerEmail", "customerPhone"].some(
    (field) => refusal?.fields?.[field],
  );
  return { kind: isAboutRenter ? "no_renter" : "failed" };
}
