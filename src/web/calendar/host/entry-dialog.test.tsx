import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { HostCalendarCar } from "#contract/host/calendar.ts";
import { CarRow } from "./car-row.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { type CalendarEntry, entriesOf } from "./lay-out.ts";

const car: HostCalendarCar = {
  id: "7",
  brand: "Toyota",
  model: "Camry",
  trim: "LE",
  year: 2022,
  plateNumber: "8ABC123",
  state: "listed",
  orders: [
    {
      id: "o1",
      orderNumber: "LB-1",
      status: "confirmed",
      isAsked: true,
      pickupDate: "2026-12-01",
      returnDate: "2026-12-30",
    },
  ],
  blocks: [],
  feedDays: [
    { feedId: "f1", label: "Turo", from: "2026-12-30", until: "2027-01-02" },
    { feedId: "f1", label: "Turo", from: "2027-01-09", until: "2027-01-10" },
  ],
  heldDays: [],
};
const entries = entriesOf(car);
const shown = { span: "month", from: "2026-12-01", until: "2026-12-31" } as const;

const dialogOf = (entry: CalendarEntry | undefined) =>
  entry &&
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <EntryDialog of={{ car, entries }} entry={entry} onEntry={() => {}} onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const rowOn = (day: string, chosen?: { from: string; until: string }) =>
  renderToStaticMarkup(
    <CarRow
      car={car}
      entries={entries}
      shown={shown}
      today="2026-12-01"
      day={day}
      isActive
      chosen={chosen}
      pointed={undefined}
    />,
  );

it("the dialog of an order offers the other calendar's days that clash with it, and the other way round", () => {
  expect(dialogOf(entries[0])).toMatch(/Also on these days.*Another calendar: Turo.*Dec 30, 2026/);
  expect(dialogOf(entries[1])).toMatch(/Also on these days.*Order LB-1, Confirmed/);
  expect(dialogOf(entries[2])).not.toContain("Also on these days");
});

it("a car's row has one cell, which names its day and everything on it", () => {
  const row = rowOn("2026-12-30");
  expect(row.match(/role="gridcell"/g)?.length).toBe(1);
  expect(row).toContain(
    'aria-label="Wednesday, December 30, 2026: Order LB-1, Confirmed, Another calendar: Turo"',
  );
  expect(row).toContain('aria-colindex="31"');
});

it("the cell says how many days are chosen with it", () => {
  expect(rowOn("2026-12-31", { from: "2026-12-31", until: "2027-01-02" })).toContain(
    'aria-label="Thursday, December 31, 2026: Another calendar: Turo. 3 days chosen" ',
  );
});
