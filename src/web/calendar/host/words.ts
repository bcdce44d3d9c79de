import type { HostCalendarCar } from "#contract/host/calendar.ts";
import { dateFormat } from "#domain/date-format.ts";
import { formatRange, type IsoDate, startInUtc } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { statusName } from "#web/ui/format/status-names.ts";
import type { IconName } from "#web/ui/icon.tsx";
import { showDate } from "#web/ui/format/show-date.ts";
import type { CalendarEntry, EntryKind } from "./lay-out.ts";

export const kindNames: Record<EntryKind, () => string> = {
  order: m.calendar_kind_order,
  own: m.calendar_kind_own,
  admin: m.calendar_kind_admin,
  feed: m.calendar_kind_feed,
  held: m.calendar_kind_held,
};

export const kindIcons: Record<EntryKind, IconName> = {
  order: "key",
  own: "lock",
  admin: "shield",
  feed: "refresh",
  held: "clock",
};

/** A short name of an entry: the order's number, the host's note, or the other calendar's name. */
export function entryName(entry: CalendarEntry): string {
  if (entry.kind === "order") return entry.order.orderNumber;
  if (entry.kind === "own" && entry.block.note) return entry.block.note;
  if (entry.kind === "feed" && entry.feed.label) return entry.feed.label;
  return kindNames[entry.kind]();
}

/** An entry's name with its kind, for users who don't see the bar. */
export function entryWords(entry: CalendarEntry): string {
  const [name, kind] = [entryName(entry), kindNames[entry.kind]()];
  if (entry.kind === "order")
    return m.calendar_entry_order({ orderNumber: name, status: statusName(entry.order.status) });
  return name === kind ? kind : m.calendar_entry_named({ kind, name });
}

export function rangeWords({ from, until }: { from: IsoDate; until: IsoDate }): string {
  const language = currentLanguage();
  return from === until ? showDate(from) : m.own_orders_dates(formatRange(from, until, language));
}

const dayNamed = (day: IsoDate, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(currentLanguage(), { timeZone: "UTC", ...options }).format(startInUtc(day));

/** "Wednesday, December 2, 2026". */
export const wholeDay = (day: IsoDate): string => dayNamed(day, { dateStyle: "full" });
/** "W", or "三". */
export const narrowWeekday = (day: IsoDate): string => dayNamed(day, { weekday: "narrow" });

export const carWords = ({ brand, model, trim, year }: HostCalendarCar): string =>
  m.calendar_car({ year: String(year), name: shownCarName([brand, model, trim].filter(Boolean).join(" ")) });
