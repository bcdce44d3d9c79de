import { Link } from "react-router";
import type { Location } from "#contract/cars.ts";
import { type City, cities } from "#domain/cars/cars.ts";
import { useTaxIn } from "#web/layout/plus-tax.tsx";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { showWholeMoney } from "#web/ui/format/money.ts";
import "./bay-map.css";
import bay from "./bay.svg?url";

/** The place of a city's dot, and the side of it that has room for the city's name. */
const places: Record<City, string> = {
  "San Francisco": "west open-water left-[25.6%] top-[22.1%]",
  "San Mateo": "west open-water left-[36.3%] top-[51.1%]",
  "Palo Alto": "west left-[55.2%] top-[67.3%]",
  "Mountain View": "west left-[62.5%] top-[73.6%]",
  Sunnyvale: "left-[68.2%] top-[76.3%]",
  Cupertino: "west left-[67.8%] top-[83.7%]",
  "San Jose": "left-[83.6%] top-[81.8%]",
  Fremont: "left-[73.1%] top-[52.2%]",
};

const listOf = (city: City): string => `/cars?location=${encodeURIComponent(city).replaceAll("%20", "+")}`;

type BayMapProps = {
  locations: Location[];
  /** The address that a city leads to; by default, the list of its cars. */
  addressOf?: (city: City) => string;
  /** The city that is chosen already. */
  chosen?: string;
  /** Without the drawing there are the cities alone, in their places. */
  isDrawn?: boolean;
  onChoose?: () => void;
};

/** The Bay with its eight cities and a price beside each. Each city is also a link. */
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
                className={`town ${places[city]}`}
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

/** The source of the shore's data, and whether the prices on the map are before taxes. */
export function MapSource() {
  const isBeforeTax = useTaxIn(undefined) !== "untaxed";
  return (
    <p className="map-source absolute z-(--z-raised) right-gutter bottom-1.5 text-[0.6875rem]/[1.4]">
      {isBeforeTax && `${m.home_map_before_tax()} · `}
      <a href="https://www.openstreetmap.org/copyright" rel="noopener noreferrer">
        {m.home_map_source()}
      </a>
    </p>
  );
}

/** The map with its source, for places that don't name the source themselves. */
export const CreditedMap = (given: BayMapProps) => (
  <>
    <BayMap {...given} />
    <MapSource />
  </>
);
