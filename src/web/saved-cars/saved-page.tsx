import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listSavedCars, type SavedCar } from "#contract/account/saved-cars.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { PlusTax } from "#web/layout/plus-tax.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Emphasised } from "#web/ui/emphasised.tsx";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showWholeMoney } from "#web/ui/format/money.ts";
import "#web/styles/card.css";
import { Heart } from "#web/ui/heart/heart.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";

export const meta = () => pageMeta({ title: m.me_nav_saved() });

const savedCarsQuery = infiniteQueryOptions({
  ...endpointPages(listSavedCars, { query: { limit: "24" } }),
  // Hearts are pressed on other pages too, so the list is always loaded again.
  staleTime: 0,
  gcTime: 0,
});

/** The cars that the person has saved. */
export default function SavedPage() {
  const list = useInfiniteQuery(savedCarsQuery);
  const { data, error } = list;
  const cars = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <h1 className="h2">{m.me_nav_saved()}</h1>
      <Failed error={error} />
      {!data && !error && <Waiting />}
      {data && cars.length === 0 && (
        <div className="empty">
          <p>{m.saved_none()}</p>
          <Link className="btn btn-primary" to="/cars">
            {m.layout_browse_cars()}
          </Link>
        </div>
      )}
      {cars.length > 0 && (
        <ul className="cars">
          {cars.map((car) => (
            <SavedCarCard key={car.carId} car={car} />
          ))}
        </ul>
      )}
      <MoreButton list={list} label={m.saved_more()} />
    </>
  );
}

function SavedCarCard({ car }: { car: SavedCar }) {
  const change = Number(car.price) - Number(car.savedPrice);
  return (
    <li className="car">
      <div className={`car-shot ${car.available ? "" : "grayscale"}`}>
        {car.image && (
          <img
            className={`size-full object-contain ${car.available ? "" : "opacity-55"}`}
            src={car.image}
            alt=""
            width="780"
            height="520"
            loading="lazy"
          />
        )}
        {!car.available && <span className="badge badge-cancelled">{m.saved_gone()}</span>}
      </div>
      <Heart carId={car.carId} name={car.carName} />
      <div className="car-text">
        <h2 className="car-name">
          <Link to={`/cars/${car.carId}`}>{shownCarName(car.carName)}</Link>
        </h2>
        <p className="text-sm/[1.45] text-ink-soft">
          {m.saved_meta({ brand: car.brand, year: car.year, city: cityOrName(car.city) })}
        </p>
        {car.available && change !== 0 && (
          <p className={`small ${change < 0 ? "text-good font-label" : "muted"}`}>
            {change < 0
              ? m.saved_cheaper({ before: showWholeMoney(car.savedPrice) })
              : m.saved_dearer({ before: showWholeMoney(car.savedPrice) })}
          </p>
        )}
        {car.similarCars.length > 0 && (
          <p className="small muted">
            {m.saved_similar()}{" "}
            {car.similarCars.map(({ id, name }, at) => (
              <span key={id}>
                {at > 0 && m.saved_comma()}
                <Link className="relative z-(--z-raised)" to={`/cars/${id}`}>
                  {name}
                </Link>
              </span>
            ))}
          </p>
        )}
        <div className="car-foot">
          <p className="price">
            <Emphasised sentence={(price) => m.cars_from_price({ price })} word={showWholeMoney(car.price)} />
            <PlusTax city={car.city} />
          </p>
          <Link
            className="btn btn-secondary btn-sm"
            to={`/cars/${car.carId}`}
            aria-label={m.saved_details_label({ name: shownCarName(car.carName) })}
          >
            {m.saved_details()}
          </Link>
        </div>
      </div>
    </li>
  );
}
