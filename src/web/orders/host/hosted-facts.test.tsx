import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { HostRequest } from "#contract/host/requests.ts";
import { HostedFacts } from "./hosted-facts.tsx";

const order = {
  renter: { firstName: "Wei", since: null, rentals: 0, isVerified: false },
  pickupDate: "2026-10-16",
  returnDate: "2027-01-15",
  pickupTime: "10:00",
  returnTime: "10:00",
  days: 91,
  city: "San Jose",
  milesIncluded: 3000,
} as unknown as HostRequest;

it("the host's page promises a check of the license only before the keys are handed over", () => {
  const before = renderToStaticMarkup(<HostedFacts order={order} />);
  expect(before).toContain("License not verified yet; we check it before the keys");
  const after = renderToStaticMarkup(<HostedFacts order={order} isHandedOver />);
  expect(after).toContain("License not verified");
  expect(after).not.toContain("before the keys");
});
