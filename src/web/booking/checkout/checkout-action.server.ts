import { type ActionFunctionArgs, data, redirect } from "react-router";
import { createOrder } from "#contract/booking.ts";
import { paymentMethods } from "#domain/booking/payment-methods.ts";
import { api, ApiError } from "#web/api.ts";
import { scopeContext } from "#web/site-settings.ts";
import { type CheckoutAnswer, checkoutAnswerOf } from "./checkout-answer.ts";
import { readRenter, type Renter } from "#web/booking/cached-renter.ts";
import { isWholeRenter, type PlanOrder, planOrderBody } from "./plan-order.ts";

export type CheckoutActionData = { renter: Renter; promo: string; answer: CheckoutAnswer };

/**
 * The checkout without JavaScript. It can't take a typed card: the card's number would have to reach the server.
 */
export async function placePlanOrder({ request, context }: ActionFunctionArgs, order: PlanOrder) {
  const { apiFetch, language, business } = context.get(scopeContext);
  const form = await request.formData();
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const renter = readRenter(text);
  const promo = text("promo");
  const again = (answer: CheckoutAnswer, status = 422) =>
    data<CheckoutActionData>({ renter, promo, answer }, { status });

  const method = paymentMethods.find((one) => one === text("paymentMethod"));
  if (!method) return again({ kind: "no_method" });
  if (method === "credit-card" && !business.paysOnline) return again({ kind: "card_missing" });
  if (!isWholeRenter(renter)) return again({ kind: "no_renter" });
  try {
    const body = planOrderBody(
      order,
      renter,
      { method },
      { totalPrice: text("totalPrice") || "0.00", promo, language },
    );
    const placed = await api(createOrder, { body }, apiFetch);
    return redirect(`/order-complete?order=${placed.id}&placed=1`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return again(checkoutAnswerOf(error.body), error.status);
  }
}
