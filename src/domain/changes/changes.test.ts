import { describe, expect, it } from "vitest";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { offerEnds } from "./may-change.ts";
import { earlyEnd } from "./price-of-change.ts";
import { changedFields, mayChangeHandover, mayNotMovePlace } from "./changes.ts";

describe("place and times of a handover", () => {
  it.each([
    // Clocks change in the night before this pickup: a day is still 24 hours.
    ["2026-11-01", "10:00"],
    ["2027-03-14", "09:30"],
    ["2026-12-24", "20:00"],
  ])("a handover may change until exactly 24 hours before %s %s", (pickupDate, pickupTime) => {
    const last = instantInLosAngeles(pickupDate, pickupTime) - 24 * 3_600_000;
    const order = { status: "confirmed" as const, pickupDate, pickupTime };
    expect([mayChangeHandover(order, last), mayChangeHandover(order, last + 1)]).toEqual([true, false]);
    const open = orderStatuses.filter((status) => mayChangeHandover({ ...order, status }, last));
    expect(open).toEqual(["pending", "confirmed"]);
  });

  it("a handover keeps its place while an open change waits and a host has promised the car", () => {
    const hosted = { status: "confirmed", hostId: "h" } as const;
    const [asked, offered] = [{ kind: "extension" }, { kind: "swap" }] as const;
    expect([asked, offered, undefined].map((open) => mayNotMovePlace(hosted, open))).toEqual([
      "waiting",
      "offered",
      undefined,
    ]);
    expect(mayNotMovePlace({ ...hosted, hostId: null }, asked)).toBeUndefined();
    expect(mayNotMovePlace({ ...hosted, status: "pending" }, asked)).toBeUndefined();
  });

  it("the changed fields of a handover are listed one by one", () => {
    const before = { pickupLocation: "1 A St", pickupTime: "10:00", returnTime: "10:00" };
    expect(changedFields(before, before)).toEqual([]);
    expect(changedFields(before, { ...before, returnTime: "11:00", pickupLocation: "" })).toEqual([
      "pickupLocation",
      "returnTime",
    ]);
  });
});

it("an offer of another car in a running rental lapses before the return date", () => {
  const rental = { pickupDate: "2026-10-02", returnDate: "2026-12-01", pickupTime: "10:00" };
  const at = (date: string, time: string) => instantInLosAngeles(date, time);
  const running = { ...rental, status: "in_progress" as const };
  expect(offerEnds(running, at("2026-11-30", "09:00"))).toBe(at("2026-12-01", "00:00"));
  expect(offerEnds(running, at("2026-11-20", "09:00"))).toBe(at("2026-11-23", "09:00"));
  const awaited = { ...rental, status: "confirmed" as const };
  expect(offerEnds(awaited, at("2026-10-01", "09:00"))).toBe(at("2026-10-02", "10:00"));
  expect(offerEnds(awaited, at("2026-10-02", "09:30"))).toBe(at("2026-10-02", "10:30"));
});

it("a rental continued with another car may end without notice on the day after its first day", () => {
  const rental = { pickupDate: "2026-10-02", carSince: "2026-10-09" };
  const asked = { returnDate: "2026-10-10", askedOn: "2026-10-09" };
  expect(earlyEnd(rental, asked)).toBe("2026-10-10");
  expect(earlyEnd({ ...rental, carSince: null }, asked)).toBe("2026-11-06");
  expect(earlyEnd(rental, { ...asked, returnDate: "2026-10-11" })).toBe("2026-11-06");
});
