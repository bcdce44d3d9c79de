import { type FormEvent, useEffect, useRef, useState } from "react";
import type { createBooking } from "#contract/orders.ts";
import type { createQuote } from "#contract/quotes.ts";
import { isDate, type IsoDate } from "#domain/dates.ts";
import { type Rental, rentalFault } from "#domain/rental-length.ts";
import { carPrice } from "#domain/pricing.ts";
import { api, ApiError } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { centsFromWire } from "#web/ui/money.ts";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { toast } from "#web/ui/toast.ts";
import { orderIds } from "./order-id.ts";
import { answerOf, type RequestAnswer, type ShownPrice } from "./request-answer.ts";
import { bookingBody, firstFault, readRequest, type RequestFaults, requestFaults, type RequestValues } from "./request.ts";
import { shownPrice } from "./shown-price.ts";

export type RequestedCar = { id: string; monthlyPrice: string; minRentDays: number };
type Pricing = Pick<RequestValues, "pickupDate" | "returnDate" | "promo">;

/** A price that the server gave, and for what. It holds until the dates or the promo code change. */
type Quoted = { for: string; price: ShownPrice };
const pricingKey = ({ pickupDate, returnDate, promo }: Pricing): string => [pickupDate, returnDate, promo].join(" ");

/** The request form's state. What is typed lives in the inputs, which may hold something before React wakes up; this only watches. */
export function useRequest(car: RequestedCar, today: IsoDate, start: Pricing, startAnswer: RequestAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const nextId = useRef(orderIds());
  const [typed, setTyped] = useState(start);
  const [answer, setAnswer] = useState(startAnswer);
  const [isSending, setSending] = useState(false);
  const [quoted, setQuoted] = useState<Quoted | undefined>(
    startAnswer?.kind === "price_changed" ? { for: pricingKey(start), price: startAnswer.price } : undefined,
  );

  const read = () => form.current && readRequest(new FormData(form.current));
  const watch = () => {
    const values = read();
    if (values) setTyped((before) => (pricingKey(values) === pricingKey(before) ? before : values));
  };
  // Somebody may have typed, or the browser brought values back, before this page was awake.
  useDraft(form);
  useEffect(watch, []);

  const rental = rentalOf(typed, today, car.minRentDays);
  const isQuoted = quoted?.for === pricingKey(typed);
  const price = isQuoted ? quoted.price : rental && shownPrice(carPrice(centsFromWire(car.monthlyPrice), rental));

  const setDates = ({ pickupDate, returnDate }: Partial<Rental>) => {
    if (!form.current) return;
    setInput(form.current, "pickupDate", pickupDate);
    setInput(form.current, "returnDate", returnDate);
    watch();
    setAnswer(undefined);
  };

  const quoteAgain = async () => {
    const values = read();
    if (!values || !rental || !values.promo) return;
    try {
      const quote = await api<typeof createQuote>({ method: "POST", path: "/api/quotes" }, { body: { carId: car.id, ...rental, promo: values.promo } });
      setQuoted({ for: pricingKey(values), price: quote });
      setAnswer(undefined);
    } catch (error) {
      setAnswer(answerOf(error instanceof ApiError ? error.body : undefined));
    }
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const values = read();
    if (!values || isSending) return;
    const faults = requestFaults(values, today, car.minRentDays);
    if (firstFault(faults)) return refuse(faults);
    setSending(true);
    const next = await place(values);
    setSending(false);
    setAnswer(next);
    if (next.kind === "placed") {
      toast({ title: m.request_success_title(), description: m.request_success_text() });
      form.current?.reset();
      watch();
    }
    if (next.kind === "price_changed") setQuoted({ for: pricingKey(values), price: next.price });
    if (next.kind === "failed") toast({ title: m.request_failed_title(), description: m.request_failed_text(), variant: "destructive" });
  };

  const refuse = (faults: RequestFaults) => {
    setAnswer({ kind: "faults", faults });
    const isMissing = Object.values(faults).includes("missing");
    if (isMissing) toast({ title: m.request_missing_title(), description: m.request_missing_text(), variant: "destructive" });
  };

  const place = async (values: RequestValues): Promise<RequestAnswer> => {
    const total = isQuoted ? quoted.price.total : shownPrice(carPrice(centsFromWire(car.monthlyPrice), values)).total;
    const body = bookingBody(values, { carId: car.id, totalPrice: total, language: currentLanguage() });
    try {
      const order = await api<typeof createBooking>({ method: "POST", path: "/api/bookings" }, { body: { ...body, id: nextId.current(body) } });
      return { kind: "placed", order };
    } catch (error) {
      return answerOf(error instanceof ApiError ? error.body : undefined);
    }
  };

  return { form, typed, rental, price, isQuoted, answer, isSending, watch, setDates, quoteAgain, send };
}

function rentalOf({ pickupDate, returnDate }: Pricing, today: IsoDate, minRentDays: number): Rental | undefined {
  if (!isDate(pickupDate) || !isDate(returnDate)) return undefined;
  const rental = { pickupDate, returnDate };
  return rentalFault(rental, today, minRentDays) ? undefined : rental;
}

function setInput(form: HTMLFormElement, name: string, value: string | undefined): void {
  const input = form.elements.namedItem(name);
  if (value && input instanceof HTMLInputElement) input.value = value;
}
