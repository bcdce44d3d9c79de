import { expect, it } from "vitest";
import { pickupDeniableUntil } from "./pickup-denials.ts";

it("a renter may deny only a pickup recorded by another side, for 72 hours", () => {
  const finishedAt = new Date("2026-12-01T18:00:00Z");
  const pickup = { kind: "pickup", stretch: 1, side: "host", finishedAt } as const;
  const until = new Date("2026-12-04T18:00:00Z");
  const own = { ...pickup, side: "renter" } as const;
  const cases = [
    [pickup, [pickup], until],
    [{ ...pickup, side: "longbay" }, [], until],
    [own, [own], undefined],
    [pickup, [pickup, own], undefined],
    [pickup, [pickup, { ...own, finishedAt: null }], until],
    [pickup, [pickup, { ...own, stretch: 2 }], until],
    [{ ...pickup, kind: "return" }, [], undefined],
    [{ ...pickup, finishedAt: null }, [], undefined],
  ] as const;
  for (const [record, records, expected] of cases)
    expect(pickupDeniableUntil(record, records)).toEqual(expected);
});
