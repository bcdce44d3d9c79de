import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { IsoDate } from "#domain/dates.ts";
import { isActive } from "#domain/orders/lifecycle.ts";
import { m } from "#web/paraglide/messages.js";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";

/**
 * Until when the renter has which car, and from when the next one; undefined unless a rental has yet to go on with
 * its next car, whose name the order already has.
 */
export function nextCarWords(
  { status, stretches }: Pick<OwnOrderDetail, "status" | "stretches">,
  today: IsoDate,
) {
  if (!isActive(status)) return undefined;
  const next = stretches.at(-1);
  if (!next || stretches.length === 1 || next.from <= today) return undefined;
  const now = stretches.find(
    ({ from, until, isWithoutCar }) => !isWithoutCar && from <= today && today <= until,
  );
  const then = { next: shownCarName(next.carName), from: showDate(next.from) };
  return now
    ? m.trip_cars_until({ car: shownCarName(now.carName), until: showDate(now.until), ...then })
    : m.trip_cars_from(then);
}
