import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { createOrder } from "#contract/booking.ts";
import { createQuote } from "#contract/quotes.ts";
import { isAccountMethod } from "#domain/booking/payment-methods.ts";
import type { IsoDate } from "#domain/dates.ts";
import { api, ApiError } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import {
  type CardErrors,
  cardErrors,
  cardFields,
  checkCard,
  firstEmpty,
} from "#web/ui/form/card/card-check.ts";
import { useFieldErrors } from "#web/ui/form/use-field-errors.ts";
import { clearCard, focusCard, hasCardForm, readCard } from "./card-form.tsx";
import { type CheckoutAnswer, checkoutAnswerOf } from "./checkout-answer.ts";
import { forgetRenter, keepRenter, keptRenter, readRenter, type Renter } from "#web/booking/cached-renter.ts";
import { orderIds } from "#web/booking/order-id.ts";
import { isWholeRenter, type Payment, type PlanOrder, planOrderBody } from "./plan-order.ts";
import type { ShownPrice } from "#web/ui/format/shown-price.ts";

type Start = { price: ShownPrice; renter: Renter; answer?: CheckoutAnswer };
type PromoPrice = { promo: string; price: ShownPrice };

/**
 * The state and actions of the checkout. Typed values stay in the form, prices come from the server, and only a
 * summary of the card leaves the browser.
 */
export function useCheckout(order: PlanOrder, today: IsoDate, start: Start) {
  const form = useRef<HTMLFormElement>(null);
  const nextId = useRef(orderIds());
  const navigate = useNavigate();
  const [renter, setRenter] = useState(start.renter);
  const [answer, setAnswer] = useState(start.answer);
  const [shownErrors, setShownErrors] = useState<CardErrors>();
  const { errors, recheck } = useFieldErrors(shownErrors);
  const [isSending, setSending] = useState(false);
  // A price the server gave after the page was made: with a promo code, or because it changed.
  const [later, setLater] = useState<PromoPrice | undefined>(
    start.answer?.kind === "price_changed" ? { promo: "", price: start.answer.price } : undefined,
  );

  useEffect(() => {
    if (isWholeRenter(start.renter)) return keepRenter(start.renter);
    const kept = keptRenter();
    const found = readRenter((name) => start.renter[name] || (kept[name] ?? ""));
    setRenter(found);
    if (!isWholeRenter(found)) setAnswer({ kind: "no_renter" });
  }, [start.renter]);

  const text = (name: string): string =>
    form.current ? String(new FormData(form.current).get(name) ?? "").trim() : "";
  const price = later?.price ?? start.price;

  const applyPromo = async () => {
    const promo = text("promo");
    const { rental, tier, insurance, location } = order;
    try {
      const quote = await api(createQuote, {
        body: { tier, insurance, city: location, ...rental, ...(promo && { promo }) },
      });
      setLater({ promo, price: quote });
      setAnswer(undefined);
    } catch (error) {
      setAnswer(checkoutAnswerOf(error instanceof ApiError ? error.body : undefined));
    }
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    setShownErrors(undefined);
    const payment = readPayment(form.current);
    if (!payment) return;
    if (!isWholeRenter(renter)) return setAnswer({ kind: "no_renter" });
    setAnswer(undefined);
    setSending(true);
    const refused = await place(payment, form.current);
    setSending(false);
    if (refused?.kind === "price_changed") setLater({ promo: text("promo"), price: refused.price });
    setAnswer(refused);
  };

  const readPayment = (element: HTMLFormElement): Payment | undefined => {
    const method = text("paymentMethod");
    if (isAccountMethod(method)) return { method };
    if (method !== "credit-card") {
      setAnswer({ kind: "no_method" });
      element.querySelector<HTMLElement>("#pay-card")?.focus();
      return undefined;
    }
    if (!hasCardForm(element)) return { method };
    const typed = readCard(element);
    const card = checkCard(typed, today);
    const wrong = cardErrors(typed, today);
    const empty = firstEmpty(typed);
    const first = empty ?? cardFields.find((field) => wrong[field]);
    if (!first && !("field" in card)) return { method, card };
    setShownErrors(wrong);
    setAnswer(empty ? { kind: "card_missing" } : undefined);
    if (first) focusCard(element, first);
    return undefined;
  };
  const watch = () => {
    if (form.current && hasCardForm(form.current)) recheck(cardErrors(readCard(form.current), today));
  };

  const place = async (payment: Payment, element: HTMLFormElement): Promise<CheckoutAnswer | undefined> => {
    const body = planOrderBody(order, renter, payment, {
      totalPrice: price.total,
      promo: text("promo"),
      language: currentLanguage(),
    });
    try {
      const placed = await api(createOrder, { body: { ...body, id: nextId.current(body) } });
      clearCard(element);
      forgetRenter();
      await navigate(`/order-complete?order=${placed.id}&placed=1`);
      return undefined;
    } catch (error) {
      return checkoutAnswerOf(error instanceof ApiError ? error.body : undefined);
    }
  };

  return { form, renter, price, answer, errors, isSending, applyPromo, watch, send };
}
