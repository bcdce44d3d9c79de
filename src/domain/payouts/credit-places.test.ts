import { expect, it } from "vitest";
import { creditPlace } from "./credit-places.ts";

it("each credit of a host has exactly one place: paid, under way, payable, waiting or covered", () => {
  const credit = {
    payoutStatus: null,
    payableOn: "2026-12-09",
    amount: 100,
    awaitsPickup: false,
    isPickedUp: false,
    isDenied: false,
    isCovered: false,
  } as const;
  const cases = [
    [{}, "2026-12-08", "waits_for_day"],
    [{}, "2026-12-09", "payable"],
    [{ awaitsPickup: true }, "2026-12-31", "waits_for_pickup"],
    [{ awaitsPickup: true, isPickedUp: true }, "2026-12-09", "payable"],
    [{ isDenied: true }, "2026-12-31", "waits_for_review"],
    [{ amount: -100, isDenied: true }, "2026-12-09", "payable"],
    [{ amount: -100 }, "2026-12-08", "waits_for_day"],
    [{ amount: -100, isCovered: true, awaitsPickup: true }, "2026-12-09", "covered"],
    [{ payoutStatus: "made" }, "2026-12-09", "under_way"],
    [{ payoutStatus: "paid" }, "2026-12-09", "paid"],
  ] as const;
  for (const [some, today, place] of cases) expect(creditPlace({ ...credit, ...some }, today)).toBe(place);
});
