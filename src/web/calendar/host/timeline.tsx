import { useMemo, useState } from "react";
import { daysBetween, type IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { bandsOf } from "./backdrop.ts";
import { type CarDays, CarRow } from "./car-row.tsx";
import { type CalendarEntry, entriesOn } from "./lay-out.ts";
import { selectedDays, type Selection } from "./selection.ts";
import { countOf, firstOfMonth, columnOf, type ShownSpan } from "./span.ts";
import { TimelineHead } from "./timeline-head.tsx";
import { TimelineTip } from "./timeline-tip.tsx";
import styles from "./timeline.module.css";
import { type CarDay, useDaySelection } from "./use-day-selection.ts";

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

/** All cars with their days side by side. Each car is a row, and bars show its entries. */
export function Timeline(props: TimelineProps) {
  const { selection, onSelect, cars, shown, today, isBusy, onDays, onEntry, onBeyond } = props;
  const { span, from, until } = shown;
  const [lastPointed, setPointed] = useState<CarDay>();
  const pointed =
    lastPointed && from <= lastPointed.day && lastPointed.day <= until ? lastPointed : undefined;
  const entriesOfCar = (carId: string) => cars.find(({ car }) => car.id === carId)?.entries ?? [];
  const onChoose = (choice: Selection, entryId?: string) => {
    if (isBusy) return;
    const chosen = selectedDays(choice);
    const entries = entriesOfCar(choice.carId);
    const pressed = entries.find(({ id }) => id === entryId);
    const entry = pressed ?? (chosen.from === chosen.until ? entriesOn(entries, chosen.from)[0] : undefined);
    if (entry) onEntry(choice.carId, entry);
    else onDays(choice.carId, chosen);
  };
  const { grid, active, handlers } = useDaySelection({
    selection,
    onSelect,
    carIds: cars.map(({ car }) => car.id),
    shown,
    today,
    isBusy,
    isTaken: (carId, day) => entriesOn(entriesOfCar(carId), day).length > 0,
    onChoose,
    onBeyond,
    onPoint: setPointed,
  });
  const chosen = active.anchor === active.day ? undefined : selectedDays(active);
  const chosenFrom = chosen?.from;
  const chosenUntil = chosen?.until;
  const range = useMemo(
    () => (chosenFrom && chosenUntil ? { from: chosenFrom, until: chosenUntil } : undefined),
    [chosenFrom, chosenUntil],
  );
  const tip = range
    ? { carId: active.carId, days: range }
    : pointed && { carId: pointed.carId, days: { from: pointed.day, until: pointed.day } };
  const count = countOf(shown);

  return (
    <div
      className={styles.scroller}
      data-span={span}
      ref={(scroller) => beginAtToday(scroller, shown, today)}
    >
      <div
        ref={grid}
        className={styles.grid}
        role="grid"
        aria-label={m.calendar_grid_label()}
        aria-multiselectable="true"
        aria-describedby="calendar-how"
        aria-busy={isBusy || undefined}
        aria-colcount={count + 1}
        style={{ minWidth: `calc(var(--name) + ${count} * var(--day))` }}
        {...handlers}
      >
        <TimelineHead shown={shown} today={today} />
        <Backdrop shown={shown} today={today} />
        {cars.map(({ car, entries }) => (
          <CarRow
            key={car.id}
            car={car}
            entries={entries}
            shown={shown}
            today={today}
            day={active.day}
            isActive={active.carId === car.id}
            chosen={active.carId === car.id ? range : undefined}
            pointed={pointed?.carId === car.id ? pointed.day : undefined}
          />
        ))}
        {tip && <TimelineTip {...tip} grid={grid} shown={shown} entries={entriesOfCar(tip.carId)} />}
      </div>
    </div>
  );
}

/** Scrolls to today, or to its month, when new days are shown that don't all fit. */
function beginAtToday(scroller: HTMLElement | null, shown: ShownSpan, today: IsoDate): void {
  const key = `${shown.span} ${shown.from}`;
  if (!scroller || scroller.dataset.shown === key) return;
  scroller.dataset.shown = key;
  const days = scroller.querySelector<HTMLElement>("[data-days]");
  const part = daysBetween(shown.from, shown.span === "month" ? today : firstOfMonth(today)) / countOf(shown);
  scroller.scrollLeft = days && part > 0 && part < 1 ? days.clientWidth * part : 0;
}

const Backdrop = ({ shown, today }: { shown: ShownSpan; today: IsoDate }) => (
  <div className={styles.backdrop} aria-hidden="true">
    {bandsOf(shown, today).map((band) => (
      <span key={`${band.kind} ${band.start}`} data-band={band.kind} style={columnOf(shown, band)} />
    ))}
  </div>
);
