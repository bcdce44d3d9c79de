import { expect, it } from "vitest";
import { mayChargeAgain } from "./charging-again.ts";

const failed = { dueOn: "2026-12-01", amount: 5_000, paid: 0, attempted: 3, isCharged: false };

it.each([
  ["after the last try failed", {}, "2026-12-06", true],
  ["while another try is to come", { attempted: 2 }, "2026-12-05", false],
  ["once no try comes any more, however few there were", { attempted: 1 }, "2026-12-09", true],
  ["where it was never tried", { attempted: null }, "2026-12-20", false],
  ["where a charge stands or is under way", { isCharged: true }, "2026-12-20", false],
  ["where it is paid", { paid: 5_000 }, "2026-12-20", false],
  ["where less is left than a provider charges", { paid: 4_951 }, "2026-12-20", false],
])("whether an administrator may charge an installment again %s", (_, more, today, may) => {
  expect(mayChargeAgain({ ...failed, ...more }, today)).toBe(may);
});
