import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { ShownCar } from "#web/cars/shown-car.ts";

type Added = { cars: ShownCar[]; nextCursor: string | undefined };
/** What a list's or a search's loader answers. */
type Answered = { cars: ShownCar[]; nextCursor?: string | undefined };

/**
 * What was added to a list before somebody left it for a car, by its place in the history: Back finds it
 * again.
 */
const kept = new Map<string, Added>();

/** The cars that "Show more" has added below those that the page came with; the address stays what it is. */
export function useMoreCars(first: Answered) {
  const { key, search } = useLocation();
  const list = `${key} ${search}`;
  const fetcher = useFetcher<Answered>({ key: `more ${list}` });
  const [added, setAdded] = useState<{ list: string } & Added>();
  const seen = useRef<Answered>(undefined);
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

  // A car that has changed its place between two pages stands where it was first.
  const all = [...first.cars, ...now.cars];
  return {
    cars: all.filter(({ id }, place) => all.findIndex((car) => car.id === id) === place),
    nextCursor: now.nextCursor,
    isLoading: fetcher.state !== "idle",
    load: (address: string) => void fetcher.load(address),
  };
}
