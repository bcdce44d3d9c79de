import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { createBooking } from "#contract/orders.ts";
import type { createQuote } from "#contract/quotes.ts";
import { isDate, type IsoDate } from "#domain/dates.ts";
import { type Rental, rentalError, returnDateFor } from "#domain/pricing/rental-length.ts";
import { carPrice } from "#domain/pricing/pricing.ts";
import { api, ApiError } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { centsFromWire } from "#web/ui/format/money.ts";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { readStoredSession } from "#web/session/stored-session.ts";
import { restoreFields } from "#web/ui/form/form-fields.ts";
import { useFieldErrors } from "#web/ui/form/use-field-errors.ts";
import { toast } from "#web/ui/toast.ts";
import { orderIds } from "#web/orders/order-id.ts";
import { answerOf, type RequestAnswer, type ShownPrice } from "./request-answer.ts";
import {
  bookingBody,
  firstError,
  readRequest,
  type RequestErrors,
  requestErrors,
  type RequestValues,
} from "./request.ts";
import { shownPrice } from "#web/ui/format/shown-price.ts";

export type RequestedCar = { id: string; monthlyPrice: string; minRentDays: number };
type Pricing = Pick<RequestValues, "pickupDate" | "returnDate" | "promo">;

/** A price that the server gave, and for what. It holds until the dates or the promo code change. */
type Quoted = { for: string; price: ShownPrice };
const pricingKey = ({ pickupDate, returnDate, promo }: Pricing): string =>
  [pickupDate, returnDate, promo].join(" ");

/**
 * The request form's state. What is typed lives in the inputs, which may hold something before React wakes
 * up; this only watches.
 */
