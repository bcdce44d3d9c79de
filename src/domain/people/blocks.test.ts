import { expect, it } from "vitest";
import { mayWrite, writingWays } from "./blocks.ts";

it("leaves every way to whoever is not blocked", () => {
  for (const way of writingWays)
    for (const hasOpenOrder of [true, false])
      expect(mayWrite(way, { isBlocked: false, hasOpenOrder })).toBe(true);
});

it("leaves a blocked person an open order's line to us, answers to charges and reviews, and nothing else", () => {
  const left = (hasOpenOrder: boolean) =>
    writingWays.filter((way) => mayWrite(way, { isBlocked: true, hasOpenOrder }));
  expect(left(false)).toEqual(["charge_answer", "review"]);
  expect(left(true)).toEqual(writingWays.filter((way) => way !== "order"));
});
