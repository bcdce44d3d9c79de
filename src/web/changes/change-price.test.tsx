import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import type { ChangeQuote } from "#contract/changes.ts";
import { earlyReturn } from "#domain/pricing/rental-terms.ts";
import { baseLocale, overwriteGetLocale } from "#web/paraglide/runtime.js";
import { ChangePrice } from "./change-price.tsx";

afterEach(() => overwriteGetLocale(() => baseLocale));

/** The displayed price of a rental of this many days after a change. */
function shown(language: "en" | "zh", insurance: { dailyPrice?: string }, days: number): string {
  overwriteGetLocale(() => language);
  const rental = {
    days,
    months: 1,
    discountPercent: 0,
    fees: "0.00",
    taxes: "0.00",
    insurance,
    lines: [
      { kind: "rental", amount: "59.40" },
      { kind: "insurance", amount: "120.00" },
    ],
  };
  const quote = {
    kind: "early_return",
    difference: "-3408.60",
    fee: "0.00",
    refund: "1614.60",
    before: { total: "3588.00" },
    after: { total: "179.40", rental },
    effectiveReturnDate: "2026-11-28",
  } as ChangeQuote;
  return renderToStaticMarkup(<ChangePrice quote={quote} isOwed />);
}

it("an insurance line counts days or months, as the insurance does", () => {
  const daily = { dailyPrice: "40.00" };
  expect(shown("en", daily, 28)).toContain("Liability insurance, 28 days");
  expect(shown("zh", daily, 3)).toContain("责任险，3 天");
  expect(shown("zh", {}, 28)).toContain("责任险，1 个月");
  // A rental that ended in its first days counts everything in days.
  expect(shown("en", {}, earlyReturn.freeDays)).toContain("Liability insurance, 7 days");
  expect(shown("en", {}, earlyReturn.freeDays + 1)).toContain("Liability insurance, 1 month");
});
