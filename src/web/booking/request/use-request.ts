import { type RefObject, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { createBooking } from "#contract/booking.ts";
import { createQuote } from "#contract/quotes.ts";
import { isDate, type IsoDate } from "#domain/dates.ts";
import { type Rental, returnDateFor } from "#domain/pricing/rental-length.ts";
import { carRates, untaxedPrice } from "#domain/pricing/pricing.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { orderIds } from "#web/booking/order-id.ts";
import { rentalCheck, rentalOf } from "#web/booking/rental-rules.ts";
import { m } from "#web/paraglide/messages.js";
import { readStoredSession } from "#web/session/stored-session.ts";
import { centsFromWire } from "#web/ui/format/money.ts";
import { shownPrice } from "#web/ui/format/shown-price.ts";
import { hasErrors, refusalOf, refusedFields } from "#web/ui/form/form-rules.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { type CarStay, rentalErrorWords } from "#web/ui/form/words/rental-error-words.ts";
import { toast } from "#web/ui/toast.ts";
import type { RequestActionData } from "./request-action.server.ts";
import type { ShownPrice } from "#web/ui/format/shown-price.ts";
import { answerOf } from "./request-answer.ts";
import { bookingBody, requestErrorWords, requestRules, type RequestValues } from "./request-rules.ts";

export type RequestedCar = CarStay & { id: string; monthlyPrice: string; city: string };
/** The values that a price depends on. */
export type PricedValues = Pick<RequestValues, "pickupDate" | "returnDate" | "promo">;

/** A price from the server, and the values that it is for. It holds until the dates or the promo code change. */
type RequestQuote = { for: string; price: ShownPrice };
const pricingKey = ({ pickupDate, returnDate, promo }: PricedValues): string =>
  [pickupDate, returnDate, promo].join(" ");

/** The price, with taxes, of the dates in the address. Given wherever anything is taxed, even without dates. */
export type TaxedRental = Partial<Rental> & { price?: ShownPrice };

/** The request of a car: its form, its price, and its outcome. */
export function useRequest(
  car: RequestedCar,
  { today, firstDay, isPreview }: { today: IsoDate; firstDay: IsoDate; isPreview: boolean },
  start: Pick<RequestActionData, "errors" | "answer"> & {
    values: PricedValues & Partial<RequestValues>;
    taxed: TaxedRental | undefined;
  },
) {
  const { untaxed, priceFor } = pricesOf(car, start.taxed);
  const nextId = useRef(orderIds());
  const navigate = useNavigate();
  const [typed, setTyped] = useState<PricedValues>(start.values);
  const [answer, setAnswer] = useState(start.answer);
  const [quoted, setQuoted] = useState<RequestQuote | undefined>(
    start.answer?.kind === "price_changed"
      ? { for: pricingKey(start.values), price: start.answer.price }
      : undefined,
  );
  const rules = requestRules(firstDay, car);
  const form = useForm({
    rules,
    id: "request",
    words: (name, code) => requestErrorWords(name, code, car, today),
    start,
    ...(!isPreview && { remembered: rememberedRenter }),
    onWatch: (values) => {
      setTyped((before) => (pricingKey(values) === pricingKey(before) ? before : values));
      const next = !isPreview && withDates(new URLSearchParams(window.location.search), values, firstDay);
      if (next) void navigate(`?${next}${window.location.hash}`, { replace: true, preventScrollReset: true });
    },
    onWrong: (wrong) => {
      setAnswer(undefined);
      if (Object.values(wrong).includes("missing"))
        toastBad(m.request_missing_title(), m.request_missing_text());
    },
    send: async (values, element) => {
      // A code takes something off that no quote has shown yet: the server agrees then with the price before taxes alone.
      const known = isQuoted ? quoted.price : values.promo ? undefined : priceFor(values);
      const totalPrice = (known ?? untaxed(values)).total;
      const body = bookingBody(values, { carId: car.id, totalPrice, language: currentLanguage() });
      const order = await api(createBooking, { body: { ...body, id: nextId.current(body) } });
      setAnswer({ kind: "placed", order });
      toast({ title: m.request_success_title(), description: m.request_success_text() });
      element.reset();
      // A reset brings back the dates from the address. This order has them now, so they would be shown as taken.
      setInput(element, "pickupDate", "");
      setInput(element, "returnDate", "");
      form.watch();
    },
    onFailed: (error) => {
      const next = answerOf(refusalOf(error));
      setAnswer(next);
      if (next.kind === "price_changed") setQuoted({ for: pricingKey(typed), price: next.price });
      if (next.kind === "failed") toastBad(m.request_failed_title(), m.request_failed_text());
    },
  });
  const rental = rentalOf(typed, firstDay, car);
  // Once the date's field shows its error, the sum doesn't repeat it.
  const [error] = Object.values(rentalCheck(typed, firstDay, car));
  const dateError = form.errors.pickupDate ?? form.errors.returnDate;
  const refusal = error && !dateError ? rentalErrorWords(error, car, today) : undefined;
  const isQuoted = quoted?.for === pricingKey(typed);
  const price = isQuoted ? quoted.price : rental && priceFor(rental);

  const setDates = (dates: Partial<Rental>) => {
    if (!form.ref.current) return;
    for (const [name, value] of Object.entries(dates)) setInput(form.ref.current, name, value);
    form.mark({});
    form.watch();
    setAnswer(undefined);
  };
  useDatesOfAddress(form);

  const quoteAgain = async () => {
    const values = form.read();
    if (!rental || !values?.promo) return;
    try {
      const quote = await api(createQuote, { body: { carId: car.id, ...rental, promo: values.promo } });
      setQuoted({ for: pricingKey(values), price: quote });
      setAnswer(undefined);
      form.mark({});
    } catch (error) {
      const refused = refusedFields(rules, error);
      form.mark(refused);
      setAnswer(hasErrors(refused) ? undefined : answerOf(refusalOf(error)));
    }
  };

  /** A length in months counts from the pickup date. Without that date, the form says that it is missing. */
  const setLength = (months: number) => {
    const start = form.read()?.pickupDate ?? "";
    if (!isDate(start)) return form.mark({ pickupDate: "missing" });
    setDates({ pickupDate: start, returnDate: returnDateFor(start, months) });
  };

  return { ...form, setLength, typed, rental, refusal, price, isQuoted, answer, setDates, quoteAgain };
}

/** The car's prices: before taxes, and with them, undefined where these dates' taxes are not known yet. */
function pricesOf(car: RequestedCar, taxed: TaxedRental | undefined) {
  const untaxed = (rental: Rental) =>
    shownPrice(untaxedPrice(carRates(centsFromWire(car.monthlyPrice), {}), rental));
  const priceFor = (rental: Rental): ShownPrice | undefined => {
    if (!taxed) return untaxed(rental);
    const isSame = taxed.pickupDate === rental.pickupDate && taxed.returnDate === rental.returnDate;
    return isSame ? taxed.price : undefined;
  };
  return { untaxed, priceFor };
}

type DatedForm = {
  ref: RefObject<HTMLFormElement | null>;
  read: () => PricedValues | null;
  watch: () => void;
};

/** Dates chosen elsewhere on the page, in the calendar, arrive in the address, and go into the form from there. */
function useDatesOfAddress(form: DatedForm): void {
  const [query] = useSearchParams();
  const [pickupDate, returnDate] = [query.get("pickupDate") ?? "", query.get("returnDate") ?? ""];
  const seen = useRef(`${pickupDate} ${returnDate}`);
  useEffect(() => {
    if (!form.ref.current || seen.current === `${pickupDate} ${returnDate}`) return;
    seen.current = `${pickupDate} ${returnDate}`;
    const values = form.read();
    if (values?.pickupDate === pickupDate && values.returnDate === returnDate) return;
    setInput(form.ref.current, "pickupDate", pickupDate);
    setInput(form.ref.current, "returnDate", returnDate);
    form.watch();
    // oxlint-disable-next-line react/exhaustive-deps -- when the address changes, not with every letter
  }, [pickupDate, returnDate]);
}

const toastBad = (title: string, description: string) =>
  toast({ title, description, variant: "destructive" });

function rememberedRenter(): Partial<RequestValues> {
  const session = readStoredSession();
  return session
    ? { customerName: session.fullName, customerEmail: session.email, customerPhone: session.phone }
    : {};
}

/**
 * The address with the dates that the form holds now; undefined where the address has them already, or a date is
 * only half typed.
 */
function withDates(
  query: URLSearchParams,
  values: PricedValues,
  firstDay: IsoDate,
): URLSearchParams | undefined {
  const names = ["pickupDate", "returnDate"] as const;
  if (names.every((name) => values[name] === (query.get(name) ?? ""))) return undefined;
  if (names.some((name) => values[name] !== "" && !(isDate(values[name]) && values[name] >= firstDay)))
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
