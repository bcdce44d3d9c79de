import { expect, it } from "vitest";
import { mayHoldUnpaid, mostUnpaidBookings } from "./unpaid-holds.ts";

const none = { ofPerson: 0, ofNetwork: 0, inAll: 0, fleet: 100 };

it.each([
  ["nobody holds anything", {}, true],
  ["a person holds two", { ofPerson: 2, inAll: 2 }, true],
  ["a person holds three", { ofPerson: 3, inAll: 3 }, false],
  ["a network holds three", { ofNetwork: 3, inAll: 3 }, false],
  ["all hold nine of a hundred", { inAll: 9 }, true],
  ["all hold a tenth", { inAll: 10 }, false],
  ["the fleet has 19 cars and one is held", { inAll: 1, fleet: 19 }, false],
  ["the fleet has 20 cars and one is held", { inAll: 1, fleet: 20 }, true],
  ["the fleet has three cars and none is held", { fleet: 3 }, true],
] as const)("one more unpaid hold when %s: %s gives %s", (_, counts, may) => {
  expect(mayHoldUnpaid({ ...none, ...counts })).toBe(may);
});

it("a person may have one unpaid booking, or three with a verified license", () => {
  expect([mostUnpaidBookings(false), mostUnpaidBookings(true)]).toEqual([1, 3]);
});
