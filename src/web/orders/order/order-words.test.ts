import { expect, test } from "vitest";
import type { Order } from "#contract/orders.ts";
import { orderHeading, orderLead, printWords, whenToPay } from "./order-words.ts";

const canceled = { status: "cancelled", source: "car" } as unknown as Order;
const refund = (status: "approved" | "paid" | "awaiting_approval", amount: string) => ({
  id: crypto.randomUUID(),
  status,
  amount,
  paidOn: status === "paid" ? "2026-11-25" : null,
});

test("a canceled order names the money still to come", () => {
  const nothing = "There’s nothing else for you to do.";
  expect(orderLead(canceled, undefined)).toBe(nothing);
  expect(orderLead(canceled, { leftToPay: "0.00", refunds: [refund("paid", "80.00")] })).toBe(nothing);
  // A refund that nobody has decided yet is being checked; it isn't promised.
  const checked = refund("awaiting_approval", "80.00");
  expect(orderLead(canceled, { leftToPay: "0.00", refunds: [checked] })).toBe(
    "We’re checking your refund of $80.00, and will email you the outcome.",
  );
  const refunds = [refund("approved", "1124.00"), refund("approved", "20.50")];
  expect(orderLead(canceled, { leftToPay: "0.00", refunds })).toBe(
    `We’ll refund $1,144.50 the way you paid. ${nothing}`,
  );
  expect(orderLead(canceled, { leftToPay: "0.00", refunds: [...refunds, checked] })).toBe(
    "We’ll refund $1,144.50 the way you paid. We’re checking another $80.00, and will email you the outcome.",
  );
  expect(orderLead(canceled, { leftToPay: "37.47", refunds: [] })).toContain("$37.47 is still to be paid.");
});

test("an unconfirmed order names the time to answer, ours or the host's", () => {
  const waiting = { status: "pending", source: "car", emailConfirmed: false, confirmable: true };
  expect(orderLead(waiting as unknown as Order, undefined)).toContain("We’ll answer within 24 hours.");
  expect(orderLead({ ...waiting, host: {} } as unknown as Order, undefined)).toContain(
    "we then send your request to its host, who has up to 24 hours to answer.",
  );
});

test("an order that its host has accepted asks for the first payment, and isn't called confirmed", () => {
  const order = { status: "pending", source: "request", host: { outcome: "accepted" } } as unknown as Order;
  const money = { leftToPay: "900.00", refunds: [], payUntil: "2026-12-01T20:00:00.000Z" };
  expect(orderHeading(order)).toBe("Your host said yes");
  expect(orderLead(order, money)).toContain("until Dec 1, 12:00 PM Pacific time");
  expect(orderLead(order, undefined)).toContain("isn’t confirmed yet");
  expect(whenToPay(order)).toBe("Your first payment is due now. It confirms the order.");
});

test("an unconfirmed plan order says when it ends, or that the host's answer needs the address", () => {
  const waiting = { status: "pending", source: "plan", emailConfirmed: false, confirmable: true };
  const ends = { ...waiting, expiresAt: "2026-12-01T20:00:00.000Z" } as unknown as Order;
  expect(orderLead(ends, undefined)).toContain("by Dec 1, 12:00 PM Pacific time");
  expect(orderLead({ ...waiting, car: {} } as unknown as Order, undefined)).toContain("we’ll pick a car");
  expect(orderLead({ ...waiting, car: {}, host: {} } as unknown as Order, undefined)).toContain(
    "we’ll ask the car’s host.",
  );
});

test("only a valid order is printed as a confirmation", () => {
  expect(printWords({ status: "confirmed" })).toBe("Print Confirmation");
  expect(printWords({ status: "cancelled" })).toBe("Print this page");
});
