import { describe, expect, it } from "vitest";
import { providerPostings } from "./provider-postings.ts";
import type { ReportLine } from "./reconciliation.ts";

const line = (more: Partial<ReportLine>): ReportLine => ({
  ref: "pi_1",
  kind: "payment",
  amount: 10_000,
  fee: 320,
  currency: "usd",
  on: "2026-11-20",
  ...more,
});
const sums = (lines: ReportLine[]) =>
  providerPostings("paypal", lines).flatMap(({ entries }) =>
    entries
      .filter(({ account }) => account !== "provider_clearing")
      .map(({ account, amount }) => [account, amount]),
  );

describe("the entries of a provider's report that belong to no order", () => {
  it.each([
    ["the fee of a payment", line({}), [["provider_fees", 320]]],
    ["a fee by itself", line({ kind: "fee", amount: -250, fee: 0 }), [["provider_fees", 250]]],
    ["a fee that comes back", line({ kind: "refund", amount: -100, fee: -10 }), [["provider_fees", -10]]],
    ["a payout", line({ kind: "payout", amount: -9_000, fee: 0 }), [["bank", 9_000]]],
    [
      "a payout that costs something",
      line({ kind: "payout", amount: -9_000, fee: 50 }),
      [
        ["provider_fees", 50],
        ["bank", 9_000],
      ],
    ],
    ["no chargeback, which is posted with its order", line({ kind: "dispute", fee: 1_500 }), []],
    ["no fee of a dispute either", line({ kind: "fee", amount: -2_000, fee: 0, isOfDispute: true }), []],
    ["nothing in another currency", line({ currency: "eur" }), []],
  ])("a provider's report posts %s", (_, reported, expected) => {
    expect(sums([reported])).toEqual(expected);
    for (const { entries } of providerPostings("stripe", [reported]))
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it("each line of one payment has a key of its own", () => {
    const keys = providerPostings("stripe", [line({ id: "a" }), line({ id: "b" })]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });
});
