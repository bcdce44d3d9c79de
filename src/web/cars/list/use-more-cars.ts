import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { ShownCar } from "#web/cars/shown-car.ts";

type MoreCars = { cars: ShownCar[]; nextCursor: string | undefined };
/** The answer of a list's or a search's loader. */
type CarsPage = { cars: ShownCar[]; nextCursor?: string | undefined };

/**
 * The cars that were added to a list before the user left it, by its place in the history. The browser's Back
 * shows them again.
 */
const kept = new Map<string, MoreCars>();

/** The cars of the page, and below them the cars that "Show more" added. The address stays the same. */
export function useMoreCars(first: CarsPage) {
  const { key, search } = useLocation();
  const list = `${key} ${search}`;
  const fetcher = useFetcher<CarsPage>({ key: `more ${list}` });
  const [added, setAdded] = useState<{ list: string } & MoreCars>();
  const seen = useRef<CarsPage>(undefined);
  const now =
    added?.list === list
      ? added
      : { list, ...(kept.get(list) ?? { cars: [], nextCursor: first.nextCursor }) };

  useEffect(() => {
    const answer = fetcher.data;
    if (!answer || seen.current === answer) return;
    seen.current = answer;
    const next = { cars: [...(kept.get(list)?.cars ?? []), ...answer.cars], nextCursor: answer.nextCursor };
    kept.set(list, next);
    setAdded({ list, ...next });
  }, [fetcher.data, list]);

  // A car that moved between two pages stays at its first place.
  const all = [...first.cars, ...now.cars];
  return {
    cars: all.filter(({ id }, place) => all.findIndex((car) => car.id === id) === place),
    nextCursor: now.nextCursor,
    isLoading: fetcher.state !== "idle",
    load: (address: string) => void fetcher.load(address),
  };
}
