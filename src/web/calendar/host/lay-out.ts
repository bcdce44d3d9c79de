import type { FeedDays, HostBlock, HostCalendarCar, HostCalendarOrder } from "#contract/host/calendar.ts";
import { daysBetween, type IsoDate } from "#domain/dates.ts";

type Days = { id: string; from: IsoDate; until: IsoDate };
/** Days of a car that are taken. The first and last day are included. */
export type CalendarEntry = Days &
  (
    | { kind: "order"; order: HostCalendarOrder }
    | { kind: "own" | "desk"; block: HostBlock }
    | { kind: "feed"; feed: FeedDays }
    | { kind: "held" }
  );
export type EntryKind = CalendarEntry["kind"];
export const entryKinds = ["order", "own", "desk", "feed", "held"] as const satisfies readonly EntryKind[];

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
      kind: block.isOwn ? "own" : "desk",
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
  const bars = entries
    .filter((entry) => entry.from <= until && entry.until >= from)
    .map((entry): Bar => {
      const free = ends.findIndex((end) => end < entry.from);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = entry.until;
      const first = entry.from < from ? from : entry.from;
      const last = entry.until > until ? until : entry.until;
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

/** The entry on a day. An entry of ours comes before another calendar's entry on the same day. */
export function entryOn(entries: readonly CalendarEntry[], day: IsoDate): CalendarEntry | undefined {
  const all = entries.filter(({ from, until }) => from <= day && day <= until);
  return all.find(({ kind }) => kind !== "feed") ?? all[0];
}

/** The entries that prevent a block. Days of another calendar don't: they and a block only keep renters away. */
export const inTheWay = (
  entries: readonly CalendarEntry[],
  { from, until }: { from: IsoDate; until: IsoDate },
): CalendarEntry[] =>
  entries.filter((entry) => entry.kind !== "feed" && entry.from <= until && entry.until >= from);
