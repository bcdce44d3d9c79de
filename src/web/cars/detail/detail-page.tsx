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
import { Icon } from "#web/ui/icon.tsx";
import { showWholeMoney } from "#web/ui/format/money.ts";
import type { Route } from "./+types/detail-page.ts";
import "#web/styles/card.css";
import { address } from "#web/cars/address.ts";
import { CarBody, RequestBar } from "./car-body.tsx";
import { carData } from "#web/cars/car-data.ts";
import { chosenDates } from "#web/ui/chosen-dates.ts";
import { isPlusTax, rentalTotal, shownCar, taxedRental, taxesOf } from "#web/cars/shown-car.ts";
import { cityWord } from "#web/cars/vocabulary.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { carNameIn } from "#domain/cars/brand-names.ts";

// Rarely needed or far down the page: their code loads when they are drawn.
const CarNotFound = lazyPart(() => import("#web/layout/car-not-found.tsx"), "CarNotFound");
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
      <CarBody
        car={car}
        availability={availability}
        firstDay={firstPickupDay}
        dates={rental}
        reviews={
          reviews.mean !== null && (
            <Suspense>
              <CarReviews found={reviews} />
            </Suspense>
          )
        }
        request={
          <RequestForm
            key={car.id}
            car={car}
            today={today}
            firstDay={firstPickupDay}
            taxed={taxed}
            isPlusTax={plusTax}
          />
        }
      />
      {similar.length > 0 && (
        <Suspense>
          <SimilarCars cars={similar} dates={rental} />
        </Suspense>
      )}
      {car.available && <RequestBar {...found} rental={rental} />}
    </div>
  );
}
