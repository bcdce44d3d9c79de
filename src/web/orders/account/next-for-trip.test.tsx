import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { NextForTrip } from "./next-for-trip.tsx";

function shown(order: Partial<OwnOrderDetail>): string {
  const usual = {
    id: "0d3a0000-0000-4000-8000-000000000001",
    lacks: ["agreement"],
    dueNow: "14.25",
    location: null,
    pickupDate: "2026-10-25",
    returnDate: "2026-11-24",
    pickupTime: "10:00",
    returnTime: "10:00",
    pickupLocation: "12 Lytton Avenue",
    car: { id: "0d3a0000-0000-4000-8000-000000000002", name: "Toyota Camry LE" },
  };
  const Page = () => <NextForTrip order={{ ...usual, ...order } as OwnOrderDetail} />;
  const Stub = createRoutesStub([{ id: "root", path: "/", Component: Page }]);
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { today: "2026-11-24" } } }} />);
}

it.each(["completed", "cancelled"] as const)(
  "a %s trip shows the amount still owed, and no pickup",
  (status) => {
    const page = shown({ status });
    expect(page).toContain("$14.25");
    expect(page).toContain('href="#order-payments"');
    expect(page).not.toContain("Lytton");
    expect(page).not.toContain("/agreement");
    expect(shown({ status, dueNow: "0.00" })).toBe("");
  },
);

it("a confirmed trip shows the amount owed, what is missing, the time and the place", () => {
  const page = shown({ status: "confirmed" });
  for (const words of ["$14.25", "/agreement", "Oct 25, 2026", "Lytton"]) expect(page).toContain(words);
});

it("a trip shows no next step while its renter has to choose another car", () => {
  for (const status of ["confirmed", "in_progress"] as const)
    expect(shown({ status, replacing: true })).toBe("");
});

it("a trip links to its pickup record once nothing is missing, and to its return record on that day", () => {
  expect(shown({ status: "confirmed" })).not.toContain("/trip-start/");
  expect(shown({ status: "confirmed", lacks: [] })).toContain("/trip-start/");
  expect(shown({ status: "confirmed", lacks: [], replacing: true })).not.toContain("/trip-start/");
  expect(shown({ status: "in_progress", lacks: [], returnDate: "2026-11-24" })).toContain("/trip-complete/");
  expect(shown({ status: "in_progress", lacks: [], returnDate: "2026-11-25" })).not.toContain(
    "/trip-complete/",
  );
});
