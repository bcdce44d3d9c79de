import { expect, it } from "vitest";
import { emailKindsOf } from "#test/email-kinds.ts";
import { occasionOfEmail, occasionOfText } from "./email-kinds.ts";
import { occasions, offers } from "./notifications.ts";

it.each(["security", "orders", "money"] as const)("emails about %s can't be turned off", (occasion) => {
  expect(offers[occasion].email).toBe("fixed");
  for (const kind of emailKindsOf(occasion)) expect(occasionOfEmail(kind), kind).toBeUndefined();
});

it("emails about corrected payments and returned refunds belong to money", () => {
  for (const kind of ["payment_corrected", "refund_bounced", "payment_taken_back", "refund_declined"])
    expect(emailKindsOf("money")).toContain(kind);
});

it("people may turn off emails of reminders, messages and saved cars", () => {
  const optional = occasions.filter((occasion) => offers[occasion].email === "on");
  expect(optional).toEqual(["messages", "reminders", "saved_cars"]);
  for (const occasion of optional) {
    expect(emailKindsOf(occasion).length).toBeGreaterThan(0);
    for (const kind of emailKindsOf(occasion)) expect(occasionOfEmail(kind)).toBe(occasion);
  }
});

it("text messages are available for orders and reminders only", () => {
  expect(occasionOfText("order_confirmed")).toBe("orders");
  expect(occasionOfText("pickup_reminder")).toBe("reminders");
  expect(occasionOfText("payment_received")).toBeUndefined();
  expect([
    occasionOfEmail("signup"),
    occasionOfText("signup"),
    occasionOfEmail("admin_reconciliation"),
  ]).toEqual([undefined, undefined, undefined]);
});
