import { expect, it } from "vitest";
import { rentalErrorWords } from "./rental-error-words.ts";

const car = { minRentDays: 45, maxRentDays: 90, noticeDays: 3 };

it("the error of wrong dates names the car's own limits, or ours without any", () => {
  expect(rentalErrorWords("too_short", car)).toBe("The minimum rental is 45 days");
  expect(rentalErrorWords("too_long", car)).toBe("This car can be rented for 90 days at most");
  expect(rentalErrorWords("too_long", { minRentDays: 30 })).toBe("The maximum rental is 13 months");
  expect(rentalErrorWords("too_long")).toBe("The maximum rental is 13 months");
});

it("the error of an early pickup names the first day after the host's notice period", () => {
  expect(rentalErrorWords("notice_too_short", car, "2026-11-29")).toBe(
    "Choose a pickup date from Dec 2, 2026: this car needs 3 days’ notice",
  );
  expect(rentalErrorWords("notice_too_short", { ...car, noticeDays: 1 }, "2026-11-29")).toBe(
    "Choose a pickup date from Nov 30, 2026: this car needs one day’s notice",
  );
  // The page was loaded before the host set a notice period.
  expect(rentalErrorWords("notice_too_short", { minRentDays: 30 }, "2026-11-29")).toBe(
    "Please check this field",
  );
});
