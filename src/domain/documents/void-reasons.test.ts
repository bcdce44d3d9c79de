import { expect, it } from "vitest";
import { creditReason, receiptReason } from "./void-reasons.ts";

it("the reason to credit an invoice comes from its installment and its order", () => {
  const month = { lines: [{ kind: "rental" as const }], replacedBy: null };
  expect(creditReason(month, "cancelled")).toBe("order_cancelled");
  expect(creditReason(month, "pending")).toBe("order_not_confirmed");
  expect(creditReason(month, "in_progress")).toBe("no_longer_due");
  expect(creditReason({ ...month, replacedBy: "another" }, "in_progress")).toBe("recalculated");
  const kept = { lines: [{ kind: "kept" as const }], replacedBy: null };
  expect(creditReason(kept, "confirmed")).toBe("cancellation_undone");
  expect(creditReason(kept, "cancelled")).toBe("no_longer_due");
  expect(creditReason({ ...kept, replacedBy: "another" }, "cancelled")).toBe("recalculated");
});

it("the reason to reverse a receipt comes from its payment", () => {
  expect(receiptReason("take_back")).toBe("payment_not_received");
  expect(receiptReason("move")).toBe("payment_of_another_order");
});
