import { describe, expect, it } from "vitest";
import { balanceName, type Movement, statementLines } from "./statement.ts";

const moved = (kind: Movement["kind"], renter: number, goodwill = 0, isOfInstalment = false): Movement => ({
  id: 1,
  postedOn: "2026-12-01",
  kind,
  isOfInstalment,
  renter,
  goodwill,
});
const linesOf = (...movements: Movement[]) =>
  statementLines(movements).map(({ entry, amount }) => [entry, amount]);

describe("a statement's lines", () => {
  it("a statement shows the whole refund, and our loss in it as a credit", () => {
    expect(linesOf(moved("refund", 100))).toEqual([["refund", 100]]);
    expect(linesOf(moved("refund", 0, 40))).toEqual([
      ["refund", 40],
      ["goodwill", -40],
    ]);
    expect(linesOf(moved("refund", 60, 40))).toEqual([
      ["refund", 100],
      ["goodwill", -40],
    ]);
  });

  it("a statement shows a returned refund by the opposite lines", () => {
    expect(linesOf(moved("refund", -60, -40))).toEqual([
      ["refund_returned", -100],
      ["goodwill_reversed", 40],
    ]);
  });

  it("a statement shows reversed goodwill, and amounts that fall due again", () => {
    expect(linesOf(moved("reversal", 40, -40))).toEqual([["goodwill_reversed", 40]]);
    expect(linesOf(moved("reversal", -90, 0, true), moved("reversal", 90, 0, true))).toEqual([
      ["reversed", -90],
      ["due_again", 90],
    ]);
  });

  it("a statement names corrections, write-offs and chargebacks by their direction", () => {
    expect(
      linesOf(
        moved("payment", -50),
        moved("correction", 50),
        moved("write_off", -10),
        moved("write_off", 10),
        moved("chargeback", 30),
        moved("chargeback", -30),
      ).map(([entry]) => entry),
    ).toEqual([
      "payment",
      "correction",
      "write_off",
      "write_off_reversed",
      "chargeback",
      "chargeback_reversed",
    ]);
  });
});

describe("a balance below zero", () => {
  it("a balance below zero is prepaid unless open refunds give it back", () => {
    expect(balanceName(-100, 0)).toBe("prepaid");
    expect(balanceName(-100, 60)).toBe("prepaid");
    expect(balanceName(-100, 100)).toBe("to_be_refunded");
    expect([balanceName(0, 0), balanceName(5, 100)]).toEqual(["settled", "owed"]);
  });
});
