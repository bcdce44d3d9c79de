import { Suspense } from "react";
import { data, Link } from "react-router";
import { getAvailability, getCar, listSimilarCars } from "#contract/cars.ts";
import { listCarReviews } from "#contract/reviews.ts";
import { previewAddress } from "#domain/cars/previews.ts";
import { api, ApiError } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { reviewCountOf } from "#web/reviews/reviews-shown.ts";
import { requestAction } from "#web/booking/request/request-action.server.ts";
import { RequestForm } from "#web/booking/request/request-form.tsx";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import { Emphasised } from "#web/ui/emphasised.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { rentalDays } from "#domain/pricing/rental-length.ts";
import { showMoney, showWholeMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { Route } from "./+types/detail-page.ts";
import "./availability.css";
import "./car.css";
import "#web/cars/card.css";
import { address, bookAddress } from "#web/cars/address.ts";
import { Availability } from "./availability.tsx";
import { CarHead, CarParts } from "./car-parts.tsx";
import { carData } from "#web/cars/car-data.ts";
import { chosenDates } from "#web/cars/chosen-dates.ts";
import { isPlusTax, rentalTotal, shownCar, taxedRental, taxesOf } from "#web/cars/shown-car.ts";
import { cityWord } from "#web/cars/vocabulary.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { carNameIn } from "#domain/cars/brand-names.ts";

// Rarely needed, far down the page, or only for reading: their code loads when they are drawn.
const CarNotFound = lazyPart(() => import("./car-not-found.tsx"), "CarNotFound");
const Benefits = lazyPart(() => import("./benefits.tsx"), "Benefits");
const Help = lazyPart(() => import("./benefits.tsx"), "Help");
const SimilarCars = lazyPart(() => import("./similar-cars.tsx"), "SimilarCars");
const CarReviews = lazyPart(() => import("#web/reviews/car-reviews.tsx"), "CarReviews");

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { apiFetch, today, firstPickupDay, language } = scope;
  const { searchParams } = new URL(request.url);
  const { rental } = chosenDates(searchParams, firstPickupDay);
  try {
    const [car, availability, similar, reviews] = await Promise.all([
      api(getCar, { params }, apiFetch),
      api(getAvailability, { params }, apiFetch),
      api(listSimilarCars, { params, query: rental ?? {} }, apiFetch),
      api(listCarReviews, { params, query: { limit: String(reviewCountOf(searchParams)) } }, apiFetch),
    ]);
    const taxes = taxesOf(scope);
    const taxed = taxedRental(car, rental, taxes);
    return {
      found: {
        car: { ...car, name: carNameIn(car.name, language) },
        availability,
        reviews,
        similar: similar.map((other) => shownCar(other, language, rental, taxes)),
        total: rental && rentalTotal(car, rental, taxes),
        ...(taxed && { taxed }),
        ...(isPlusTax(car, taxes) && { plusTax: true }),
      },
      rental,
      today,
      firstPickupDay,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return data({ found: undefined, rental, today, firstPickupDay }, { status: 404 });
    throw error;
  }
}

/** The request form without script. */
export const action = requestAction;
export const handle = { hasPreview: true };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData?.found)
    return [...pageMeta({ title: m.car_not_found() }), { name: "robots", content: "noindex" }];
  const { car, plusTax } = loaderData.found;
  const { origin = "" } = matches[0]?.loaderData ?? {};
  const words = {
    name: car.name,
    year: car.year,
    city: cityWord(car.city).text,
    price: showWholeMoney(car.monthlyPrice),
  };
  return pageMeta({
    title: m.car_page_title(words),
    description: plusTax ? m.car_description_plus_tax(words) : m.car_description(words),
    image: origin + previewAddress({ ...car, plusTax }, currentLanguage()),
    structuredData: carData(car, origin, plusTax),
  });
};

export default function DetailPage({ loaderData }: Route.ComponentProps) {
  const { found, rental, today, firstPickupDay } = loaderData;
  const listTo = address("/cars", { ...rental });
  if (!found)
    return (
      <Suspense>
        <CarNotFound />
      </Suspense>
    );
  const { car, availability, reviews, similar, taxed, plusTax } = found;
  return (
    <div className="page">
      <Link className="link back mt-6 mb-4 text-sm/[inherit]" to={listTo}>
        <Icon name="back" />
        <span>{m.car_back()}</span>
      </Link>
      <CarHead car={car} />
      <div className="grid grid-cols-[minmax(0,1fr)_25rem] items-start gap-[clamp(2rem,5vw,4.5rem)] max-lg:grid-cols-1">
        <CarParts car={car}>
          {car.available && (
            <Availability
              availability={availability}
              maxRentDays={car.maxRentDays}
              firstDay={firstPickupDay}
              dates={rental}
            />
          )}
          {reviews.mean !== null && (
            <Suspense>
              <CarReviews found={reviews} />
            </Suspense>
          )}
          <Suspense>
            <Benefits />
          </Suspense>
        </CarParts>
        <aside className="grid grid-cols-1 gap-6" aria-label={m.car_side()}>
          {car.available ? (
            <>
              <RequestForm
                key={car.id}
                car={car}
                today={today}
                firstDay={firstPickupDay}
                taxed={taxed}
                isPlusTax={plusTax}
              />
              <div className="card flex flex-wrap items-center gap-4">
                <p className="small flex-[1_1_10rem]">{m.wizard_offer()}</p>
                <Link className="btn btn-secondary" to={bookAddress(car.id, rental)}>
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
      {similar.length > 0 && (
        <Suspense>
          <SimilarCars cars={similar} dates={rental} />
        </Suspense>
      )}
      {car.available && <RequestBar {...found} rental={rental} />}
    </div>
  );
}

type FoundCar = NonNullable<Route.ComponentProps["loaderData"]["found"]>;

type RequestBarProps = Pick<FoundCar, "car" | "total" | "plusTax"> &
  Pick<Route.ComponentProps["loaderData"], "rental">;

/** On phones, the price and the way to the request stay in sight. */
function RequestBar({ car, total, plusTax, rental }: RequestBarProps) {
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
