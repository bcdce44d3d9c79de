import { describe, expect, it } from "vitest";
import { coveredUntil, isRenewalDue, needsProof, proofDateErrors, reminderDue } from "./insurance-proofs.ts";

const period = (validFrom: string, validUntil: string) => ({ validFrom, validUntil });

describe("a proof of insurance", () => {
  it.each([
    ["request", null, true],
    ["request", { product: "protection" }, true],
    ["plan", { product: "protection" }, false],
    ["plan", { product: "ultimate" }, false],
    ["plan", { product: "decline" }, true],
    ["wizard", { product: "basic" }, false],
    ["wizard", { product: "own" }, true],
    ["wizard", null, false],
  ] as const)("whether a %s order with %j needs a proof of insurance: %s", (source, insurance, isNeeded) => {
    expect(needsProof({ source, insurance })).toBe(isNeeded);
  });
});

describe("a rental's cover", () => {
  it.each([
    [[], undefined],
    [[period("2026-12-02", "2027-06-01")], undefined],
    [[period("2026-06-01", "2026-11-30")], undefined],
    [[period("2026-06-01", "2026-12-01")], "2026-12-01"],
    [[period("2026-06-01", "2027-01-31"), period("2027-02-01", "2027-07-31")], "2027-07-31"],
    [[period("2027-02-01", "2027-07-31"), period("2026-06-01", "2027-01-31")], "2027-07-31"],
    [[period("2026-06-01", "2027-01-31"), period("2027-02-02", "2027-07-31")], "2027-01-31"],
    [[period("2026-06-01", "2027-01-31"), period("2026-08-01", "2026-12-15")], "2027-01-31"],
    [[period("2026-01-01", "2026-02-01"), period("2026-11-01", "2027-01-15")], "2027-01-15"],
  ])("a rental's cover from 1 December by %j ends on %s", (periods, until) => {
    expect(coveredUntil(periods, "2026-12-01")).toBe(until);
  });

  it.each([
    ["2027-01-01", "2027-03-01", true],
    ["2027-01-10", "2027-03-01", false],
    ["2027-03-01", "2027-03-01", false],
    ["2026-12-01", "2027-03-01", true],
  ])(
    "a cover to %s of a rental to %s needs the next proof on 20 December: %s",
    (covered, returnDate, isDue) => {
      expect(isRenewalDue(covered, returnDate, "2026-12-20")).toBe(isDue);
    },
  );

  it.each([
    [15, undefined],
    [14, 14],
    [8, 14],
    [7, 7],
    [2, 7],
    [1, 1],
    [0, 1],
  ])("a cover with %i days left has the reminder %s", (left, days) => {
    expect(reminderDue(left)).toBe(days);
  });
});

describe("a proof's dates", () => {
  const rental = { pickupDate: "2026-12-01", today: "2026-11-22" };
  it.each([
    [period("2026-06-01", "2027-06-01"), undefined, {}],
    [period("2026-06-01", "2026-05-01"), undefined, { validUntil: "before_from" }],
    [period("2026-06-01", "2026-11-21"), undefined, { validUntil: "over" }],
    [period("2026-12-02", "2027-06-01"), undefined, { validFrom: "not_on_pickup" }],
    [period("2026-06-01", "2026-11-30"), undefined, { validUntil: "not_on_pickup" }],
    [period("2027-01-01", "2027-06-01"), "2026-12-31", {}],
    [period("2027-01-02", "2027-06-01"), "2026-12-31", { validFrom: "leaves_gap" }],
    [period("2026-12-01", "2026-12-31"), "2026-12-31", { validUntil: "no_longer" }],
  ])("a proof with the dates %j, with cover to %s, has the errors %j", (dates, covered, errors) => {
    expect(proofDateErrors(dates, { ...rental, covered })).toEqual(errors);
  });
});
