import { formatDate, type IsoDate } from "#domain/dates.ts";
import { longestRentalMonths } from "#domain/pricing/rental-length.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { firstReturn, type Picked, type Picking } from "./pick-days.ts";

export { pickDay } from "./pick-days.ts";

const dayWords = (date: IsoDate): string => formatDate(date, currentLanguage());

/** What is chosen, and what the calendar waits for. */
export function choiceWords({
  pickupDate,
  returnDate,
  minRentDays,
}: Pick<Picking, "pickupDate" | "returnDate" | "minRentDays">): string {
  if (!pickupDate) return m.car_pick_pickup();
  if (!returnDate)
    return m.car_pick_return({
      date: dayWords(pickupDate),
      from: dayWords(firstReturn(pickupDate, minRentDays)),
    });
  return m.car_pick_done({
    dates: m.order_dates({ from: dayWords(pickupDate), until: dayWords(returnDate) }),
  });
}

/** Why a day can't be had. */
export function refusalWords(picked: Exclude<Picked, { kind: "picked" }>): string {
  if (picked.kind === "taken") return m.car_pick_taken({ date: dayWords(picked.from) });
  if (picked.kind === "too_short") return m.car_pick_short({ date: dayWords(picked.from) });
  if (picked.kind === "blocked") return m.car_pick_blocked({ date: dayWords(picked.until) });
  return picked.kind === "past" ? m.car_pick_past() : m.car_pick_long({ months: longestRentalMonths });
}
