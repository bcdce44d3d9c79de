import { type ReactNode, Suspense } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { Car } from "#contract/cars.ts";
import { Rating } from "#web/cars/rating.tsx";
import { Say } from "#web/cars/say.tsx";
import { categoryWord, cityWord, colourWord } from "#web/cars/vocabulary.ts";
import { m } from "#web/paraglide/messages.js";
import { Heart } from "#web/ui/heart/heart.tsx";
import { Description, Features, KeyFacts } from "./car-facts.tsx";
import { Gallery } from "./gallery.tsx";

// Only for reading: its code loads when it is drawn.
const HostedBy = lazyPart(() => import("./hosted-by.tsx"), "HostedBy");

type CarHeadProps = {
  car: Car;
  /** Whether the page is the car's own. Elsewhere the name is no heading, and nobody saves the car. */
  isPage?: boolean;
};

/** The car's name and facts. */
export function CarHead({ car, isPage = true }: CarHeadProps) {
  const Name = isPage ? "h1" : "p";
  return (
    <header className="mb-6">
      <div className="flex justify-between items-start gap-4">
        {/* A name isn't balanced over two lines: that would separate "Model" and "S". */}
        <Name className="h2 text-wrap">{car.name}</Name>
        {isPage && <Heart carId={car.id} name={car.name} />}
      </div>
      <ul className="car-parts flex flex-wrap mt-1.5 text-base/[1.45] text-ink-soft whitespace-nowrap">
        <li>{m.cars_card_model({ brand: car.brand, model: car.model, year: car.year })}</li>
        <li>{categoryWord(car.category)}</li>
        {car.colour && (
          <li>
            <Say word={colourWord(car.colour)} />
          </li>
        )}
        <li>{m.car_kept_in({ city: cityWord(car.city).text })}</li>
        {car.rating && (
          <li>
            <a href="#reviews">
              <Rating {...car.rating} />
            </a>
          </li>
        )}
      </ul>
    </header>
  );
}

/** What a car's page shows of the car itself, in its order, with more parts below. */
export const CarParts = ({ car, children }: { car: Car; children?: ReactNode }) => (
  <div className="grid gap-11 min-w-0 max-md:gap-8">
    {car.pictures.length > 0 && <Gallery car={car} />}
    <KeyFacts car={car} />
    {car.host && (
      <Suspense>
        <HostedBy host={car.host} />
      </Suspense>
    )}
    <Description car={car} />
    <Features features={car.features} />
    {children}
  </div>
);
