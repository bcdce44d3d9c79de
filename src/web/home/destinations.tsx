import { Link } from "react-router";
import type { Location } from "#contract/cars.ts";
import { cities } from "#domain/cars/cars.ts";
import { PlusTax } from "#web/layout/plus-tax.tsx";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { showWholeMoney } from "#web/ui/format/money.ts";
import type { HomeContent } from "./home-content.ts";
import drawings from "./outings.svg?url";
import { Section } from "#web/ui/section.tsx";

type Props = { outings: HomeContent["outings"]; citiesTitle: string; locations: Location[] };

/** Drawings of well-known places, each with cars that suit the way there, and every city with its cars. */
export function Destinations({ outings: { title, lead, items }, citiesTitle, locations }: Props) {
  return (
    <Section id="outings" title={title} lead={lead}>
      <ul className="slides md:grid md:grid-cols-3 md:gap-x-[clamp(1.25rem,2.5vw,2rem)] md:gap-y-8">
        {items.map(({ id, name, miles, text, cars, category }) => (
          <li className="max-md:basis-[min(44%,14rem)]" key={id}>
            <Link className="destination grid no-underline" to={`/cars?category=${category}`}>
              <svg
                className="w-full aspect-2/1 mb-2.5 rounded-lg bg-water contain-strict"
                viewBox="0 0 320 180"
                preserveAspectRatio="xMidYMid slice"
                aria-hidden="true"
                focusable="false"
              >
                <use href={`${drawings}#${id}`} />
              </svg>
              <h3 className="flex justify-between gap-x-4 text-base/[1.4] tracking-[0] max-sm:grid">
                {name} <span className="text-sm/[inherit] font-text text-ink-soft">{miles}</span>
              </h3>
              <p className="text-sm text-ink-soft">
                {text} <b className="keep">{cars}</b>
              </p>
            </Link>
          </li>
        ))}
      </ul>
      <h3 className="mt-9 mb-3.5 text-lg max-md:mt-6">{citiesTitle}</h3>
      <ul className="grid grid-cols-4 gap-x-[clamp(1.25rem,2.5vw,2rem)] gap-y-3 max-md:grid-cols-2">
        {cities.map((city) => (
          <li key={city}>
            <Link
              className="destination town-tile grid no-underline"
              to={`/cars?location=${encodeURIComponent(city).replaceAll("%20", "+")}`}
            >
              <b>{cityName(city)}</b>
              <span className="text-sm text-ink-soft max-md:text-xs">
                {offer(locations.find((location) => location.city === city))}
                {hasPrice(locations.find((location) => location.city === city)) && <PlusTax city={city} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type PricedLocation = Location & { fromPrice: string };
const hasPrice = (location: Location | undefined): location is PricedLocation =>
  Boolean(location?.fromPrice) && location?.count !== 0;

function offer(location: Location | undefined): string {
  if (!hasPrice(location)) return m.home_city_none();
  const price = showWholeMoney(location.fromPrice);
  return location.count === 1
    ? m.home_city_one({ price })
    : m.home_city_cars({ count: location.count, price });
}
