import { expect, it } from "vitest";
import { cancelWords } from "./cancel-words.ts";

const tax = { name: "Sales tax", zh: "销售税", percent: 10 };
const county = { name: "County tax", percent: 0.5 };

it("the cancellation words name the taxes in the kept and refunded amounts", () => {
  const words = cancelWords("LB-1", {
    kept: "27.50",
    refund: "72.50",
    keptTaxes: [{ tax, amount: "2.50" }],
    refundTaxes: [
      { tax, amount: "6.59" },
      { tax: county, amount: "0.33" },
    ],
  });
  expect(words).toContain("we keep $27.50");
  expect(words).toMatch(
    /What we keep includes Sales tax 10% \(\$2\.50\)\. The refund includes Sales tax 10% \(\$6\.59\), County tax 0\.5% \(\$0\.33\)\.$/,
  );
});

it("the cancellation words leave out taxes when there are none", () => {
  expect(cancelWords("LB-1", { kept: "25.00", refund: "75.00" })).not.toMatch(/tax|includes/i);
  expect(cancelWords("LB-1", undefined)).not.toMatch(/tax|includes/i);
});
