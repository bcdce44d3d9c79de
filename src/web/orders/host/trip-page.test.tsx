import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { HostTrip } from "#contract/host/trips.ts";
import { hostTripQuery } from "./queries.ts";
import HostTripPage from "./trip-page.tsx";

const trip = {
  id: "7",
  orderNumber: "LB-2345-6789",
  status: "in_progress",
  car: { id: "1", name: "Honda Civic", image: "/civic.webp" },
  pickupDate: "2026-11-01",
  returnDate: "2026-12-14",
  rentalFrom: "2026-11-01",
  pickupTime: "10:00",
  returnTime: "10:00",
  days: 43,
  months: 1,
  city: "San Jose",
  milesIncluded: 1500,
  renter: { firstName: "Mei", since: null, rentals: 0, mean: null, isVerified: true, name: "Mei Zhang" },
  earnings: null,
  isEarlier: true,
  stage: "running",
  startedAt: null,
  endedAt: null,
} as HostTrip;

it("the host of an earlier car gets links to message the renter and us about the rental", () => {
  const cache = new QueryClient();
  cache.setQueryData(hostTripQuery("7").queryKey, trip);
  const props = { params: { id: "7" } } as ComponentProps<typeof HostTripPage>;
  const html = renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <HostTripPage {...props} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const links = [...html.matchAll(/href="(\/host\/messages[^"]*)"/g)].map(([, to]) => to);
  expect(links).toEqual(["/host/messages/new?order=7&amp;to=renter", "/host/messages/new?order=7"]);
});
