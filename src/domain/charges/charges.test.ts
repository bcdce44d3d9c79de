import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chargeCategories } from "./categories.ts";
import {
  askedBeside,
  type ChargeMove,
  chargeDecisions,
  chargeMoves,
  chargeStatuses,
  decidedAmount,
  isProposable,
  isChargeReminderDue,
  lateDays,
  mayMoveCharge,
  silenceMove,
} from "./charges.ts";
import { milesRead } from "./miles.ts";

describe("a charge", () => {
  it("a charge goes from proposed to one of its ends and never back", () => {
    const moves = Object.keys(chargeMoves) as ChargeMove[];
    const allowed = chargeStatuses.map((status) => [
      status,
      moves.filter((move) => mayMoveCharge(status, move)),
    ]);
    expect(Object.fromEntries(allowed)).toEqual({
      proposed: ["accept", "contest", "lapse_accepted", "lapse_disputed", "withdraw"],
      accepted: [],
      contested: ["decide", "withdraw"],
      decided: [],
      withdrawn: [],
    });
  });

  it.each([
    ["damage", 100, 0, true, "lapse_disputed"],
    ["tolls", 50_000, 0, true, "lapse_accepted"],
    ["tolls", 50_001, 0, true, "lapse_disputed"],
    ["tolls", 100, 49_900, true, "lapse_accepted"],
    ["tolls", 100, 49_901, true, "lapse_disputed"],
    ["cleaning", 100, 0, false, "lapse_disputed"],
    ["extra_miles", 2_500, 0, true, "lapse_accepted"],
  ] as const)(
    "a charge of %s over %i beside %i (can answer: %s) becomes by silence %s",
    (category, amount, beside, canAnswer, move) => {
      expect(silenceMove({ category, amount, beside, canAnswer })).toBe(move);
    },
  );

  const at = (hours: number) => new Date(hours * 3_600_000);
  const open = { answer: null, answeredAt: null, closedBy: null, closedAt: null };
  const asked = (id: string, amount: number, more: object = {}) => ({
    id,
    category: "cleaning" as const,
    amount,
    proposedBy: "host",
    proposedAt: at(100),
    ...open,
    ...more,
  });

  it.each([
    ["waits for an answer", {}, true],
    ["came later", { proposedAt: at(120) }, true],
    ["silence has accepted", { proposedAt: at(0), answeredAt: at(72), closedAt: at(72) }, true],
    ["silence made a dispute", { proposedAt: at(0), answeredAt: at(72) }, true],
    ["was accepted before", { answer: "accept", answeredAt: at(90), closedAt: at(90) }, false],
    ["was accepted since", { answer: "accept", answeredAt: at(110), closedAt: at(110) }, true],
    ["was withdrawn before", { closedBy: "host", closedAt: at(90) }, false],
    ["was withdrawn since", { closedBy: "host", closedAt: at(110) }, true],
    ["is another proposer's", { proposedBy: "system" }, false],
    ["is damage, which a person looks at anyway", { category: "damage" }, false],
    ["is large, which a person looks at anyway", { amount: 50_001 }, false],
  ])("a charge counts another that %s (%j): %s", (_name, more, isCounted) => {
    const charge = asked("a", 30_000);
    expect(askedBeside(charge, [charge, asked("b", 100), asked("c", 20_000, more)])).toBe(
      isCounted ? 20_100 : 100,
    );
  });

  it("charges accepted by silence never add up to more than its limit", () => {
    const parts = fc.array(
      fc.record({ amount: fc.integer({ min: 1, max: 60_000 }), day: fc.integer({ min: 0, max: 9 }) }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(parts, (split) => {
        const all = split.map(({ amount, day }, index) =>
          asked(`${index}`, amount, { proposedAt: at(day * 24) }),
        );
        const accepted = all.filter((charge) => {
          const known = all.filter(({ proposedAt }) => +proposedAt < +charge.proposedAt + 72 * 3_600_000);
          const beside = askedBeside(charge, known);
          return silenceMove({ ...charge, beside, canAnswer: true }) === "lapse_accepted";
        });
        expect(accepted.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(50_000);
      }),
    );
  });

  it.each([
    ["confirmed", undefined, "2026-12-01", []],
    ["in_progress", undefined, "2026-12-01", ["damage", "tolls", "cleaning"]],
    ["completed", undefined, "2026-12-01", ["damage", "tolls", "cleaning"]],
    ["completed", "2026-12-01", "2026-12-08", [...chargeCategories]],
    ["completed", "2026-12-01", "2026-12-09", ["tolls"]],
    ["completed", "2026-12-01", "2026-12-31", ["tolls"]],
    ["completed", "2026-12-01", "2027-01-01", []],
    ["cancelled", undefined, "2026-12-01", []],
    ["cancelled", "2026-12-01", "2026-12-01", [...chargeCategories]],
  ] as const)(
    "a charge may be proposed for a %s rental, back on %s, on %s: %j",
    (status, backOn, today, expected) => {
      const rental = { status, backOn, isCarOut: false };
      expect(chargeCategories.filter((category) => isProposable(category, rental, today))).toEqual(expected);
    },
  );

  it("charges may be proposed for a canceled rental with its car still out", () => {
    const rental = { status: "cancelled", backOn: undefined, isCarOut: true } as const;
    const open = chargeCategories.filter((category) => isProposable(category, rental, "2026-12-01"));
    expect(open).toEqual(["damage", "tolls", "cleaning"]);
  });

  it("a reminder of a charge is due only in its last day", () => {
    const hours = (count: number) => count * 3_600_000;
    expect([47.9, 48, 71.9, 72].map((passed) => isChargeReminderDue(0, hours(passed)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it("a decided charge is never more than the proposed one", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(...chargeDecisions),
        fc.option(fc.integer({ min: -10, max: 20_000_000 }), { nil: undefined }),
        (proposed, decision, amount) => {
          const owed = decidedAmount(proposed, { decision, amount });
          if (owed === undefined) return;
          expect(owed).toBeGreaterThanOrEqual(0);
          expect(owed).toBeLessThanOrEqual(proposed);
          expect(amount === undefined || amount === owed).toBe(true);
          expect(owed === proposed).toBe(decision === "upheld");
          expect(owed === 0).toBe(decision === "dismissed");
        },
      ),
    );
  });
});

describe("days beyond the rental", () => {
  it.each([
    ["recorded in time, looked at later", "2026-12-31", "2027-01-04", 0],
    ["recorded a day late", "2027-01-01", "2027-01-01", 1],
    ["recorded late, looked at later", "2027-01-01", "2027-01-05", 1],
    ["looked at first, recorded later", "2027-01-05", "2027-01-02", 2],
    ["recorded by the renter alone", "2027-01-03", undefined, 3],
    ["never recorded by the renter, or denied", undefined, "2027-01-02", 2],
    ["brought back sooner", "2026-12-20", "2026-12-20", 0],
    ["not back yet", undefined, undefined, 0],
  ])("late days are counted for a return %s", (_name, returnedOn, backOn, days) => {
    expect(lateDays({ returnDate: "2026-12-31", returnedOn, backOn })).toBe(days);
  });
});

describe("miles of a rental", () => {
  const pickup = (odometer: number, by: "renter" | "longbay" = "renter", stretch = 1) => ({
    kind: "pickup" as const,
    by,
    stretch,
    odometer,
  });
  const back = (odometer: number, by: "renter" | "longbay" = "renter", stretch = 1) => ({
    kind: "return" as const,
    by,
    stretch,
    odometer,
  });
  it("used miles come from the latest readings, and count as agreed when both sides' readings match", () => {
    expect(milesRead([pickup(100), back(1300)])).toMatchObject({ used: 1200, isAgreed: true });
    expect(milesRead([pickup(100), back(1300), back(1350, "longbay")])).toMatchObject({
      used: 1250,
      isAgreed: false,
    });
    expect(milesRead([pickup(100), back(1300), back(1300, "longbay")])?.isAgreed).toBe(true);
    // Somebody who corrects their own reading agrees with themselves.
    expect(milesRead([pickup(100), pickup(110), back(1300)])).toMatchObject({ used: 1190, isAgreed: true });
    expect(milesRead([pickup(100)])).toBeUndefined();
    expect(milesRead([pickup(500), back(400)])).toBeUndefined();
  });

  it("used miles are summed over the cars of a rental, and unknown while one car's are unknown", () => {
    const first = [pickup(100), back(1300)];
    expect(milesRead([...first, pickup(50_000, "renter", 2), back(50_200, "renter", 2)])).toEqual({
      pickup: 50_000,
      return: 50_200,
      before: 1200,
      used: 1400,
      isAgreed: true,
    });
    expect(milesRead([...first, pickup(50_000, "renter", 2)])).toBeUndefined();
    expect(milesRead([pickup(100), pickup(50_000, "renter", 2), back(50_200, "renter", 2)])).toBeUndefined();
  });
});
