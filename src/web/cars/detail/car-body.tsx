import { type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import type { Availability as AvailabilityAnswer, Car } from "#contract/cars.ts";
import type { IsoDate } from "#domain/dates.ts";
import { rentalDays, type Rental } from "#domain/pricing/rental-length.ts";
import { bookAddress } from "#web/cars/address.ts";
import { m } from "#web/paraglide/messages.js";
import { Emphasised } from "#web/ui/emphasised.tsx";
import { showMoney, showWholeMoney } from "#web/ui/format/money.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Availability } from "./availability.tsx";
import { CarHead, CarParts } from "./car-parts.tsx";
import "./availability.css";
import "./car.css";

// Only for reading: their code loads when they are drawn.
const Benefits = lazyPart(() => import("./benefits.tsx"), "Benefits");
const Help = lazyPart(() => import("./benefits.tsx"), "Help");

type CarBodyProps = {
  car: Car;
  availability: AvailabilityAnswer;
  /** The first day on which the car can still be picked up. */
  firstDay: IsoDate;
  dates?: Rental | undefined;
  /** The form that requests the car. */
  request: ReactNode;
  reviews?: ReactNode;
  /** Whether it is shown to its host before it is public: days can't be chosen there, and nothing can be ordered. */
  isPreview?: boolean;
};

/** A preview is as narrow as a page on a tablet, which has one column. */
const columns = "grid-cols-[minmax(0,1fr)_25rem] max-lg:grid-cols-1";

/** A car's page from its name to its request, for renters and for the host who looks at it beforehand. */
export const CarBody = ({
  car,
  availability,
  firstDay,
  dates,
  request,
  reviews,
  isPreview = false,
}: CarBodyProps) => (
  <>
    <CarHead car={car} isPage={!isPreview} />
    <div className={`grid items-start gap-[clamp(2rem,5vw,4.5rem)] ${isPreview ? "grid-cols-1" : columns}`}>
      <CarParts car={car}>
        <div className="contents" inert={isPreview}>
          {car.available && (
            <Availability
              availability={availability}
              maxRentDays={car.maxRentDays}
              firstDay={firstDay}
              dates={dates}
            />
          )}
          {reviews}
        </div>
        <Suspense>
          <Benefits />
        </Suspense>
      </CarParts>
      <aside className="grid grid-cols-1 gap-6" aria-label={m.car_side()} inert={isPreview}>
        {car.available ? (
          <>
            {request}
            <div className="card flex flex-wrap items-center gap-4">
              <p className="small flex-[1_1_10rem]">{m.wizard_offer()}</p>
              <Link className="btn btn-secondary" to={bookAddress(car.id, dates)}>
                {m.cars_book_now()}
              </Link>
            </div>
          </>
        ) : (
          <Notice kind="warn">
            <b>{m.car_unavailable()}</b>
            <p>{m.car_unavailable_text()}</p>
          </Notice>
        )}
        <Suspense>
          <Help carId={car.id} />
        </Suspense>
      </aside>
    </div>
  </>
);

type RequestBarProps = {
  car: Pick<Car, "monthlyPrice">;
  total?: string | undefined;
  plusTax?: boolean | undefined;
  rental?: Rental | undefined;
};

/** On phones, the price and the way to the request stay in sight. */
export function RequestBar({ car, total, plusTax, rental }: RequestBarProps) {
  return (
    <div className="bar car-bar fixed inset-x-0 bottom-0" role="region" aria-label={m.car_side()}>
      <div className="page">
        <p className="price">
          <Emphasised
            sentence={(price) => m.cars_from_price({ price })}
            word={showWholeMoney(car.monthlyPrice)}
          />
          {plusTax && ` ${m.common_plus_tax()}`}
          {total && rental && (
            <span className="block mt-1 text-ink">
              {m.car_total_for({ total: showMoney(total), days: rentalDays(rental) })}
            </span>
          )}
        </p>
        <a className="btn btn-primary" href="#request">
          {m.car_to_request()}
        </a>
      </div>
    </div>
  );
}
