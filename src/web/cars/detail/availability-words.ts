import type { Availability } from "#contract/cars.ts";
import { rentableRanges } from "#domain/pricing/availability.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";

/** Sentences that say when the car is free next, and when it is taken. */
export function availabilityWords({
  free,
  taken,
  from,
  minRentDays,
}: Pick<Availability, "free" | "taken" | "from" | "minRentDays">): string {
  const next = rentableRanges(free, minRentDays, 1)[0];
  const first = !next
    ? m.car_free_never()
    : next.from === from
      ? m.car_free_now()
      : m.car_free_from({ date: showDate(next.from) });
  if (taken.length === 0) return first;
  const ranges = taken
    .map((range) => m.car_range({ from: showDate(range.from), until: showDate(range.until) }))
    .join(m.common_list_separator());
  return [first, m.car_taken_ranges({ ranges })].join(currentLanguage() === "zh" ? "" : " ");
}