export function useRequest(
  car: RequestedCar,
  today: IsoDate,
  start: Pricing,
  startAnswer: RequestAnswer | undefined,
) {
  const form = useRef<HTMLFormElement>(null);
  const nextId = useRef(orderIds());
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(start);
  const [answer, setAnswer] = useState(startAnswer);
  const { errors, recheck } = useFieldErrors(answer?.kind === "faults" ? answer.errors : undefined, [
    "refused",
    "promo",
  ]);
  const [isSending, setSending] = useState(false);
  const [quoted, setQuoted] = useState<Quoted | undefined>(
    startAnswer?.kind === "price_changed" ? { for: pricingKey(start), price: startAnswer.price } : undefined,
  );

  const read = () => form.current && readRequest(new FormData(form.current));
  const watch = (event?: FormEvent) => {
    const values = read();
    if (!values) return;
    recheck(
      requestErrors(values, today, car.minRentDays),
      event?.target instanceof HTMLInputElement ? event.target.name : "",
    );
    setTyped((before) => (pricingKey(values) === pricingKey(before) ? before : values));
    const next = withDates(new URLSearchParams(window.location.search), values, today);
    if (next) void navigate(`?${next}${window.location.hash}`, { replace: true, preventScrollReset: true });
  };
  // Somebody may have typed, or the browser brought values back, before this page was awake.
  useDraft(form);
  useEffect(() => {
    const session = readStoredSession();
    if (form.current && session)
      restoreFields(form.current, {
        customerName: session.fullName,
        customerEmail: session.email,
        customerPhone: session.phone,
      });
    watch();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form is there
  }, []);
  // Dates that were chosen elsewhere on the page, on the calendar, come by the address.
  const [askedPickup, askedReturn] = [query.get("pickupDate") ?? "", query.get("returnDate") ?? ""];
  const seen = useRef(`${askedPickup} ${askedReturn}`);
  useEffect(() => {
    if (!form.current || seen.current === `${askedPickup} ${askedReturn}`) return;
    seen.current = `${askedPickup} ${askedReturn}`;
    const values = readRequest(new FormData(form.current));
    if (values.pickupDate === askedPickup && values.returnDate === askedReturn) return;
    setInput(form.current, "pickupDate", askedPickup);
    setInput(form.current, "returnDate", askedReturn);
    watch();
    // oxlint-disable-next-line react/exhaustive-deps -- when the address changes, not with every email
  }, [askedPickup, askedReturn]);

  const rental = rentalOf(typed, today, car.minRentDays);
  const isQuoted = quoted?.for === pricingKey(typed);
  const price = isQuoted
    ? quoted.price
    : rental && shownPrice(carPrice(centsFromWire(car.monthlyPrice), rental));

  const setDates = ({ pickupDate, returnDate }: Partial<Rental>) => {
    if (!form.current) return;
    if (pickupDate) setInput(form.current, "pickupDate", pickupDate);
    if (returnDate) setInput(form.current, "returnDate", returnDate);
    watch();
    setAnswer(undefined);
  };

  const quoteAgain = async () => {
    const values = read();
    if (!values || !rental || !values.promo) return;
    try {
      const quote = await api<typeof createQuote>(
        { method: "POST", path: "/api/quotes" },
        { body: { carId: car.id, ...rental, promo: values.promo } },
      );
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
    const fieldErrors = requestErrors(values, today, car.minRentDays);
    if (firstError(fieldErrors)) return refuse(fieldErrors);
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
    if (next.kind === "failed")
      toast({
        title: m.request_failed_title(),
        description: m.request_failed_text(),
        variant: "destructive",
      });
  };

  const refuse = (fieldErrors: RequestErrors) => {
    setAnswer({ kind: "faults", errors: fieldErrors });
    const isMissing = Object.values(fieldErrors).includes("missing");
    if (isMissing)
      toast({
        title: m.request_missing_title(),
        description: m.request_missing_text(),
        variant: "destructive",
      });
  };

  const place = async (values: RequestValues): Promise<RequestAnswer> => {
    const total = isQuoted
      ? quoted.price.total
      : shownPrice(carPrice(centsFromWire(car.monthlyPrice), values)).total;
    const body = bookingBody(values, { carId: car.id, totalPrice: total, language: currentLanguage() });
    try {
      const order = await api<typeof createBooking>(
        { method: "POST", path: "/api/bookings" },
        { body: { ...body, id: nextId.current(body) } },
      );
      return { kind: "placed", order };
    } catch (error) {
      return answerOf(error instanceof ApiError ? error.body : undefined);
    }
  };

  /** A length in months counts from the pickup: without one it says so. */
  const setLength = (months: number) => {
    const pickupDate = read()?.pickupDate ?? "";
    if (!isDate(pickupDate)) return setAnswer({ kind: "faults", errors: { pickupDate: "missing" } });
    setDates({ pickupDate, returnDate: returnDateFor(pickupDate, months) });
  };

  return {
    form,
    errors,
    setLength,
    typed,
    rental,
    price,
    isQuoted,
    answer,
    isSending,
    watch,
    setDates,
    quoteAgain,
    send,
  };
}

function rentalOf(
  { pickupDate, returnDate }: Pricing,
  today: IsoDate,
  minRentDays: number,
): Rental | undefined {
  if (!isDate(pickupDate) || !isDate(returnDate)) return undefined;
  const rental = { pickupDate, returnDate };
  return rentalError(rental, today, minRentDays) ? undefined : rental;
}

/**
 * The address with the dates that stand in the form now; undefined where it says them already, or one is only
 * half typed.
 */
function withDates(query: URLSearchParams, values: Pricing, today: IsoDate): URLSearchParams | undefined {
  const names = ["pickupDate", "returnDate"] as const;
  if (names.every((name) => values[name] === (query.get(name) ?? ""))) return undefined;
  if (names.some((name) => values[name] !== "" && !(isDate(values[name]) && values[name] >= today)))
    return undefined;
  for (const name of names) {
    if (values[name]) query.set(name, values[name]);
    else query.delete(name);
  }
  return query;
}

function setInput(form: HTMLFormElement, name: string, value: string): void {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLInputElement) input.value = value;
}
