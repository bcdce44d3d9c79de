import { data, Link, redirect } from "react-router";
import { getPublicHost } from "#contract/hosts.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { api, ApiError } from "#web/api.ts";
import { carAddress, hostAddress } from "#web/cars/address.ts";
import { CarCard } from "#web/cars/car-card.tsx";
import "#web/styles/card.css";
import { HostAnswers } from "#web/cars/host-answers.tsx";
import { Rating } from "#web/cars/rating.tsx";
import { shownCar, taxesOf } from "#web/cars/shown-car.ts";
import { Lost } from "#web/layout/lost.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { ReviewWords } from "#web/reviews/review-words.tsx";
import { scopeContext } from "#web/site-settings.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import type { Route } from "./+types/host-page.ts";
import { hostData } from "./host-data.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  try {
    const { host, cars, reviews } = await api(getPublicHost, { params }, scope.apiFetch);
    if (host.username !== params.username)
      throw redirect(hostAddress(host.username) + new URL(request.url).search, 301);
    const taxes = taxesOf(scope);
    return {
      found: {
        host,
        cars: cars.map((car) => shownCar(car, scope.language, undefined, taxes)),
        reviews,
      },
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return data({ found: undefined }, { status: 404 });
    throw error;
  }
}

const unlisted = { name: "robots", content: "noindex" };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData?.found) return [...pageMeta({ title: m.host_public_missing() }), unlisted];
  const { found } = loaderData;
  const { origin = "" } = matches[0]?.loaderData ?? {};
  const name = found.host.firstName;
  return [
    ...pageMeta({
      title: m.host_public_title({ name }),
      description: m.host_public_description({ name }),
      structuredData: hostData(found, origin),
    }),
    ...(found.cars.length > 0 ? [] : [unlisted]),
  ];
};

/** A host's public page: the date when they joined, their listed cars, and renters' reviews of those cars. */
export default function HostPage({ loaderData: { found } }: Route.ComponentProps) {
  if (!found) return <HostNotFound />;
  const { host, cars, reviews } = found;
  const name = host.firstName;
  return (
    <div className="page">
      <header className="mt-8 mb-8 stack gap-2">
        <h1 className="h2 wrap-anywhere">{m.host_public_heading({ name })}</h1>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
          <span>
            {m.host_public_since({
              date: showDate(dateInLosAngeles(Date.parse(host.since))),
            })}
          </span>
          {host.rating && <Rating {...host.rating} />}
          {host.answers && <HostAnswers {...host.answers} />}
        </p>
      </header>
      {cars.length > 0 ? (
        <ul className="cars">
          {cars.map((car, place) => (
            <CarCard key={car.id} car={car} isFirst={place === 0} />
          ))}
        </ul>
      ) : (
        <p className="muted">{m.host_public_no_cars({ name })}</p>
      )}
      {reviews.length > 0 && (
        <section className="section stack" aria-labelledby="reviews">
          <h2 className="h3" id="reviews">
            {m.reviews_title()}
          </h2>
          <ul className="grid gap-5 max-w-160">
            {reviews.map((review) => {
              const car = cars.find(({ id }) => id === review.carId);
              return (
                <li key={review.id} className="grid gap-1.5">
                  <ReviewWords review={review} />
                  {car && (
                    <p className="small">
                      <Link to={carAddress(car.id)}>
                        {m.reviews_newest_car({ name: car.name, year: car.year })}
                      </Link>
                    </p>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </div>
  );
}

const HostNotFound = () => (
  <Lost title={m.host_public_missing()}>
    <p className="muted max-w-136">{m.host_public_missing_text()}</p>
    <div className="acts">
      <Link className="btn btn-primary" to="/cars">
        {m.car_browse_all()}
      </Link>
    </div>
  </Lost>
);
