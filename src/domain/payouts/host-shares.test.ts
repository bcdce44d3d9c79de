import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import type { Stretch } from "#domain/orders/stretches.ts";
import type { InstalmentLine, InstalmentLineKind } from "#domain/pricing/instalments.ts";
import { instalmentLineKinds } from "#domain/pricing/instalments.ts";
import { differencesOf } from "./credits.ts";
import { hostCostBy } from "./host-cost.ts";
import { type HostShare, hostSharesOf, type PaidInstalment } from "./host-shares.ts";
import { shareOf } from "./shared-lines.ts";

const rental = { pickupDate: "2027-03-01", returnDate: "2027-05-30", monthlyPrice: 90_000 };
const stretch = (some: Partial<Stretch> = {}): Stretch => ({
  number: 1,
  carId: "car",
  hostId: "ann",
  hostSharePercent: 80,
  hostMonthlyPrice: null,
  startsOn: rental.pickupDate,
  endsOn: rental.returnDate,
  ...some,
});
const month = (some: Partial<PaidInstalment> & { lines: InstalmentLine[] }): PaidInstalment => {
  const amount = some.lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    id: "march",
    number: 1,
    startsOn: "2027-03-01",
    endsOn: "2027-03-31",
    chargeId: null,
    amount,
    paid: amount,
    isDue: true,
    ...some,
  };
};
const of = (instalments: PaidInstalment[], stretches: Stretch[] = [stretch()]) =>
  hostSharesOf({ ...rental, instalments, stretches });
const sum = (shares: readonly { amount: number }[]) => shares.reduce((all, { amount }) => all + amount, 0);

