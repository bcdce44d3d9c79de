import { expect, it } from "vitest";
import { emailKindsOf } from "#test/email-kinds.ts";
import { occasionOfEmail, occasionOfText } from "./email-kinds.ts";
import { occasions, offers } from "./notifications.ts";

it.each(["security", "orders", "money"] as const)(
  "tells of %s by email whatever somebody has chosen",
  (occasion) => {
    expect(offers[occasion].email).toBe("fixed");
    for (const kind of emailKindsOf(occasion)) expect(occasionOfEmail(kind), kind).toBeUndefined();
  },
);

it("counts what was corrected of a payment, and a refund that came back, among money", () => {
  for (const kind of ["payment_corrected", "refund_bounced", "payment_taken_back", "refund_declined"])
    expect(emailKindsOf("money")).toContain(kind);
});

it("lets people do without reminders, messages and saved cars, by the kind of the email", () => {
  const optional = occasions.filter((occasion) => offers[occasion].email === "on");
  expect(optional).toEqual(["messages", "reminders", "saved_cars"]);
  for (const occasion of optional) {
    expect(emailKindsOf(occasion).length).toBeGreaterThan(0);
    for (const kind of emailKindsOf(occasion)) expect(occasionOfEmail(kind)).toBe(occasion);
  }
});

it("offers a text message of orders and reminders alone, and leaves what is nobody's to choose", () => {
  expect(occasionOfText("order_confirmed")).toBe("orders");
  expect(occasionOfText("pickup_reminder")).toBe("reminders");
  expect(occasionOfText("payment_received")).toBeUndefined();
  expect([
    occasionOfEmail("signup"),
    occasionOfText("signup"),
    occasionOfEmail("admin_reconciliation"),
  ]).toEqual([undefined, undefined, undefined]);
});
