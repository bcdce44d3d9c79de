import { expect, it } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { rentalErrorWords } from "#web/ui/form/words/rental-error-words.ts";
import { choiceWords, refusalWords } from "./pick-words.ts";

const choice = { today: "2026-11-22", minRentDays: 30, pickupDate: "2026-12-01", returnDate: "2026-12-31" };

it("dates from the address are described, even if they are wrong", () => {
  expect(choiceWords(choice)).toEqual({
    words: m.car_pick_done({ dates: m.order_dates({ from: "Dec 1, 2026", until: "Dec 31, 2026" }) }),
    isRefusal: false,
  });
  expect(choiceWords({ ...choice, returnDate: "2026-12-06" })).toEqual({
    words: m.car_pick_short({ date: "Dec 31, 2026" }),
    isRefusal: true,
  });
  expect(choiceWords({ ...choice, pickupDate: "2026-11-01" })).toEqual({
    words: rentalErrorWords("pickup_past"),
    isRefusal: true,
  });
  expect(choiceWords({ ...choice, returnDate: "2027-02-01", maxRentDays: 60 })).toEqual({
    words: "This car can be rented for 60 days at most",
    isRefusal: true,
  });
});

it("the longest rental of a car is named, by its host's rule or ours", () => {
  expect(refusalWords({ kind: "too_long", days: 60 })).toBe("This car can be rented for 60 days at most.");
  expect(refusalWords({ kind: "too_long" })).toBe("Too long. 13 months at most.");
});
