import { expect, it } from "vitest";
import { writeOffsToTakeBack } from "./host-write-offs.ts";

/** An order's credits by the transactions 1, 3, 5 and so on; write-offs stand between them. */
const credits = (...amounts: number[]) =>
  amounts.map((amount, index) => ({ transactionId: 2 * index + 1, amount }));

it("a write-off ends as far as its order credits the amount again", () => {
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
  ] as const;
  for (const [name, of, writeOffs, ended] of cases)
    expect(
      writeOffsToTakeBack(writeOffs, of).map(({ amount }) => amount),
      name,
    ).toEqual(ended);
});
