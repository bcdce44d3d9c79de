import { describe, expect, it } from "vitest";
import { activityWords } from "./activity-words.ts";

const entry = (entity: string, action: string, to: string | null = null) => ({
  id: 1,
  at: "2026-11-01T10:00:00.000Z",
  by: "Ada Moreno",
  entity,
  entityId: "1",
  label: entity === "order" ? "LB-1" : "Wei Lin",
  action,
  from: null,
  to,
});

describe("recent activity", () => {
  it.each([
    ["charge_proposed", "14.25", "LB-1: Charge of $14.25 proposed"],
    ["charge_contested", null, "LB-1: The renter disputed a charge"],
    ["agreement_accepted", null, "LB-1: The renter accepted the rental agreement"],
    ["extension_asked", null, "LB-1: The renter asked for more days"],
    ["condition_record", "pickup", "LB-1: Pickup recorded"],
    ["condition_record", "return", "LB-1: Return recorded"],
    ["payment", "1124.00", "LB-1: Payment of $1,124.00 recorded"],
    ["refund_paid", "20.00", "LB-1: $20.00 refunded"],
    ["placed", "pending", "LB-1 was placed"],
  ])("recent activity describes %s of an order", (action, to, words) => {
    expect(activityWords(entry("order", action, to))).toBe(words);
  });

  it.each([
    ["permission", "role", "Wei Lin: Permissions changed"],
    ["user", "suspended", "Wei Lin: Suspended"],
  ])("recent activity describes %s %s of an account", (entity, action, words) => {
    expect(activityWords(entry(entity, action))).toBe(words);
  });

  it("recent activity uses the audit trail's words for actions without a sentence of their own", () => {
    expect(activityWords({ ...entry("payout", "payout_paid"), label: "" })).toBe("Payouts: Recorded as paid");
    expect(activityWords(entry("user", "host_take_back"))).toBe("Wei Lin: Share taken back");
    expect(activityWords(entry("car", "declined"))).toBe("Wei Lin: Listing declined");
  });
});
