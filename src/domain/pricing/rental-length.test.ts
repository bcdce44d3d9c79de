import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, addMonths, fromDayNumber, toDayNumber } from "#domain/dates.ts";
import {
  completedMonths,
  rentalErrorField,
  isLongEnough,
  rentalDays,
  rentalError,
  rentalErrors,
  rentalMonths,
  returnDateFor,
} from "./rental-length.ts";

const from = (pickupDate: string, returnDate: string) => ({ pickupDate, returnDate });
const pickups = fc
  .integer({ min: toDayNumber("2026-01-01"), max: toDayNumber("2033-12-31") })
  .map(fromDayNumber);
const lengths = fc.integer({ min: 1, max: 400 });

describe("months of a rental", () => {
  it.each([
    // pickup, return, days, billed, completed
    ["2026-12-01", "2026-12-31", 30, 1, 1],
    ["2026-12-01", "2027-01-01", 31, 2, 1],
    ["2027-01-31", "2027-02-27", 27, 1, 1],
    ["2027-02-01", "2027-02-28", 27, 1, 1],
    ["2028-02-01", "2028-02-29", 28, 1, 1],
    ["2028-01-31", "2028-02-28", 28, 1, 1],
    ["2027-02-01", "2027-03-03", 30, 1, 1],
    ["2026-12-01", "2027-02-28", 89, 3, 3],
    ["2026-12-01", "2027-02-27", 88, 3, 2],
    ["2026-12-01", "2027-03-01", 90, 3, 3],
    ["2026-07-01", "2026-08-31", 61, 2, 2],
    ["2026-07-01", "2026-09-01", 62, 3, 2],
    ["2026-01-01", "2026-12-31", 364, 12, 12],
    ["2026-01-01", "2027-01-01", 365, 13, 12],
    ["2028-02-29", "2029-02-27", 364, 12, 12],
  ])(
    "a rental from %s to %s has %d days, %d billed months, %d completed",
    (pickupDate, returnDate, days, billed, completed) => {
      const rental = from(pickupDate, returnDate);
      expect([rentalDays(rental), rentalMonths(rental), completedMonths(rental)]).toEqual([
        days,
        billed,
        completed,
      ]);
    },
  );

  it("a rental is never billed for more months than were chosen", () => {
    fc.assert(
      fc.property(pickups, fc.integer({ min: 1, max: 13 }), (pickupDate, months) => {
        expect(rentalMonths(from(pickupDate, returnDateFor(pickupDate, months)))).toBeLessThanOrEqual(months);
      }),
    );
  });

  it("a shorter rental is never billed for more months than a longer one", () => {
    fc.assert(
      fc.property(pickups, lengths, (pickupDate, days) => {
        const months = (length: number) => rentalMonths(from(pickupDate, addDays(pickupDate, length)));
        expect(months(days)).toBeLessThanOrEqual(months(days + 1));
      }),
    );
  });

  it("a rental's completed months are its billed months or one fewer", () => {
    fc.assert(
      fc.property(pickups, lengths, (pickupDate, days) => {
        const rental = from(pickupDate, addDays(pickupDate, days));
        const missing = rentalMonths(rental) - completedMonths(rental);
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("isLongEnough", () => {
  it.each([
    ["2026-12-01", "2026-12-31", 30, true],
    ["2026-12-01", "2026-12-30", 30, false],
    ["2027-02-01", "2027-02-28", 30, true],
    ["2027-02-01", "2027-02-27", 30, false],
    ["2027-01-31", "2027-02-27", 30, true],
    ["2028-02-01", "2028-02-28", 30, false],
    ["2028-02-01", "2028-02-29", 30, true],
    ["2027-01-01", "2027-02-28", 60, true],
    ["2027-01-01", "2027-02-27", 60, false],
    ["2027-02-01", "2027-03-31", 60, true],
    ["2027-02-01", "2027-03-16", 45, false],
    ["2027-02-01", "2027-03-18", 45, true],
    ["2027-02-01", "2027-02-08", 1, false],
    ["2026-12-01", "2026-12-31", 7, true],
  ])(
    "whether %s to %s is long enough with a minimum of %d days: %s",
    (pickupDate, returnDate, minimum, isEnough) => {
      expect(isLongEnough(from(pickupDate, returnDate), minimum)).toBe(isEnough);
    },
  );

  it("a month of the home search is long enough on every day", () => {
    fc.assert(
      fc.property(pickups, fc.integer({ min: 1, max: 13 }), (pickupDate, months) => {
        expect(isLongEnough(from(pickupDate, returnDateFor(pickupDate, months)), 30 * months)).toBe(true);
      }),
    );
  });
});

describe("rentalError", () => {
  const today = "2026-11-21";
  it.each([
    ["2026-11-21", "2026-12-21", undefined],
    ["2026-11-20", "2026-12-31", "pickup_past"],
    ["2028-11-21", "2028-12-31", undefined],
    ["2028-11-22", "2028-12-31", "pickup_too_late"],
    ["2026-12-01", "2026-12-01", "return_before_pickup"],
    ["2026-12-01", "2026-11-30", "return_before_pickup"],
    ["2026-12-01", "2026-12-20", "too_short"],
    ["2026-12-01", "2027-12-31", undefined],
    ["2026-12-01", "2028-01-01", "too_long"],
    ["2027-02-01", "2028-02-29", undefined],
    ["2026-12-01", "2199-12-31", "too_long"],
  ])("a rental from %s to %s has the error %s", (pickupDate, returnDate, error) => {
    expect(rentalError(from(pickupDate, returnDate), today)).toBe(error);
  });

  it("a rental is held to the car's own minimum, never below 30 days", () => {
    const rental = from("2026-12-01", "2027-01-05");
    expect([
      rentalError(rental, today, 60),
      rentalError(rental, today, 35),
      rentalError(from("2026-12-01", "2026-12-20"), today, 7),
    ]).toEqual(["too_short", undefined, "too_short"]);
  });

  it("a rental is held to the car's own maximum", () => {
    const rental = from("2026-12-01", "2027-01-30");
    expect([rentalError(rental, today, 30, 60), rentalError(rental, today, 30, 59)]).toEqual([
      undefined,
      "too_long",
    ]);
  });

  it("a pickup may be 24 months after a leap day", () => {
    expect(addMonths("2028-02-29", 24)).toBe("2030-02-28");
    expect(rentalError(from("2030-02-28", "2030-04-30"), "2028-02-29")).toBeUndefined();
    expect(rentalError(from("2030-03-01", "2030-04-30"), "2028-02-29")).toBe("pickup_too_late");
  });

  it.each(
    rentalErrors.map((error) => [error, error.startsWith("pickup") ? "pickupDate" : "returnDate"] as const),
  )("the error %s belongs to the field %s", (error, field) => {
    expect(rentalErrorField(error)).toBe(field);
  });
});
