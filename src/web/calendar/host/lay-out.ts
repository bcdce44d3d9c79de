import type { FeedDays, HostBlock, HostCalendarCar, HostCalendarOrder } from "#contract/host/calendar.ts";
import { daysBetween, earlier, type IsoDate, later } from "#domain/dates.ts";

type Days = { id: string; from: IsoDate; until: IsoDate };
/** Days of a car that are taken. The first and last day are included. */
export type CalendarEntry = Days &
  (
    | { kind: "order"; order: HostCalendarOrder }
    | { kind: "own" | "admin"; block: HostBlock }
    | { kind: "feed"; feed: FeedDays }
    | { kind: "held" }
  );
export type EntryKind = CalendarEntry["kind"];
export const entryKinds = ["order", "own", "admin", "feed", "held"] as const satisfies readonly EntryKind[];

/** All entries that take a car's days, in the order of their first days. */
export function entriesOf({
  orders,
  blocks,
  feedDays,
  heldDays,
}: Pick<HostCalendarCar, "orders" | "blocks" | "feedDays" | "heldDays">): CalendarEntry[] {
  const all: CalendarEntry[] = [
    ...orders.map((order): CalendarEntry => {
      const { id, pickupDate: from, returnDate, lateUntil: until = returnDate } = order;
      return { id, kind: "order", from, until, order };
    }),
    ...blocks.map((block): CalendarEntry => ({
      id: block.id,
      kind: block.isOwn ? "own" : "admin",
      from: block.from,
      until: block.until,
      block,
    })),
    ...feedDays.map((feed): CalendarEntry => {
      const { feedId, from, until } = feed;
      return { id: `${feedId} ${from}`, kind: "feed", from, until, feed };
    }),
    ...heldDays.map(({ from, until }): CalendarEntry => ({ id: `held ${from}`, kind: "held", from, until })),
  ];
  return all.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0));
}

/**
 * An entry as it is drawn: the position of its first visible day, the number of its visible days, its lane among
 * overlapping entries, and whether it goes on before or after the visible days.
 */
export type Bar = {
  entry: CalendarEntry;
  start: number;
  length: number;
  lane: number;
  goesBefore: boolean;
  goesAfter: boolean;
};

export function layOut(
  entries: readonly CalendarEntry[],
  { from, until }: { from: IsoDate; until: IsoDate },
): { bars: Bar[]; lanes: number } {
  /** The last day of each lane so far. */
  const ends: IsoDate[] = [];
  const bars = entriesWithin(entries, { from, until }).map((entry): Bar => {
    const free = ends.findIndex((end) => end < entry.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = entry.until;
    const [first, last] = [later(entry.from, from), earlier(entry.until, until)];
    return {
      entry,
      start: daysBetween(from, first),
      length: daysBetween(first, last) + 1,
      lane,
      goesBefore: entry.from < from,
      goesAfter: entry.until > until,
    };
  });
  return { bars, lanes: Math.max(1, ends.length) };
}

/** The entries on a day. Ours come before another calendar's. */
export function entriesOn(entries: readonly CalendarEntry[], day: IsoDate): CalendarEntry[] {
  const all = entriesWithin(entries, { from: day, until: day });
  return [...all.filter(({ kind }) => kind !== "feed"), ...all.filter(({ kind }) => kind === "feed")];
}

/** The entries that have some of the days. */
export const entriesWithin = (
  entries: readonly CalendarEntry[],
  { from, until }: { from: IsoDate; until: IsoDate },
): CalendarEntry[] => entries.filter((entry) => entry.from <= until && entry.until >= from);

/** The entries that prevent a block. Days of another calendar don't: they and a block only keep renters away. */
export const inTheWay = (
  entries: readonly CalendarEntry[],
  days: { from: IsoDate; until: IsoDate },
): CalendarEntry[] => entriesWithin(entries, days).filter(({ kind }) => kind !== "feed");
