import { describe, expect, it } from "vitest";
import { leftByHand, refundAskedOn, type RefundPart } from "./refund-parts.ts";

const part = (more: Partial<RefundPart>): RefundPart => ({
  amount: 1_000,
  mode: "stripe",
  isAsked: false,
  failure: null,
  isPaid: false,
  ...more,
});
const isStripe = (mode: string) => mode === "stripe";

describe("the part of a refund to be paid by hand", () => {
  it.each([
    ["nothing of what the provider gives back", [part({})], 0],
    ["what was paid in cash", [part({ mode: "built_in" }), part({ amount: 300 })], 1_000],
    ["nothing that is given already", [part({ mode: "built_in", isPaid: true })], 0],
    ["what the provider refused", [part({ failure: "declined", isAsked: true })], 1_000],
    ["what a provider had that is no longer set up", [part({ mode: "paypal" })], 1_000],
    ["nothing that such a provider was asked for", [part({ mode: "paypal", isAsked: true })], 0],
  ])("the part of a refund to be paid by hand is %s", (_, parts, expected) => {
    expect(leftByHand(parts, isStripe)).toBe(expected);
  });
});

it("a refund's first possible day is when it was created, or when its order's first rule refund was", () => {
  const at = (day: string) => new Date(`${day}T20:00:00Z`);
  const [hand, first, again] = [
    { id: "h", origin: "hand", createdAt: at("2026-11-05") },
    { id: "a", origin: "rule", createdAt: at("2026-11-10") },
    { id: "b", origin: "rule", createdAt: at("2026-11-15") },
  ] as const;
  const all = [hand, first, again];
  expect(all.map((refund) => refundAskedOn(refund, all))).toEqual(["2026-11-05", "2026-11-10", "2026-11-10"]);
});
