import type { Availability } from "#contract/cars.ts";
import { rentableRanges } from "#domain/pricing/availability.ts";
import { formatDate } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";

/** When the car can next be had and when it is somebody's, as sentences. */
export function availabilityWords({
  free,
  taken,
  from,
  minRentDays,
}: Pick<Availability, "free" | "taken" | "from" | "minRentDays">): string {
  const language = currentLanguage();
  const day = (date: string) => formatDate(date, language);
  const next = rentableRanges(free, minRentDays, 1)[0];
  const first = !next
    ? m.car_free_never()
    : next.from === from
      ? m.car_free_now()
      : m.car_free_from({ date: day(next.from) });
  if (taken.length === 0) return first;
  const ranges = taken
    .map((range) => m.car_range({ from: day(range.from), until: day(range.until) }))
    .join(m.common_list_separator());
  return [first, m.car_taken_ranges({ ranges })].join(language === "zh" ? "" : " ");
}
