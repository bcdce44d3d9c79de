import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { daysBetween, type IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { listed } from "#web/ui/format/sentences.ts";
import { type CalendarEntry, entriesOn } from "./lay-out.ts";
import { countOf, type ShownSpan } from "./span.ts";
import styles from "./timeline.module.css";
import { entryWords, rangeWords } from "./words.ts";

type TimelineTipProps = {
  grid: RefObject<HTMLElement | null>;
  shown: ShownSpan;
  /** The chosen days of a car, or the day under the pointer. */
  carId: string;
  days: { from: IsoDate; until: IsoDate };
  entries: readonly CalendarEntry[];
};

/** The widest half of a tip, in pixels: it stays that far from the edges of the screen. */
const halfWidth = 150;

/**
 * Names the days under the pointer, which are narrow where much is shown. Screen readers hear them from the cell.
 * Its place is fixed on the screen, so that nothing cuts it off.
 */
export function TimelineTip({ grid, shown, carId, days: { from, until }, entries }: TimelineTipProps) {
  const tip = useRef<HTMLDivElement>(null);
  const place = () => {
    const row = grid.current?.querySelector(`[data-car="${carId}"] [data-days]`)?.getBoundingClientRect();
    if (!row || !tip.current) return;
    const middle = (daysBetween(shown.from, from) + daysBetween(shown.from, until) + 1) / 2;
    const x = row.left + (middle / countOf(shown)) * row.width;
    tip.current.style.left = `${Math.min(Math.max(x, halfWidth), innerWidth - halfWidth)}px`;
    tip.current.style.top = `${row.top}px`;
  };
  useLayoutEffect(place);
  useEffect(() => {
    addEventListener("scroll", place, { capture: true, passive: true });
    return () => removeEventListener("scroll", place, { capture: true });
  });
  const held = from === until ? entriesOn(entries, from) : [];
  // A month shows each free day by itself.
  if (shown.span === "month" && from === until && held.length === 0) return null;
  return (
    <div className={styles.tip} ref={tip} aria-hidden="true">
      <b>{rangeWords({ from, until })}</b>
      {from !== until && <span>{m.common_days({ days: daysBetween(from, until) + 1 })}</span>}
      {held.length > 0 && <span>{listed(held.map(entryWords))}</span>}
    </div>
  );
}
