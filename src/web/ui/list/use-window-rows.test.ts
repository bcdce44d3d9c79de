import { expect, test } from "vitest";
import { withGaps } from "./use-window-rows.ts";

const shape = (drawn: number[], count: number) =>
  withGaps(drawn, count).map((part) => (part.kind === "row" ? part.at : `${part.rows}`));

test.each([
  [[], 0, []],
  [[], 5, ["5"]],
  [[0, 1, 2], 3, [0, 1, 2]],
  [[0, 1], 1_000_000, [0, 1, "999998"]],
  [[40, 41], 100, ["40", 40, 41, "58"]],
  [[3, 40, 41], 42, ["3", 3, "36", 40, 41]],
  [[40, 41, 99], 100, ["40", 40, 41, "57", 99]],
])("the list draws the rows %j of %d and keeps the height of the others", (drawn, count, parts) => {
  expect(shape(drawn, count)).toEqual(parts);
  const rows = withGaps(drawn, count).reduce((sum, part) => sum + (part.kind === "row" ? 1 : part.rows), 0);
  expect(rows).toBe(count);
});
