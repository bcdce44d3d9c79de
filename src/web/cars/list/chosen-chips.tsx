import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { type ChosenFilter } from "./chosen-filters.ts";
import { listAddress, type ListQuery } from "./list-query.ts";

type ChosenChipsProps = { chosen: ChosenFilter[]; filters: ListQuery; clearTo: string };

/** The active filters. A press removes one, and the focus moves to the next. */
export function ChosenChips({ chosen, filters, clearTo }: ChosenChipsProps) {
  const row = useRef<HTMLElement>(null);
  const pressed = useRef<number>(undefined);

  useEffect(() => {
    const place = pressed.current;
    pressed.current = undefined;
    if (place === undefined) return;
    const links = [...(row.current?.querySelectorAll("a") ?? [])];
    const next = links[place] ?? links.at(-1) ?? document.getElementById("results");
    next?.focus({ preventScroll: true });
  }, [chosen.length]);

  if (chosen.length === 0) return null;
  return (
    <nav
      className="filter-chips col-span-full flex items-center gap-x-4 gap-y-2 lg:flex-wrap"
      aria-label={m.cars_chosen()}
      ref={row}
    >
      <ul className="chips max-lg:flex-nowrap">
        {chosen.map(({ key, words, without }, place) => (
          <li key={key}>
            <Link
              className="chip border-edge pr-2.75 [&>.i]:size-4"
              to={listAddress(filters, without)}
              aria-label={m.cars_remove_filter({ filter: words })}
              onClick={() => (pressed.current = place)}
              preventScrollReset
            >
              {words}
              <Icon name="close" />
            </Link>
          </li>
        ))}
      </ul>
      <Link
        className="link small whitespace-nowrap"
        to={clearTo}
        onClick={() => (pressed.current = chosen.length)}
        preventScrollReset
      >
        <span>{m.cars_clear_filters()}</span>
      </Link>
    </nav>
  );
}
