import { memo, useMemo } from "react";
import type { HostCalendarCar } from "#contract/host/calendar.ts";
import { daysBetween, type IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { listed } from "#web/ui/format/sentences.ts";
import { Icon } from "#web/ui/icon.tsx";
import { type Bar, type CalendarEntry, entriesOn, layOut } from "./lay-out.ts";
import { columnOf, type ShownSpan, type Span, within } from "./span.ts";
import styles from "./timeline.module.css";
import { carWords, entryName, entryWords, kindIcons, wholeDay } from "./words.ts";

export type CarDays = { car: HostCalendarCar; entries: CalendarEntry[] };

type DayRange = { from: IsoDate; until: IsoDate };

/** The number of days that a bar needs for its name to fit. */
const leastNamed: Record<Span, number> = { month: 2, quarter: 9, year: 60, "two-years": 60 };

type CarRowProps = CarDays & {
  shown: ShownSpan;
  today: IsoDate;
  /** The day of the one cell that is drawn. */
  day: IsoDate;
  /** Whether this row's cell has the keyboard. */
  isActive: boolean;
  /** The days that are being chosen, and the day under the pointer. */
  chosen: DayRange | undefined;
  pointed: IsoDate | undefined;
};

/** A car's days: one element with a bar for each entry. Only the day of the keys has a cell. */
export const CarRow = memo(function CarRow(props: CarRowProps) {
  const { car, entries, shown, today, day, isActive, chosen, pointed } = props;
  const { bars, lanes } = useMemo(() => layOut(entries, shown), [entries, shown]);
  const place = (first: IsoDate, last: IsoDate) => {
    const [from, until] = [within(shown, first), within(shown, last)];
    return columnOf(shown, { start: daysBetween(shown.from, from), length: daysBetween(from, until) + 1 });
  };
  return (
    <div className={styles.row} role="row" data-car={car.id}>
      <div className={styles.name} role="rowheader" aria-colindex={1}>
        <span>
          <b>{carWords(car)}</b>
          <small>
            {car.plateNumber}
            {car.state !== "listed" && (
              <>
                {" "}
                <span className={styles.state}>{stateNames[car.state]()}</span>
              </>
            )}
          </small>
        </span>
      </div>
      <div className={styles.days} data-days style={{ minHeight: `${lanes * 2.25 + 1}rem` }}>
        {pointed && !chosen && (
          <span className={styles.pointed} aria-hidden="true" style={place(pointed, pointed)} />
        )}
        {useMemo(
          () =>
            bars.map((bar) => (
              <span
                key={bar.entry.id}
                className={styles.bar}
                aria-hidden="true"
                data-entry={bar.entry.kind}
                data-id={bar.entry.id}
                data-status={bar.entry.kind === "order" ? bar.entry.order.status : undefined}
                data-before={bar.goesBefore || undefined}
                data-after={bar.goesAfter || undefined}
                style={barStyle(shown, bar)}
              >
                {bar.length >= leastNamed[shown.span] && (
                  <span>
                    <Icon name={kindIcons[bar.entry.kind]} />
                    {entryName(bar.entry)}
                  </span>
                )}
              </span>
            )),
          [bars, shown],
        )}
        {chosen && (
          <span className={styles.chosen} aria-hidden="true" style={place(chosen.from, chosen.until)} />
        )}
        {/* A new element for each day, so that a screen reader speaks as the focus moves. */}
        <div
          key={day}
          className={styles.day}
          role="gridcell"
          tabIndex={isActive ? 0 : -1}
          aria-colindex={daysBetween(shown.from, day) + 2}
          aria-selected={chosen !== undefined}
          aria-label={cellWords(entries, { day, today, chosen })}
          data-day={day}
          style={place(day, day)}
        />
      </div>
    </div>
  );
});

function barStyle(shown: ShownSpan, bar: Bar) {
  const { left, width } = columnOf(shown, bar);
  return { left, width: `calc(${width} - 2px)`, top: `${bar.lane * 2.25 + 0.5}rem` };
}

type CellDay = { day: IsoDate; today: IsoDate; chosen: DayRange | undefined };

/** A day with everything that it holds, and how many days are chosen with it. */
function cellWords(entries: readonly CalendarEntry[], { day, today, chosen }: CellDay): string {
  const held = entriesOn(entries, day);
  const free = day < today ? m.calendar_day_past() : m.calendar_day_free();
  const words = { day: wholeDay(day), state: held.length > 0 ? listed(held.map(entryWords)) : free };
  if (!chosen) return m.calendar_day(words);
  const days = m.common_days({ days: daysBetween(chosen.from, chosen.until) + 1 });
  return m.calendar_days_chosen({ ...words, days });
}

const stateNames: Record<HostCalendarCar["state"], () => string> = {
  submitted: m.calendar_state_submitted,
  listed: m.calendar_state_listed,
  paused: m.calendar_state_paused,
  declined: m.calendar_state_declined,
  retired: m.calendar_state_retired,
};
