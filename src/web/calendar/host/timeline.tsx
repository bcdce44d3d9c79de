import { memo, useMemo } from "react";
import type { HostCalendarCar } from "#contract/host/calendar.ts";
import { daysBetween, type IsoDate, toDayNumber } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { longMonth, shortMonth } from "#web/ui/format/month-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { type CalendarEntry, entriesOf, entryOn, layOut } from "./lay-out.ts";
import { selectedDays, type Selection } from "./selection.ts";
import { daysOf, type ShownSpan } from "./span.ts";
import styles from "./timeline.module.css";
import { useDaySelection } from "./use-day-selection.ts";
import { carWords, entryName, entryWords, kindIcons, narrowWeekday, wholeDay } from "./words.ts";

export type CarDays = { car: HostCalendarCar; entries: CalendarEntry[] };

type TimelineProps = {
  /** The position of the keys and the pointer, and the days chosen with them. */
  selection: Selection | undefined;
  onSelect: (selection: Selection) => void;
  cars: readonly CarDays[];
  shown: ShownSpan;
  today: IsoDate;
  /** The requested days are loading, and the shown days are older. */
  isBusy: boolean;
  /** Called with the chosen days of a car. `onEntry` is called with the pressed entry. */
  onDays: (carId: string, days: { from: IsoDate; until: IsoDate }) => void;
  onEntry: (carId: string, entry: CalendarEntry) => void;
  onBeyond: (day: IsoDate) => void;
};

type Day = { date: IsoDate; words: string; kind: "past" | "today" | "weekend" | undefined };

/** All cars with their days side by side. Each car is a row, and bars show its entries. */
export function Timeline(props: TimelineProps) {
  const { selection, onSelect, cars, shown, today, isBusy, onDays, onEntry, onBeyond } = props;
  const { from, until, span } = shown;
  const days = useMemo(() => daysOf({ from, until }).map((date) => dayOf(date, today)), [from, until, today]);
  const entriesOfCar = (carId: string) => cars.find(({ car }) => car.id === carId)?.entries ?? [];
  const onChoose = (choice: Selection) => {
    if (isBusy) return;
    const chosen = selectedDays(choice);
    const entry = chosen.from === chosen.until ? entryOn(entriesOfCar(choice.carId), chosen.from) : undefined;
    if (entry) onEntry(choice.carId, entry);
    else onDays(choice.carId, chosen);
  };
  const { grid, active, handlers } = useDaySelection({
    selection,
    onSelect,
    carIds: cars.map(({ car }) => car.id),
    shown,
    today,
    isTaken: (carId, day) => entryOn(entriesOfCar(carId), day) !== undefined,
    onChoose,
    onBeyond,
  });
  const columns = { gridTemplateColumns: `var(--name) repeat(${days.length}, minmax(var(--day), 1fr))` };

  return (
    <div className={styles.scroller} ref={(scroller) => beginAtToday(scroller, `${span} ${from}`)}>
      <div
        ref={grid}
        className={styles.grid}
        role="grid"
        aria-label={m.calendar_grid_label()}
        aria-multiselectable="true"
        aria-describedby="calendar-how"
        aria-busy={isBusy || undefined}
        data-span={span}
        style={{ minWidth: `calc(var(--name) + ${days.length} * var(--day))` }}
        {...handlers}
      >
        <TimelineHead days={days} span={span} columns={columns} />
        {cars.map(({ car, entries }) => (
          <CarRow
            key={car.id}
            car={car}
            span={span}
            entries={entries}
            days={days}
            columns={columns.gridTemplateColumns}
            active={active.carId === car.id ? active.day : undefined}
            anchor={active.carId === car.id ? active.anchor : undefined}
          />
        ))}
      </div>
    </div>
  );
}

function dayOf(date: IsoDate, today: IsoDate): Day {
  // 1 January 1970 was a Thursday.
  const weekday = (toDayNumber(date) + 4) % 7;
  const isWeekend = weekday === 0 || weekday === 6;
  const kind = date < today ? "past" : date === today ? "today" : isWeekend ? "weekend" : undefined;
  return { date, words: wholeDay(date), kind };
}

/** Scrolls to today when new days are shown that don't all fit. */
function beginAtToday(scroller: HTMLElement | null, shown: string): void {
  if (!scroller || scroller.dataset.shown === shown) return;
  scroller.dataset.shown = shown;
  const today = scroller.querySelector<HTMLElement>("[data-day][data-kind='today']");
  const first = scroller.querySelector<HTMLElement>("[data-day]");
  scroller.scrollLeft = today && first ? today.offsetLeft - first.offsetLeft : 0;
}

type HeadProps = { days: readonly Day[]; span: ShownSpan["span"]; columns: { gridTemplateColumns: string } };

