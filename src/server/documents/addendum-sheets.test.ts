import { expect, it } from "vitest";
import type { RentalState } from "#server/db/schema/changes.ts";
import { documentParties } from "#test/document-parties.ts";
import { addendumSheet } from "./addendum-sheets.ts";

const issued = {
  order: { language: "en", orderNumber: "LB-1", customerName: "Wei Lin", carName: "Toyota Camry" },
  number: "D-1",
  at: Date.parse("2026-12-01T20:00:00Z"),
  ...documentParties(),
} as const;
const before: RentalState = {
  status: "confirmed",
  total: 75_000,
  pickupLocation: "1 Market Street",
  pickupTime: "10:00",
  returnTime: "10:00",
};

it("an addendum names only what changed of place and times", () => {
  const said = (after: Partial<RentalState>) =>
    addendumSheet(issued, { before, after: { ...before, ...after } })
      .facts.slice(-2)
      .map(({ value }) => value);
  expect(said({ pickupLocation: "9 Harbor Way" })).toEqual([
    "1 Market Street · $750.00",
    "9 Harbor Way · $750.00",
  ]);
  expect(said({ pickupTime: "12:30" })).toEqual([
    "10:00 AM – 10:00 AM · $750.00",
    "12:30 PM – 10:00 AM · $750.00",
  ]);
});
