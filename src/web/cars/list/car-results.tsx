import type { MouseEvent } from "react";
import { Link } from "react-router";
import type { Rental, RentalError } from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { rentalErrorWords } from "#web/ui/form/words/rental-error-words.ts";
import { CarCard } from "#web/cars/car-card.tsx";
import { NoCars } from "./no-cars.tsx";
import type { ShownCar } from "#web/cars/shown-car.ts";
import { foundCount } from "./found-count.ts";
import { useMoreCars } from "./use-more-cars.ts";

type CarResultsProps = {
  cars: ShownCar[];
  rental: Rental | undefined;
  error: RentalError | "incomplete" | undefined;
  isFailed: boolean;
  /** The address of the list without any filter. */
  clearTo: string;
  total: number;
  nextCursor: string | undefined;
  /** How many cars are on the pages before this one. */
  before: number;
  /** The list's address from a cursor on, with `before` cars before it. Without a cursor, it is the first page. */
  pageAt: (cursor?: string, before?: number) => string;
};

/**
 * The results of a list or a search: its errors, its cars, and links to its other pages. "Show more" is a link to
 * the next page; with JavaScript, it adds that page below instead.
 */
export function CarResults({
  cars: first,
  rental,
  error,
  isFailed,
  clearTo,
  total,
  nextCursor,
  before,
  pageAt,
}: CarResultsProps) {
  const { cars, isLoading, load, ...more } = useMoreCars({ cars: first, nextCursor });
  const nextPage = more.nextCursor && pageAt(more.nextCursor, before + cars.length);
  const showMore = (event: MouseEvent) => {
    if (!nextPage || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!isLoading) load(nextPage);
  };
  return (
    <>
      {error && (
        <Notice kind="bad" isAlert>
          <span id="dates-error">
            {error === "incomplete" ? m.cars_dates_incomplete() : rentalErrorWords(error)}
          </span>
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
      {(nextPage || before > 0 || cars.length > first.length) && (
        <nav
          className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3 mt-12"
          aria-label={m.cars_pages()}
        >
          <p className="small muted num" role="status">
            {before > 0
              ? m.cars_range_of({ from: before + 1, until: before + cars.length, total: foundCount(total) })
              : m.cars_shown_of({ shown: cars.length, total: foundCount(total) })}
          </p>
          {before > 0 && (
            <Link className="link small" to={pageAt()}>
              <span>{m.cars_first_page()}</span>
            </Link>
          )}
          {nextPage && (
            <Link
              className="btn btn-secondary"
              to={nextPage}
              onClick={showMore}
              aria-busy={isLoading || undefined}
            >
              {isLoading ? m.cars_loading_more() : m.cars_show_more()}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
