import { Link } from "react-router";
import type { Location } from "#contract/cars.ts";
import { type City, cities } from "#domain/cars/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { showWholeMoney } from "#web/ui/format/money.ts";
import bay from "./bay.svg?url";
import type { HomeContent } from "./home-content.ts";

/** Where each city lies on the map, in its units; home.css has the same places in percent. */
const places: Record<City, readonly [x: number, y: number]> = {
  "San Francisco": [197, 170],
  "San Mateo": [275, 392],
  "Palo Alto": [424, 517],
  "Mountain View": [480, 565],
  Sunnyvale: [524, 586],
  Cupertino: [521, 643],
  "San Jose": [642, 628],
  Fremont: [561, 401],
};

/** Every city with a piece of the map around it, its number of cars and its lowest price. */
export function CityTiles({ title, lead, locations }: HomeContent["cities"] & { locations: Location[] }) {
  return (
    <section className="page section" aria-labelledby="cities">
      <div className="section-head">
        <h2 className="h2" id="cities">
          {title}
        </h2>
        <p className="muted">{lead}</p>
      </div>
      <ul className="towns">
        {cities.map((city) => {
          const [x, y] = places[city];
          return (
            <li key={city}>
              <Link
                className="town-tile"
                to={`/cars?location=${encodeURIComponent(city).replaceAll("%20", "+")}`}
              >
                <svg
                  viewBox={`${x - 88} ${y - 55} 176 110`}
                  preserveAspectRatio="xMidYMid slice"
                  aria-hidden="true"
                  focusable="false"
                >
                  <use href={`${bay}#bay`} />
                  <circle cx={x} cy={y} r="7" />
                </svg>
                <h3>{cityName(city)}</h3>
                <p>{offer(locations.find((location) => location.city === city))}</p>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function offer(location: Location | undefined): string {
  if (!location?.fromPrice || location.count === 0) return m.home_city_none();
  const price = showWholeMoney(location.fromPrice);
  return location.count === 1
    ? m.home_city_one({ price })
    : m.home_city_cars({ count: location.count, price });
}