describe("a host's share", () => {
  it("a host's share includes shared lines by percent, damage, tolls and cleaning whole, and no others", () => {
    const shares: Record<InstalmentLineKind, number> = {
      rental: 80,
      duration_discount: 80,
      early_return_cap: 80,
      repair: 80,
      fees: 80,
      kept: 80,
      extra_miles: 80,
      late_days: 80,
      damage: 100,
      tolls: 100,
      cleaning: 100,
      insurance: 0,
      repair_insurance: 0,
      promo: 0,
      taxes: 0,
      refunded_twice: 0,
    };
    for (const kind of instalmentLineKinds)
      expect(sum(of([month({ lines: [{ kind, amount: 10_000 }] })])), kind).toBe(shares[kind] * 100);
  });

  it("a host's share follows the paid part of an installment", () => {
    const lines: InstalmentLine[] = [
      { kind: "rental", amount: 90_000 },
      { kind: "duration_discount", amount: -9_000 },
      { kind: "insurance", amount: 45_000 },
      { kind: "promo", amount: -2_000 },
      { kind: "taxes", amount: 6_000 },
    ];
    // A promo code and taxes don't lower it: the whole is 80 % of 810.00.
    const cases = [
      [130_000, 64_800],
      [65_000, 32_400],
      [1, 1],
      [0, 0],
    ] as const;
    for (const [paid, share] of cases) expect(sum(of([month({ lines, paid })]))).toBe(share);
  });

  it("a host's share of a month paid by a promo code is whole once the month is due", () => {
    const lines: InstalmentLine[] = [
      { kind: "rental", amount: 2_000 },
      { kind: "promo", amount: -2_000 },
    ];
    expect(sum(of([month({ lines, isDue: true })]))).toBe(1_600);
    expect(sum(of([month({ lines, isDue: false })]))).toBe(0);
  });

  it("a host's share of late days leaves out their insurance", () => {
    const lines: InstalmentLine[] = [{ kind: "late_days", amount: 13_500 }];
    const late = month({ lines, chargeId: "c", lateDay: { perDay: 4_500, insurance: 1_500 } });
    expect(of([late])).toMatchObject([{ rule: "share", gross: 9_000, amount: 7_200, period: null }]);
  });

  it("each stretch's host has a share by the days driven, at that host's price and percent", () => {
    const lines: InstalmentLine[] = [
      { kind: "rental", amount: 90_000 },
      { kind: "fees", amount: 3_000 },
    ];
    const stretches = [
      stretch({ endsOn: "2027-03-11" }),
      stretch({
        number: 2,
        hostId: null,
        hostSharePercent: null,
        startsOn: "2027-03-11",
        endsOn: "2027-03-21",
      }),
      stretch({
        number: 3,
        hostId: "ben",
        hostSharePercent: 70,
        hostMonthlyPrice: 120_000,
        startsOn: "2027-03-21",
      }),
    ];
    expect(of([month({ lines })], stretches)).toMatchObject([
      { stretch: 1, hostId: "ann", gross: 31_000, amount: 24_800, isFirst: true },
      // 300.00 at 1,200.00 in place of 900.00 is 400.00; the fee is what the renter pays.
      { stretch: 3, hostId: "ben", gross: 41_000, amount: 28_700, isFirst: true },
    ]);
  });

  it("a host's share is lowered by repair days of the host's own car", () => {
    const march = month({ lines: [{ kind: "rental", amount: 150_000 }] });
    // Six days of March came back once it was paid.
    const april = month({
      id: "april",
      number: 2,
      startsOn: "2027-03-31",
      endsOn: "2027-04-30",
      lines: [
        { kind: "rental", amount: 150_000 },
        { kind: "repair", amount: -30_000 },
      ],
    });
    const stretches = [
      stretch({ endsOn: "2027-03-11" }),
      stretch({ number: 2, hostId: "ben", startsOn: "2027-03-11" }),
    ];
    const sharesOf = (repairs: { startsOn: string; endsOn: string }[], paid = april.amount) =>
      hostSharesOf({ ...rental, stretches, repairs, instalments: [march, { ...april, paid }] });
    const of = (hostId: string, shares: HostShare[]) =>
      sum(shares.filter((share) => share.hostId === hostId));
    const first = sharesOf([{ startsOn: "2027-03-04", endsOn: "2027-03-10" }]);
    expect([of("ann", first), of("ben", first)]).toEqual([16_000, 200_000]);
    expect(first.find(({ hostId, amount }) => hostId === "ann" && amount < 0)).toMatchObject({
      instalmentId: "april",
      period: null,
      isFirst: false,
    });
    // Two days with the first car, four with the next.
    const both = sharesOf([{ startsOn: "2027-03-09", endsOn: "2027-03-15" }]);
    expect([of("ann", both), of("ben", both)]).toEqual([32_000, 184_000]);
    // An unpaid month gives nothing back either.
    expect(of("ann", sharesOf([{ startsOn: "2027-03-04", endsOn: "2027-03-10" }], 0))).toBe(40_000);
  });

  it("a host's share of a canceled rental goes by the days from its pickup", () => {
    const kept = month({
      id: "kept",
      number: 4,
      startsOn: "2027-03-20",
      endsOn: "2027-03-20",
      lines: [{ kind: "kept", amount: 60_000 }],
    });
    const stretches = [
      stretch({ endsOn: "2027-03-11" }),
      stretch({ number: 2, hostId: "ben", startsOn: "2027-03-11" }),
    ];
    expect(of([kept], stretches)).toMatchObject([
      { hostId: "ann", amount: 24_000, period: null },
      { hostId: "ben", amount: 24_000, period: null },
    ]);
  });

  it("a host's share keeps days driven before a chargeback, and is not counted twice when paid again", () => {
    const lines: InstalmentLine[] = [{ kind: "rental", amount: 90_000 }];
    const driven = [{ paid: 90_000, until: "2027-03-11" }];
    const cases = [
      [0, 24_000],
      [15_000, 24_000],
      [60_000, 48_000],
      [90_000, 72_000],
    ] as const;
    for (const [paid, share] of cases) expect(sum(of([month({ lines, paid, driven })]))).toBe(share);
    const damage = month({ lines: [{ kind: "damage", amount: 9_000 }], chargeId: "c", paid: 0, driven });
    expect(of([damage])).toEqual([]);
  });

  it("a host's share of an overpaid month is taken back even after a chargeback of another month", () => {
    // The car is cheaper now: the surplus of earlier months pays this month's insurance.
    const lines: InstalmentLine[] = [
      { kind: "rental", amount: -20_000 },
      { kind: "insurance", amount: 45_000 },
    ];
    for (const until of ["2027-03-01", "2027-03-11", "2027-03-31"]) {
      const driven = [{ paid: 25_000, until }];
      expect(sum(of([month({ lines, paid: 25_000, driven })]))).toBe(-16_000);
      expect(sum(of([month({ lines, paid: 0, driven })]))).toBe(0);
    }
  });

  it("a host's share is never more than a shortened month costs after a chargeback", () => {
    const shorter = { lines: [{ kind: "rental", amount: 48_000 } as const], endsOn: "2027-03-17" };
    for (const paid of [0, 48_000]) {
      const driven = [{ paid: 90_000, until: "2027-03-19" }];
      expect(sum(of([month({ ...shorter, paid, driven })]))).toBe(38_400);
    }
    // Half of it was driven, and a quarter was paid.
    const driven = [{ paid: 12_000, until: "2027-03-09" }];
    expect(sum(of([month({ ...shorter, paid: 0, driven })]))).toBe(4_800);
  });

  it("a host's shares of the months sum to the share of their total to the cent", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 13 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 100 }), (prices, percent) => {
        const months = prices.map((amount, index) =>
          month({
            id: String(index),
            number: index + 1,
            lines: [{ kind: "rental", amount }],
            startsOn: addDays("2027-03-01", index * 30),
            endsOn: addDays("2027-03-01", index * 30 + 30),
          }),
        );
        const whole = prices.reduce((all, price) => all + price, 0);
        expect(sum(of(months, [stretch({ hostSharePercent: percent })]))).toBe(shareOf(whole, percent));
      }),
    );
  });
});

