import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import {
  blockHostCar,
  type HostBlock,
  type HostCalendarOrder,
  unblockHostCar,
} from "#contract/host/calendar.ts";
import { daysBetween } from "#domain/dates.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { statusName } from "#web/ui/format/status-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ModalHead, useModal, whenClosed } from "#web/ui/modal.tsx";
import { toast } from "#web/ui/toast.ts";
import type { CarDays } from "./car-row.tsx";
import { type CalendarEntry, entriesWithin } from "./lay-out.ts";
import { carWords, entryName, entryWords, kindIcons, kindNames, rangeWords } from "./words.ts";

/** Milliseconds in which a block that was taken away can be put back from the toast. */
const undoLength = 12_000;

const explained: Partial<Record<CalendarEntry["kind"], () => string>> = {
  admin: m.calendar_admin_text,
  feed: m.calendar_feed_text,
  held: m.calendar_held_text,
};

type EntryDialogProps = {
  /** The entry's car with all its entries. */
  of: CarDays | undefined;
  entry: CalendarEntry;
  onEntry: (carId: string, entry: CalendarEntry) => void;
  onClose: () => void;
};

/**
 * The entry that has some days of a car, and a way to the others that have some of them too: an order that clashes
 * with another calendar. The host can remove their own blocks.
 */
export function EntryDialog({ of, entry, onEntry, onClose }: EntryDialogProps) {
  const dialog = useModal();
  const title = useRef<HTMLHeadingElement>(null);
  const opened = useRef(entry.id);
  // The pressed button of another entry is gone with its list.
  useEffect(() => {
    if (opened.current !== entry.id) title.current?.focus();
    opened.current = entry.id;
  }, [entry.id]);
  const car = of?.car;
  const beside = entriesWithin(of?.entries ?? [], entry).filter(({ id }) => id !== entry.id);
  const isLate = entry.kind === "order" && entry.order.lateUntil !== undefined;
  const text = isLate ? m.calendar_late_text() : explained[entry.kind]?.();
  const { from, until } =
    entry.kind === "order" ? { from: entry.from, until: entry.order.returnDate } : entry;
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby="entry-title" onClose={whenClosed(onClose)}>
      <ModalHead dialog={dialog}>
        <h2
          className="h3 self-center flex items-center gap-2.5 wrap-anywhere"
          id="entry-title"
          tabIndex={-1}
          ref={title}
        >
          <Icon name={kindIcons[entry.kind]} />
          {entry.kind === "order"
            ? m.calendar_order({ orderNumber: entryName(entry) })
            : kindNames[entry.kind]()}
        </h2>
      </ModalHead>
      <dl className="named">
        {car && <Fact name={m.calendar_car_label()}>{carWords(car)}</Fact>}
        <Fact name={m.calendar_days_label()}>
          {rangeWords({ from, until })} · {m.common_days({ days: daysBetween(from, until) + 1 })}
        </Fact>
        {entry.kind === "order" && (
          <Fact name={m.calendar_status_label()}>{statusName(entry.order.status)}</Fact>
        )}
        {entry.kind === "own" && entry.block.note && <Fact name={m.calendar_note()}>{entry.block.note}</Fact>}
        {entry.kind === "feed" && <Fact name={m.calendar_feed_label()}>{entry.feed.label}</Fact>}
      </dl>
      {text && <p className="small muted">{text}</p>}
      {entry.kind === "order" && <OrderLink order={entry.order} />}
      {entry.kind === "own" && car && (
        <Unblock key={entry.id} carId={car.id} block={entry.block} onDone={() => dialog.current?.close()} />
      )}
      {car && beside.length > 0 && (
        <section className="stack gap-1 pt-4 border-t border-line" aria-labelledby="entry-beside">
          <h3 className="small font-label" id="entry-beside">
            {m.calendar_beside()}
          </h3>
          <ul>
            {beside.map((other) => (
              <li key={other.id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
                <button className="linklike" type="button" onClick={() => onEntry(car.id, other)}>
                  {entryWords(other)}
                </button>
                <span className="small muted num">{rangeWords(other)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </dialog>
  );
}

/** A request links to its page. An order that the host can't answer yet has no link. */
function OrderLink({ order: { id, status, isAsked } }: { order: HostCalendarOrder }) {
  if (status === "pending" && !isAsked) return null;
  const isRequest = status === "pending";
  return (
    <p>
      <Link className="btn btn-secondary" to={`/host/${isRequest ? "requests" : "trips"}/${id}`}>
        {isRequest ? m.host_trips_open_request() : m.host_trips_open()}
      </Link>
    </p>
  );
}

type UnblockProps = { carId: string; block: HostBlock; onDone: () => void };

/** Lets the car be rented again on the days of a block; for a moment that can be undone. */
function Unblock({ carId, block: { id, from, until, note }, onDone }: UnblockProps) {
  const cache = useQueryClient();
  const refresh = () => makeStale(cache, "car");
  const blockAgain = async () => {
    try {
      await api(blockHostCar, {
        params: { id: carId },
        body: { id: crypto.randomUUID(), from, until, note },
      });
      toast({ title: m.calendar_blocked(), description: rangeWords({ from, until }) });
    } catch (error) {
      toast({
        title: m.calendar_not_blocked(),
        description: sessionErrorWords(error),
        variant: "destructive",
      });
    }
    await refresh();
  };
  const remove = useMutation({
    mutationFn: () => api(unblockHostCar, { params: { id: carId, blockId: id } }),
    onSuccess: async () => {
      await refresh();
      onDone();
      toast({
        title: m.calendar_unblocked(),
        description: rangeWords({ from, until }),
        action: { label: m.calendar_undo(), length: undoLength, run: () => void blockAgain() },
      });
    },
  });
  return (
    <>
      <Failed error={remove.error} />
      <p className="acts">
        <button
          className="btn btn-secondary"
          type="button"
          aria-busy={remove.isPending || undefined}
          onClick={() => !remove.isPending && remove.mutate()}
        >
          {m.calendar_unblock()}
        </button>
      </p>
    </>
  );
}
