import { longestRentalMonths, rentalError } from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import { rentalErrorWords } from "#web/ui/form/words/rental-error-words.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { firstReturn, type PickResult, type PickState } from "./pick-days.ts";

export { pickDay } from "./pick-days.ts";

/** The chosen dates and the next step in words. Wrong dates from the address get their error. */
export function choiceWords({
  today,
  pickupDate,
  returnDate,
  minRentDays,
  maxRentDays,
}: Omit<PickState, "taken">): {
  words: string;
  isRefusal: boolean;
} {
  if (!pickupDate) return { words: m.car_pick_pickup(), isRefusal: false };
  if (!returnDate) {
    const from = showDate(firstReturn(pickupDate, minRentDays));
    return { words: m.car_pick_return({ date: showDate(pickupDate), from }), isRefusal: false };
  }
  const error = rentalError({ pickupDate, returnDate }, today, minRentDays, maxRentDays);
  if (error === "too_short")
    return {
      words: m.car_pick_short({ date: showDate(firstReturn(pickupDate, minRentDays)) }),
      isRefusal: true,
    };
  if (error) return { words: rentalErrorWords(error, { minRentDays, maxRentDays }), isRefusal: true };
  const dates = m.order_dates({ from: showDate(pickupDate), until: showDate(returnDate) });
  return { words: m.car_pick_done({ dates }), isRefusal: false };
}

/** The reason why a day can't be chosen. */
export function refusalWords(picked: Exclude<PickResult, { kind: "picked" }>): string {
  if (picked.kind === "taken") return m.car_pick_taken({ date: showDate(picked.from) });
  if (picked.kind === "too_short") return m.car_pick_short({ date: showDate(picked.from) });
  if (picked.kind === "blocked") return m.car_pick_blocked({ date: showDate(picked.until) });
  if (picked.kind === "past") return m.car_pick_past();
  return picked.days === undefined
    ? m.car_pick_long({ months: longestRentalMonths })
    : m.car_pick_long_car({ days: picked.days });
}
