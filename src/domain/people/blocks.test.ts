import { expect, it } from "vitest";
import { mayWrite, writingWays } from "./blocks.ts";

it("a person who is not blocked may write in every way", () => {
  for (const way of writingWays)
    for (const hasOpenOrder of [true, false])
      expect(mayWrite(way, { isBlocked: false, hasOpenOrder })).toBe(true);
});

it("a blocked person may only answer charges, write reviews and use an open order's thread", () => {
  const left = (hasOpenOrder: boolean) =>
    writingWays.filter((way) => mayWrite(way, { isBlocked: true, hasOpenOrder }));
  expect(left(false)).toEqual(["charge_answer", "review"]);
  expect(left(true)).toEqual(writingWays.filter((way) => way !== "order"));
});
