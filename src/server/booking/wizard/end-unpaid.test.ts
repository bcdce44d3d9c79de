import { afterAll, describe, expect, it } from "vitest";
import { dateInLosAngeles } from "#domain/dates.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeOrder, orderRow } from "#test/condition.ts";
import { endUnpaidBookings } from "./end-unpaid.ts";

const test = await startTestApp({
  STRIPE_SECRET_KEY: "sk_test_longbay000",
  STRIPE_WEBHOOK_SECRET: "whsec_longbay000",
});
afterAll(test.close);
const renter = await makePerson(test);
const hour = 3_600_000;
const later = (hours: number) => {
  const now = test.services.now() + hours * hour;
  return { ...test.services, now: () => now };
};

/** Booked now and unpaid, picked up in so many hours. */
async function booked(pickupIn: number): Promise<string> {
  const at = test.services.now() + pickupIn * hour;
  const pickupTime = new Intl.DateTimeFormat("en-GB", {
    timeZone: "America/Los_Angeles",
    hour: "2-digit",
    minute: "2-digit",
  }).format(at);
  const pickupDate = dateInLosAngeles(at);
  const createdAt = new Date(test.services.now());
  return makeOrder(test, renter.id, { isPaid: false, pickupDate, pickupTime, createdAt });
}

describe("the time to pay a booking at a provider", () => {
  it.each([
    ["72 hours, where the pickup is far", 200, 72],
    ["12 hours before the pickup, where that is sooner", 60, 48],
    ["4 hours from confirming at the least", 14, 4],
    ["never longer than to the pickup", 3, 3],
  ])("ends after %s", async (_name, pickupIn, ends) => {
    const id = await booked(pickupIn);
    await endUnpaidBookings(later(Math.max(0, ends - 24)));
    await endUnpaidBookings(later(ends - 0.1));
    expect((await orderRow(test, id)).status).toBe("confirmed");
    await endUnpaidBookings(later(ends + 0.1));
    expect((await orderRow(test, id)).status).toBe("cancelled");
  });
});
