import { expect, it } from "vitest";
import { payableFrom } from "./payable-day.ts";

it("a share is payable on the latest day set by its period, its payment and its pickup", () => {
  const cases = [
    // Paid ahead: the period's first day counts, over Thanksgiving.
    [{ startsOn: "2026-11-25", isFirst: false }, "2026-11-20", "2026-12-01"],
    // Paid late: its payment counts.
    [{ startsOn: "2026-10-01", isFirst: false }, "2026-12-01", "2026-12-04"],
    // The first: eight days after the pickup.
    [{ startsOn: "2026-12-01", isFirst: true }, "2026-11-20", "2026-12-09"],
    // The first, paid later than that.
    [{ startsOn: "2026-12-01", isFirst: true }, "2026-12-24", "2026-12-30"],
    // A charge has no period.
    [{ startsOn: null, isFirst: false }, "2026-12-04", "2026-12-09"],
  ] as const;
  for (const [period, paidOn, expected] of cases) expect(payableFrom(period, paidOn)).toBe(expected);
});
