import { type Ref, useEffect, useRef } from "react";
import { Link } from "react-router";
import { hostAnswersWithin } from "#domain/orders/host-requests.ts";
import { answerWithin, inHours } from "#domain/orders/lifecycle.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { PlusTax } from "#web/layout/plus-tax.tsx";
import { m } from "#web/paraglide/messages.js";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showWholeMoney } from "#web/ui/format/money.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import type { FreeRange } from "#web/ui/format/shown-price.ts";
import type { PlacedOrder, RequestAnswer, SimilarCar } from "#web/booking/request/request-answer.ts";
import { moveInto } from "#web/ui/format/shown-price.ts";
import { showDate } from "#web/ui/format/show-date.ts";

type OutcomeProps = Omit<TakenProps, "answer" | "ref"> & {
  answer: Extract<RequestAnswer, { kind: "placed" | "taken" | "unavailable" }>;
};

/** A notice that takes the focus. */
export const noticeClass = "notice grid p-4";

/** The outcome of a request. Each new outcome takes the focus. */
export function RequestOutcome({ answer, ...taken }: OutcomeProps) {
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => outcome.current?.focus(), [answer]);
  if (answer.kind === "placed") return <PlacedNotice order={answer.order} ref={outcome} />;
  return <TakenNotice answer={answer} {...taken} ref={outcome} />;
}

/** Shown after the request: the state of the order, and the next steps. */
function PlacedNotice({ order, ref }: { order: PlacedOrder; ref: Ref<HTMLDivElement> }) {
  return (
    <div className={`placed notice-good ${noticeClass}`} role="status" tabIndex={-1} ref={ref}>
      <b className="text-lg/[1.3]">
        {order.status === "confirmed" ? m.request_placed_booked_title() : m.request_placed_title()}
      </b>
      <p>{placedWords(order)}</p>
      <p>
        <Link to={`/order-complete?order=${order.id}`}>{m.request_placed_link()}</Link>
      </p>
    </div>
  );
}

/** The state of the order that was just sent, and what the renter has to do. */
function placedWords({
  orderNumber: number,
  customerEmail: email,
  heldUntil,
  waitsWithoutHold,
  emailConfirmed,
  status,
  host,
}: PlacedOrder): string {
  if (status === "confirmed") return m.request_placed_booked({ number, email });
  if (emailConfirmed && waitsWithoutHold)
    return host
      ? m.request_placed_host_waiting({ number, email, hours: inHours(hostAnswersWithin) })
      : m.request_placed_waiting({ number, email, hours: inHours(answerWithin.request) });
  if (!heldUntil) return m.request_placed_unheld({ number, email });
  const moment = showMomentInLosAngeles(heldUntil);
  const received = host ? m.request_placed_host : m.request_placed_text;
  return emailConfirmed
    ? received({ number, email, moment })
    : m.request_placed_confirm_email({ number, email, moment });
}

type TakenProps = {
  answer: Extract<RequestAnswer, { kind: "taken" | "unavailable" }>;
  wanted: Rental | undefined;
  onPick: (rental: Rental) => void;
  ref?: Ref<HTMLDivElement>;
};

/** The car is taken on these days: says when it is free again, and which cars are similar. */
export function TakenNotice({ answer, wanted, onPick, ref }: TakenProps) {
  const dates =
    answer.kind === "taken" && wanted
      ? answer.nextFree.slice(0, 3).map((range) => moveInto(range, wanted))
      : [];
  return (
    <div className={`taken notice-warn ${noticeClass}`} role="alert" tabIndex={-1} ref={ref}>
      <p>
        <strong>{answer.kind === "taken" ? m.request_taken() : m.request_unavailable()}</strong>
      </p>
      <p>{m.request_nothing_lost()}</p>
      <OfferedDates title={m.request_next_free()} dates={dates} onPick={onPick} />
      <SimilarCars cars={answer.similarCars} wanted={wanted} />
    </div>
  );
}

type OfferedDatesProps = { title: string; dates: Rental[]; onPick: (rental: Rental) => void };

/** Other dates that are free, each as a button. Without any dates, nothing is shown. */
export function OfferedDates({ title, dates, onPick }: OfferedDatesProps) {
  if (dates.length === 0) return null;
  return (
    <>
      <h3 className="tracking-[0]">{title}</h3>
      <div className="chips dates">
        {dates.map((rental) => (
          <button
            key={rental.pickupDate}
            className="btn btn-secondary btn-sm"
            type="button"
            onClick={() => onPick(rental)}
          >
            {m.order_dates({
              from: showDate(rental.pickupDate),
              until: showDate(rental.returnDate),
            })}
          </button>
        ))}
      </div>
    </>
  );
}

export type Alternatives = { nextFree: FreeRange[]; similarCars: SimilarCar[] };

/**
 * The same for an order whose dates were taken, on a page without a form: free dates lead to the car's own page.
 */
export function TakenInstead({
  text,
  carId,
  nextFree,
  similarCars,
  wanted,
}: Alternatives & { text: string; carId?: string | undefined; wanted: Rental }) {
  const dates = nextFree.slice(0, 3).map((range) => moveInto(range, wanted));
  return (
    <div className={`taken notice-warn ${noticeClass}`} role="alert" tabIndex={-1}>
      <p>
        <strong>{text}</strong>
      </p>
      {carId && dates.length > 0 && (
        <>
          <h3 className="tracking-[0]">{m.request_next_free()}</h3>
          <div className="chips dates">
            {dates.map((rental) => (
              <Link
                key={rental.pickupDate}
                className="btn btn-secondary btn-sm"
                to={`/cars/${carId}?${new URLSearchParams(rental)}#request`}
              >
                {m.order_dates({
                  from: showDate(rental.pickupDate),
                  until: showDate(rental.returnDate),
                })}
              </Link>
            ))}
          </div>
        </>
      )}
      <SimilarCars cars={similarCars} wanted={wanted} />
    </div>
  );
}

export function SimilarCars({ cars, wanted }: { cars: SimilarCar[]; wanted: Rental | undefined }) {
  if (cars.length === 0) return null;
  const query = wanted ? `?${new URLSearchParams(wanted)}` : "";
  return (
    <>
      <h3 className="tracking-[0]">{m.request_similar()}</h3>
      <ul className="taken-cars grid gap-2">
        {cars.slice(0, 3).map((car) => (
          <li key={car.id}>
            <Link
              className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-3 leading-[1.4] no-underline"
              to={`/cars/${car.id}${query}`}
            >
              <img
                className="w-full aspect-3/2 object-contain rounded-sm bg-sunken"
                src={car.image}
                alt=""
                width="72"
                height="48"
                loading="lazy"
              />
              <span className="text-ink-soft">
                <b className="block font-label">{shownCarName(car.name)}</b>
                {m.request_similar_meta({
                  year: car.year,
                  city: cityOrName(car.city),
                  price: showWholeMoney(car.monthlyPrice),
                })}
                <PlusTax city={car.city} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
