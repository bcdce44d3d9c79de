import { expect, test } from "vitest";
import { nextStepWords } from "./next-step-words.ts";

test.each([
  ["2026-11-30", "A payment for the Toyota Camry is due today: see how to pay"],
  ["2026-12-01", "A payment for the Toyota Camry was due Nov 30, 2026: see how to pay"],
])("a payment that falls due on November 30 says so on %s", (today, words) => {
  const step = { kind: "payment", title: "Toyota Camry", on: "2026-11-30" } as const;
  expect(nextStepWords(step, today)).toBe(words);
});
