import { expect, it } from "vitest";
import type { ShownStretch } from "#contract/stretches.ts";
import { nextCarWords } from "./next-car.ts";

const stretch = (number: number, carName: string, from: string, until: string): ShownStretch => ({
  number,
  carName,
  from,
  until,
  isWithoutCar: carName === "",
});
const words = (today: string, ...stretches: ShownStretch[]) =>
  nextCarWords({ status: "in_progress", stretches }, today);
const civic = stretch(1, "Honda Civic", "2026-11-01", "2026-12-14");

it("the renter's present car is named until the order's next car begins", () => {
  const niro = stretch(2, "Kia Niro", "2026-12-14", "2027-02-28");
  expect(words("2026-12-01", civic, niro)).toBe(
    "Until Dec 14, 2026: Honda Civic. From Dec 14, 2026: Kia Niro.",
  );
  expect(words("2026-12-14", civic, niro)).toBeUndefined();
  expect(words("2026-12-01", civic)).toBeUndefined();
});

it("no car is named for days without one", () => {
  const later = [
    stretch(2, "", "2026-12-14", "2026-12-20"),
    stretch(3, "Kia Niro", "2026-12-20", "2027-02-28"),
  ];
  expect(words("2026-12-01", civic, ...later)).toBe(
    "Until Dec 14, 2026: Honda Civic. From Dec 20, 2026: Kia Niro.",
  );
  expect(words("2026-12-16", civic, ...later)).toBe("From Dec 20, 2026: Kia Niro.");
});