/** Months and days above the rows, hidden from screen readers: each cell has its day as its name. */
function TimelineHead({ days, span, columns }: HeadProps) {
  const months = [...Map.groupBy(days, ({ date }) => date.slice(0, 7))];
  let column = 2;
  return (
    <div className={styles.head} style={columns} aria-hidden="true">
      {months.map(([month, { length }]) => {
        if (span === "month") return null;
        const start = column;
        column += length;
        return (
          <span
            key={month}
            className={styles.month}
            style={{ gridColumn: `${start} / span ${length}`, gridRow: 1 }}
          >
            <b>{span === "year" ? shortMonth(month) : longMonth(month)}</b>
          </span>
        );
      })}
      {span !== "year" &&
        days.map(({ date, kind }, at) => {
          const isNamed = span === "month" || (toDayNumber(date) + 4) % 7 === 1;
          return isNamed ? (
            <span
              key={date}
              className={styles.number}
              data-kind={kind}
              style={{ gridColumn: at + 2, gridRow: 2 }}
            >
              {span === "month" && <small>{narrowWeekday(date)}</small>}
              <i>{Number(date.slice(8))}</i>
            </span>
          ) : null;
        })}
    </div>
  );
}

/** The number of days that a bar needs for its name to fit. */
const leastNamed: Record<ShownSpan["span"], number> = { month: 2, quarter: 8, year: 60 };

type CarRowProps = {
  car: HostCalendarCar;
  span: ShownSpan["span"];
  entries: readonly CalendarEntry[];
  days: readonly Day[];
  columns: string;
  /** The position of the keys in this row, and the day where the choice began. */
  active: IsoDate | undefined;
  anchor: IsoDate | undefined;
};

const CarRow = memo(function CarRow({ car, span, entries, days, columns, active, anchor }: CarRowProps) {
  const [from, until] = [days[0]?.date ?? "", days.at(-1)?.date ?? ""];
  const { bars, lanes } = useMemo(() => layOut(entries, { from, until }), [entries, from, until]);
  const chosen =
    active !== undefined && anchor !== undefined && anchor !== active
      ? selectedDays({ carId: car.id, anchor, day: active })
      : undefined;
  const drawn = chosen && layOut([{ ...chosen, id: "", kind: "held" }], { from, until }).bars[0];
  const height = { minHeight: `${lanes * 2.25 + 1}rem` };
  return (
    <div className={styles.row} role="row" style={{ gridTemplateColumns: columns }} data-car={car.id}>
      <div className={styles.name} role="rowheader">
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
      </div>
      {days.map(({ date, words, kind }, at) => {
        const entry = entryOn(entries, date);
        const isChosen = chosen !== undefined && chosen.from <= date && date <= chosen.until;
        return (
          <div
            key={date}
            className={styles.day}
            role="gridcell"
            tabIndex={active === date ? 0 : -1}
            aria-selected={isChosen}
            aria-label={m.calendar_day({
              day: words,
              state: entry
                ? entryWords(entry)
                : kind === "past"
                  ? m.calendar_day_past()
                  : m.calendar_day_free(),
            })}
            data-day={date}
            data-kind={kind}
            data-begins={date.endsWith("-01") || undefined}
            style={{ gridColumn: at + 2, ...height }}
          />
        );
      })}
      {bars.map(({ entry, start, length, lane, goesBefore, goesAfter }) => (
        <span
          key={entry.id}
          className={styles.bar}
          aria-hidden="true"
          data-entry={entry.kind}
          data-status={entry.kind === "order" ? entry.order.status : undefined}
          data-before={goesBefore || undefined}
          data-after={goesAfter || undefined}
          style={{ gridColumn: `${start + 2} / span ${length}`, marginTop: `${lane * 2.25 + 0.5}rem` }}
        >
          {length >= leastNamed[span] && (
            <span>
              <Icon name={kindIcons[entry.kind]} />
              {entryName(entry)}
            </span>
          )}
        </span>
      ))}
      {drawn && (
        <span
          className={styles.chosen}
          aria-hidden="true"
          style={{ gridColumn: `${drawn.start + 2} / span ${drawn.length}` }}
        >
          {daysBetween(chosen.from, chosen.until) + 1}
        </span>
      )}
    </div>
  );
});

const stateNames: Record<HostCalendarCar["state"], () => string> = {
  submitted: m.calendar_state_submitted,
  listed: m.calendar_state_listed,
  paused: m.calendar_state_paused,
  declined: m.calendar_state_declined,
  retired: m.calendar_state_retired,
};

export const carDaysOf = (cars: readonly HostCalendarCar[]): CarDays[] =>
  cars.map((car) => ({ car, entries: entriesOf(car) }));
