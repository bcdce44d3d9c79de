import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chargebackEntries,
  reasonAmong,
  type ChargebackSums,
  chargebackAudience,
  owedAfter,
} from "./chargebacks.ts";

const cents = fc.integer({ min: 0, max: 10_000_000 });
const sums: fc.Arbitrary<ChargebackSums> = fc.record({
  withdrawn: cents,
  reinstated: cents,
  fee: cents,
  owed: cents,
});
const nothing: ChargebackSums = { withdrawn: 0, reinstated: 0, fee: 0, owed: 0 };

/** The balances of the accounts after a chargeback has moved each of these sums. */
function accountsAfter(steps: readonly ChargebackSums[]): Map<string, number> {
  const accounts = new Map<string, number>();
  let before = nothing;
  for (const now of steps) {
    for (const { account, amount } of Object.values(chargebackEntries(before, now)).flat())
      accounts.set(account, (accounts.get(account) ?? 0) + amount);
    before = now;
  }
  return new Map([...accounts].filter(([, amount]) => amount !== 0));
}

describe("the ledger entries of a chargeback", () => {
  it("a chargeback's entries sum to zero in each transaction", () => {
    fc.assert(
      fc.property(sums, sums, (before, now) => {
        for (const entries of Object.values(chargebackEntries(before, now)))
          expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      }),
    );
  });

  it("a chargeback's balances are the same after any earlier steps", () => {
    fc.assert(
      fc.property(fc.array(sums, { maxLength: 5 }), sums, (steps, last) => {
        expect(new Map(accountsAfter([...steps, last]))).toEqual(accountsAfter([last]));
      }),
    );
  });

  it("only a lost chargeback is owed, up to the money that is gone", () => {
    const moved = { withdrawn: 900, reinstated: 200 };
    expect(
      (["open", "under_review", "won", "lost"] as const).map((state) => owedAfter(state, moved)),
    ).toEqual([0, 0, 0, 700]);
    expect(owedAfter("lost", { withdrawn: 0, reinstated: 0 })).toBe(0);
    expect(owedAfter("lost", { withdrawn: 100, reinstated: 300 })).toBe(0);
  });
});

describe("reasonAmong", () => {
  it("a provider's chargeback reason has our word, and an unknown one is other", () => {
    expect(["fraudulent", "toString", ""].map((code) => reasonAmong({ fraudulent: "fraud" }, code))).toEqual([
      "fraud",
      "other",
      "other",
    ]);
  });
});

describe("the people notified of a chargeback", () => {
  it.each([
    ["open", undefined, ["administrators"]],
    ["under_review", undefined, ["administrators"]],
    ["under_review", "open", []],
    ["open", "open", []],
    ["open", "lost", []],
    ["lost", undefined, ["administrators", "renter"]],
    ["lost", "under_review", ["administrators", "renter"]],
    ["lost", "won", ["administrators", "renter"]],
    ["lost", "lost", []],
    ["won", undefined, []],
    ["won", "open", []],
  ] as const)(
    "the right people are notified of a chargeback that is %s after %s",
    (state, before, audience) => {
      expect(chargebackAudience(state, before)).toEqual(audience);
    },
  );
});
