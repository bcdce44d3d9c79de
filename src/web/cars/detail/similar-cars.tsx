import type { Rental } from "#domain/pricing/rental-length.ts";
import { CarCard } from "#web/cars/car-card.tsx";
import type { ShownCar } from "#web/cars/shown-car.ts";
import { m } from "#web/paraglide/messages.js";

/** Other cars that the user may like, at the end of a car's page. */
export const SimilarCars = ({ cars, dates }: { cars: readonly ShownCar[]; dates: Rental | undefined }) => (
  <section className="section" aria-labelledby="similar">
    <div className="section-head">
      <h2 className="h2" id="similar">
        {m.car_similar()}
      </h2>
    </div>
    <ul className="cars slides">
      {cars.map((car) => (
        <CarCard key={car.id} car={car} dates={dates} />
      ))}
    </ul>
  </section>
);
