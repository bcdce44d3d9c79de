import { Link } from "react-router";
import type { Location } from "#contract/cars.ts";
import { type City, cities } from "#domain/cars/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { showWholeMoney } from "#web/ui/format/money.ts";
import "./bay-map.css";
import bay from "./bay.svg?url";

/**
 * Where a city's name lies: beside its dot, on the side with room. The dots' places are in home.css, by
 * `data-city`.
 */
const sides: Record<City, "east" | "west" | "west open-water"> = {
  "San Francisco": "west open-water",
  "San Mateo": "west open-water",
  "Palo Alto": "west",
  "Mountain View": "west",
  Sunnyvale: "east",
  Cupertino: "west",
  "San Jose": "east",
  Fremont: "east",
};

const listOf = (city: City): string => `/cars?location=${encodeURIComponent(city).replaceAll("%20", "+")}`;

type BayMapProps = {
  locations: Location[];
  /** Where a city leads; to its list, where nothing is said. */
  addressOf?: (city: City) => string;
  /** The city that is chosen already. */
  chosen?: string;
  /** Without the drawing there are the cities alone, in their places. */
  isDrawn?: boolean;
  onChoose?: () => void;
};

/** The Bay with its eight cities, a price beside each: a way in that is also a list of links. */
export function BayMap({ locations, addressOf = listOf, chosen, isDrawn = true, onChoose }: BayMapProps) {
  return (
    <nav className="bay" aria-label={m.home_map_label()}>
      <svg viewBox="0 0 768 768" aria-hidden="true" focusable="false">
        {isDrawn && <use href={`${bay}#bay`} />}
        <text transform="translate(322 284) rotate(64)" textAnchor="middle">
          {m.home_map_bay()}
        </text>
      </svg>
      <ul>
        {cities.map((city) => {
          const fromPrice = locations.find((location) => location.city === city)?.fromPrice;
          return (
            <li key={city}>
              <Link
                className={`town ${sides[city]}`}
                data-city={city}
                to={addressOf(city)}
                aria-current={chosen === city || undefined}
                preventScrollReset={addressOf !== listOf}
                onClick={onChoose}
              >
                <span>
                  {cityName(city)}{" "}
                  {fromPrice && <small>{m.home_map_from({ price: showWholeMoney(fromPrice) })}</small>}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Whose data the shore is. */
export function MapSource() {
  return (
    <p className="map-source">
      <a href="https://www.openstreetmap.org/copyright" rel="noopener noreferrer">
        {m.home_map_source()}
      </a>
    </p>
  );
}

/** The map where nobody else says whose it is. */
export const CreditedMap = (given: BayMapProps) => (
  <>
    <BayMap {...given} />
    <MapSource />
  </>
);
