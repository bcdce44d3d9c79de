import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { earnedBy, lastEarningDay, postingDays, rentalOf } from "./earnings.ts";
import { type InstalmentLine, sumOf } from "#domain/pricing/instalments.ts";
import { recognitionEntries, revenueAccounts } from "./ledger.ts";

const november = { startsOn: "2026-11-16", endsOn: "2026-12-16", dueOn: "2026-11-16" };
const total = (earned: ReturnType<typeof earnedBy>) =>
  revenueAccounts.reduce((sum, account) => sum + earned[account], 0);

describe("the earnings of an installment", () => {
  it("an installment earns a thirtieth of thirty days on the first day, and all of it on the last", () => {
    const month = { ...november, lines: [{ kind: "rental", amount: 90_000 } as const] };
    const rental = rentalOf([month]);
    const earned = (on: string) => earnedBy([month], rental, on).rental_revenue;
    expect(["2026-11-15", "2026-11-16", "2026-11-30", "2026-12-15", "2027-03-01"].map(earned)).toEqual([
      0, 3_000, 45_000, 90_000, 90_000,
    ]);
    expect(lastEarningDay([month], rental)).toBe("2026-12-15");
  });

  it("an installment earns nothing before it is billed", () => {
    const late = { ...november, dueOn: "2026-11-20", lines: [{ kind: "rental", amount: 90_000 } as const] };
    expect(earnedBy([late], rentalOf([late]), "2026-11-19").rental_revenue).toBe(0);
    expect(earnedBy([late], rentalOf([late]), "2026-11-20").rental_revenue).toBe(15_000);
  });

  it("a charge and the amount kept of a canceled rental are earned at once", () => {
    const on = { startsOn: "2026-11-20", endsOn: "2026-11-20", dueOn: "2026-11-20" };
    const charge = { ...on, lines: [{ kind: "damage", amount: 5_000 } as const] };
    const kept = { ...on, lines: [{ kind: "kept", amount: 7_000 } as const] };
    expect(earnedBy([charge, kept], november, on.startsOn)).toMatchObject({
      fees: 5_000,
      rental_revenue: 7_000,
    });
    expect(lastEarningDay([charge], november)).toBeUndefined();
  });

  it("an amount added by a change is earned over the rental's remaining days", () => {
    const rest = { startsOn: "2026-12-06", endsOn: "2026-12-06", dueOn: "2026-12-06" };
    const beside = { ...rest, lines: [{ kind: "rental", amount: 1_000 } as const] };
    expect(earnedBy([beside], november, "2026-12-06").rental_revenue).toBe(100);
    expect(earnedBy([beside], november, "2026-12-15").rental_revenue).toBe(1_000);
  });

  it("earnings never include tax", () => {
    const lines: InstalmentLine[] = [{ kind: "taxes", amount: 9_000 }];
    expect(total(earnedBy([{ ...november, lines }], november, "2027-01-01"))).toBe(0);
  });

  it("the daily parts of an installment sum to each line to the cent", () => {
    const kinds = fc.constantFrom("rental", "duration_discount", "insurance", "promo", "fees");
    const line = fc.record({ kind: kinds, amount: fc.integer({ min: -900_000, max: 900_000 }) });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 1, max: 400 }), (lines, days) => {
        const month = { ...november, endsOn: addDays(november.startsOn, days), lines };
        const parts = Array.from({ length: days }, (_, day) => {
          const on = addDays(november.startsOn, day);
          return total(earnedBy([month], month, on)) - total(earnedBy([month], month, addDays(on, -1)));
        });
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(sumOf(lines));
      }),
    );
  });
});

describe("the days on which earnings are posted", () => {
  it("earnings are posted on the last day of each ended month, and today for the current month", () => {
    expect(postingDays("2026-11-16", "2026-11-20")).toEqual(["2026-11-20"]);
    expect(postingDays("2026-11-16", "2027-01-02")).toEqual(["2026-11-30", "2026-12-31", "2027-01-02"]);
    expect(postingDays("2026-12-31", "2026-12-31")).toEqual(["2026-12-31"]);
  });
});

it("the difference of earned and posted revenue is moved by entries that sum to zero", () => {
  const none = { rental_revenue: 0, insurance: 0, fees: 0, promo: 0 };
  const earned = { ...none, rental_revenue: 3_000, promo: -500 };
  expect(recognitionEntries(earned, none)).toEqual([
    { account: "deferred_revenue", amount: 2_500 },
    { account: "rental_revenue", amount: -3_000 },
    { account: "promo", amount: 500 },
  ]);
  expect(recognitionEntries(none, earned).map(({ amount }) => amount)).toEqual([-2_500, 3_000, -500]);
  expect(recognitionEntries(earned, earned)).toEqual([]);
});
