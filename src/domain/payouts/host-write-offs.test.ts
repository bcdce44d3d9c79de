import { expect, it } from "vitest";
import { writeOffsToTakeBack } from "./host-write-offs.ts";

/**
 * An order's credits by the transactions 1, 3, 5 and so on; write-offs stand between them. Each credit above zero is
 * paid out at once, unless another moment is given.
 */
const credits = (...given: (number | { amount: number; place?: string; paidAt?: number | null })[]) =>
  given.map((one, index) => {
    const credit = typeof one === "number" ? { amount: one } : one;
    const transactionId = 2 * index + 1;
    return { place: "month 1", transactionId, paidAt: credit.amount > 0 ? transactionId : null, ...credit };
  });

it("a write-off ends as far as an order credits again what its host had been paid, and it had taken back", () => {
  const writtenOff = (...standing: number[]) =>
    standing.map((amount, index) => ({ transactionId: 4, standing: amount, id: index }));
  const cases = [
    ["all of it", credits(500, -500, 500), writtenOff(500), [500]],
    ["a part", credits(500, -500, 200), writtenOff(500), [200]],
    ["not what it never took back", credits(500, -500, 200, 400), writtenOff(300), [300]],
    ["more than was written off", credits(500, -500, 500), writtenOff(300), [300]],
    ["several write-offs, the earliest first", credits(500, -500, 400), writtenOff(300, 200), [300, 100]],
    ["what was taken back later is credited first", credits(500, -300, -100, 150), writtenOff(300), [50]],
    ["a new credit", credits(500, 0, 200), writtenOff(300), []],
    ["not what was in no payout", credits({ amount: 240, paidAt: null }, -240, 240), writtenOff(300), []],
    ["not what was paid out later", credits({ amount: 240, paidAt: 6 }, -240, 240), writtenOff(300), []],
    ["not what a payout was lowered by", credits(240, { amount: -240, paidAt: 3 }, 240), writtenOff(300), []],
    [
      "what a payout was lowered by later",
      credits(240, { amount: -240, paidAt: 6 }, 240),
      writtenOff(300),
      [240],
    ],
    [
      "not the days of another month",
      credits(300, -60, { amount: 240, place: "month 2" }),
      writtenOff(60),
      [],
    ],
    [
      "not what credits of the order still make up for",
      credits({ amount: 240, place: "month 2", paidAt: null }, 240, -240, 240).map((credit, index) => ({
        ...credit,
        transactionId: index === 3 ? 5 : index + 1,
      })),
      writtenOff(300),
      [],
    ],
    ["not the same sum a second time", credits(240, -240, 240, -240, 240), writtenOff(600), []],
    [
      "nothing where the order credits no more in all",
      credits(240, -240, 240).concat(credits(0, 0, { amount: -240, place: "month 2" }).slice(-1)),
      writtenOff(300),
      [],
    ],
  ] as const;
  for (const [name, of, writeOffs, ended] of cases)
    expect(
      writeOffsToTakeBack(writeOffs, of).map(({ amount }) => amount),
      name,
    ).toEqual(ended);
});
