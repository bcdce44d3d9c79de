import { memo, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import type { CarDays } from "./car-row.tsx";
import { type CalendarEntry, entriesWithin } from "./lay-out.ts";
import type { ShownSpan } from "./span.ts";
import { carWords, entryWords, rangeWords } from "./words.ts";

type EntryListProps = {
  cars: readonly CarDays[];
  shown: ShownSpan;
  onEntry: (carId: string, entry: CalendarEntry) => void;
};

/** The bars of the timeline as a list in words, written once it is opened. */
export const EntryList = memo(function EntryList({ cars, shown, onEntry }: EntryListProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.calendar_as_list()}</summary>
      <div className="grid gap-5">
        {(isOpen ? cars : []).map(({ car, entries }) => {
          const listed = entriesWithin(entries, shown);
          return (
            <div key={car.id} className="grid gap-1">
              <h3 className="font-label tracking-[0]">{carWords(car)}</h3>
              {listed.length === 0 ? (
                <p className="muted">{m.calendar_all_free()}</p>
              ) : (
                <ul>
                  {listed.map((entry) => (
                    <li key={entry.id} className="flex flex-wrap gap-x-4 py-1.5 border-b border-line">
                      <span className="num min-w-56">{rangeWords(entry)}</span>
                      <button className="linklike" type="button" onClick={() => onEntry(car.id, entry)}>
                        {entryWords(entry)}
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          );
        })}
      </div>
    </details>
  );
});
