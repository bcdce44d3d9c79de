import { Link } from "react-router";
import type { Rental, RentalFault } from "#domain/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { rentalFaultWords } from "#web/ui/rental-fault-words.ts";
import { CarCard } from "./car-card.tsx";
import { NoCars } from "./no-cars.tsx";
import type { ShownCar } from "./shown-car.ts";

type CarResultsProps = {
  cars: ShownCar[];
  rental: Rental | undefined;
  fault: RentalFault | "incomplete" | undefined;
  isFailed: boolean;
  /** Where a list without any filter is. */
  clearTo: string;
  /** The first page's address, on a later page only. */
  firstPage: string | undefined;
  nextPage: string | undefined;
};

/** What a list or a search found: its faults, its cars, and the ways to its other pages. */
export function CarResults({ cars, rental, fault, isFailed, clearTo, firstPage, nextPage }: CarResultsProps) {
  return (
    <>
      {fault && (
        <Notice kind="bad" isAlert>
          {fault === "incomplete" ? m.cars_dates_incomplete() : rentalFaultWords(fault)}
        </Notice>
      )}
      {isFailed && (
        <Notice kind="bad" isAlert>
          {m.search_failed()}
        </Notice>
      )}
      {cars.length === 0 ? (
        <NoCars clearTo={clearTo} />
      ) : (
        <ul className="cars">
          {cars.map((car, place) => (
            <CarCard key={car.id} car={car} dates={rental} isFirst={place === 0} />
          ))}
        </ul>
      )}
      {(nextPage || firstPage) && (
        <nav className="more" aria-label={m.cars_pages()}>
          {firstPage && (
            <Link className="link small" to={firstPage}>
              <span>{m.cars_first_page()}</span>
            </Link>
          )}
          {nextPage && (
            <Link className="btn btn-secondary" to={nextPage}>
              {m.cars_show_more()}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