describe("the change of a host's credit by an event", () => {
  const share = (some: Partial<HostShare> = {}): HostShare => {
    const gross = some.gross ?? 1_000;
    return {
      stretch: 1,
      hostId: "ann",
      carId: "car",
      sharePercent: 80,
      rule: "share",
      instalmentId: "march",
      chargeId: null,
      lines: [{ kind: "rental", amount: gross }],
      gross,
      amount: gross * 0.8,
      period: { startsOn: "2027-03-01", endsOn: "2027-03-31" },
      isFirst: true,
      ...some,
    };
  };

  it("a host's credit changes by the difference of shares, which may be below zero", () => {
    expect(differencesOf([share()], [share()])).toEqual([]);
    expect(differencesOf([share()], [])).toMatchObject([{ amount: 800, gross: 1_000 }]);
    expect(differencesOf([], [share()])).toMatchObject([{ amount: -800, gross: -1_000 }]);
    expect(differencesOf([share({ gross: 400 })], [share()])).toMatchObject([
      { amount: -480, gross: -600, lines: [{ kind: "rental", amount: -600 }] },
    ]);
  });

  it("a new host gets the credit that the earlier host loses", () => {
    expect(differencesOf([share({ hostId: "ben" })], [share()])).toMatchObject([
      { hostId: "ann", amount: -800 },
      { hostId: "ben", amount: 800 },
    ]);
  });

  it("cents moved by rounding are credited with the paid month, never alone", () => {
    const march = share();
    const april = share({ instalmentId: "april", gross: 1_001, amount: 801 });
    // March is a cent less beside April.
    expect(differencesOf([{ ...march, amount: 799 }, april], [march])).toMatchObject([
      { instalmentId: "april", amount: 800 },
    ]);
    // Once it is credited, nothing is left to write.
    expect(differencesOf([{ ...march, amount: 799 }, april], [march, { ...april, amount: 800 }])).toEqual([]);
  });
});

it("host credits become our cost day by day, or at once when they have no period", () => {
  const credits = [
    { startsOn: "2027-03-01", endsOn: "2027-03-31", amount: 3_000 },
    { startsOn: "2027-03-01", endsOn: "2027-03-31", amount: -1_500 },
    { startsOn: null, endsOn: null, amount: 70 },
  ];
  const cost = (on: string) => hostCostBy(credits, on);
  expect(["2027-02-28", "2027-03-01", "2027-03-10", "2027-03-30", "2027-04-30"].map(cost)).toEqual([
    70, 120, 570, 1_570, 1_570,
  ]);
});
