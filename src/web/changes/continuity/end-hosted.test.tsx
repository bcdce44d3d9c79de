// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HostTrip } from "#contract/host/trips.ts";
import { m } from "#web/paraglide/messages.js";
import { EndHosted } from "./end-hosted.tsx";

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.setSystemTime("2026-12-01T20:00:00Z");
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["its next car is ahead", "2026-12-20", "Dec 20, 2026"],
  ["its car was the first", "2026-11-01", "Dec 1, 2026"],
])("the shown last day is the one that the server counts, when %s", async (_where, pickupDate, last) => {
  const trip = {
    id: "1",
    status: "in_progress",
    rentalFrom: "2026-11-01",
    pickupTime: "10:00",
    pickupDate,
    returnDate: "2027-02-28",
  } as HostTrip;
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <EndHosted trip={trip} />
      </QueryClientProvider>,
    ),
  );
  const reason = page.querySelector("select");
  if (!reason) throw new Error("There is no reason to choose");
  act(() => {
    reason.value = "broken";
    reason.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await act(async () => page.querySelector<HTMLButtonElement>("[type=submit]")?.click());
  expect(document.body.textContent).toContain(m.ending_follows_last_day({ day: last }));
});
