import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { HostCalendar } from "#contract/host/calendar.ts";
import { type IsoDate, later } from "#domain/dates.ts";
import { hostCalendarQuery } from "#web/calendar/queries.ts";
import { useToday } from "#web/layout/business.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { CarDays } from "./car-row.tsx";
import { BlockDialog } from "./block-dialog.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { EntryList } from "./entry-list.tsx";
import { type CalendarEntry, entriesOf } from "./lay-out.ts";
import { Legend } from "./legend.tsx";
import { OtherCalendars } from "./other-calendars.tsx";
import type { Selection } from "./selection.ts";
import { readSpan, type ShownSpan, spanFrom, spanOf, spanQuery } from "./span.ts";
import { SpanSwitch } from "./span-switch.tsx";
import { Timeline } from "./timeline.tsx";

export const meta = () => pageMeta({ title: m.calendar_title() });

type OpenEntry =
  | { kind: "days"; carId: string; from: IsoDate; until: IsoDate }
  | { kind: "entry"; carId: string; entry: CalendarEntry };

/** All cars of a host with their days: the orders, the blocks, and the days taken in other calendars. */
export default function CalendarPage() {
  const [search, setSearch] = useSearchParams();
  const today = useToday();
  const [opened, setOpened] = useState<OpenEntry>();
  const [selection, setSelection] = useState<Selection>();
  const [says, setSays] = useState("");
  const shown = readSpan(search, today);
  const calendar = useQuery(hostCalendarQuery(shown));
  const { data, error, isPlaceholderData } = calendar;
  const read = useMemo(() => data && readCalendar(data), [data]);
  // Drawing very many days may be interrupted: until it is done the former days stay.
  const drawn = useDeferredValue(read);
  const cars = drawn?.cars ?? [];
  const openEntry = useCallback(
    (carId: string, entry: CalendarEntry) => setOpened({ kind: "entry", carId, entry }),
    [],
  );
  const show = (next: ShownSpan) => setSearch(spanQuery(next, today), { preventScrollReset: true });
  const block = (carId: string, { from, until }: { from: IsoDate; until: IsoDate }) => {
    if (until < today) return setSays(m.calendar_over());
    setSays("");
    setOpened({ kind: "days", carId, from: later(from, today), until });
  };
  // The keyboard goes on from the same day, with nothing chosen.
  const close = () => {
    setOpened(undefined);
    setSelection((now) => now && { ...now, anchor: now.day });
  };

  return (
    <>
      <header className="me-head">
        <h1 className="h2">{m.calendar_title()}</h1>
        {cars.length > 0 && (
          <button
            className="btn btn-primary btn-sm"
            type="button"
            onClick={() => block(cars[0]?.car.id ?? "", { from: today, until: today })}
          >
            <Icon name="lock" />
            {m.calendar_block()}
          </button>
        )}
      </header>
      <Failed error={error} title={m.calendar_failed()} onRetry={() => void calendar.refetch()} />
      {!drawn && !error && <Waiting>{m.calendar_loading()}</Waiting>}
      {drawn && cars.length === 0 && (
        <div className="empty">
          <p>{m.calendar_no_cars()}</p>
          <Link className="btn btn-primary" to="/host/cars">
            {m.calendar_to_cars()}
          </Link>
        </div>
      )}
      {drawn && cars.length > 0 && (
        <>
          <section className="stack gap-4" aria-label={m.calendar_timeline()}>
            {!cars.some(({ car }) => car.state === "listed") && (
              <p className="small muted">
                {m.calendar_none_listed()} <Link to="/host/cars">{m.calendar_to_cars()}</Link>
              </p>
            )}
            <SpanSwitch shown={shown} today={today} onShow={show} />
            <Timeline
              selection={selection}
              onSelect={setSelection}
              cars={cars}
              shown={drawn.shown}
              today={today}
              isBusy={isPlaceholderData || drawn !== read}
              onDays={block}
              onEntry={openEntry}
              onBeyond={(day) => show(spanFrom(shown.span, day, today))}
            />
            <Legend />
            <p className="small muted max-md:hidden" id="calendar-how">
              {m.calendar_how()}
            </p>
            <p className="small muted md:hidden">{m.calendar_how_touch()}</p>
            <p className="small font-label empty:hidden" role="status">
              {says}
            </p>
            <EntryList cars={cars} shown={drawn.shown} onEntry={openEntry} />
          </section>
          <OtherCalendars cars={cars} address={drawn.address} />
        </>
      )}
      {opened?.kind === "days" && <BlockDialog cars={cars} begun={opened} today={today} onClose={close} />}
      {opened?.kind === "entry" && (
        <EntryDialog
          of={cars.find(({ car }) => car.id === opened.carId)}
          entry={opened.entry}
          onEntry={openEntry}
          onClose={close}
        />
      )}
    </>
  );
}

const readCalendar = ({ cars, address, ...days }: HostCalendar) => ({
  cars: cars
    .filter(({ state }) => state !== "retired")
    .map((car): CarDays => ({ car, entries: entriesOf(car) })),
  shown: spanOf(days),
  address,
});
