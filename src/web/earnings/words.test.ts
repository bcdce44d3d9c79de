import { expect, it } from "vitest";
import { payoutWaits } from "#domain/payouts/payouts.ts";
import { payoutReason } from "#web/payouts/words.ts";
import { nextPayoutName, shareWords } from "./words.ts";

const rules = ["share", "charge", "write_off", "repayment", "take_back"] as const;
const reasons = ["details_changed", "pickup_denied", "held"];

it("a host reads about their own share, and the back office about the host's share", () => {
  const said = (reader: "host" | "team") => [
    ...rules.map((rule) => shareWords({ rule, sharePercent: 80, amount: "80.00" }, reader)),
    ...reasons.map((reason) => payoutReason(reason, reader)),
  ];
  expect(said("host")).toContain("your 80% share");
  expect(said("team")).toContain("the host’s 80% share");
  expect(said("team").filter((words) => /\byou/i.test(words))).toEqual([]);
});

it("the next payout has a day only if money will be sent on it", () => {
  const next = { on: "2026-12-08", amount: "800.00" };
  expect(nextPayoutName({ ...next, waitsFor: null })).toBe("Next payout, Dec 8, 2026");
  for (const waitsFor of payoutWaits) expect(nextPayoutName({ ...next, waitsFor })).not.toContain("2026");
});
