// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { newOrderErrors, readNewOrder } from "./new-order.ts";

test("invisible characters are dropped from an order that an administrator enters", () => {
  const form = document.createElement("form");
  const typed = {
    kind: "car",
    pickupDate: "2026-12-01",
    returnDate: "2027-02-28\u200b",
    carId: "0c7e2b5a-6d0c-4f4e-9d53-0f6f4a3f1c11",
    customerName: "\u200bYuting Chen ",
    customerEmail: "renter\u200b@example.test",
    pickupLocation: "1401 N Shoreline Blvd\u200e",
  };
  for (const [name, value] of Object.entries(typed)) {
    const input = document.createElement("input");
    Object.assign(input, { name, value });
    form.append(input);
  }
  const values = readNewOrder(form);
  expect(values).toMatchObject({
    kind: "car",
    confirm: false,
    returnDate: "2027-02-28",
    customerName: "Yuting Chen",
    customerEmail: "renter@example.test",
    customerPhone: "",
    pickupLocation: "1401 N Shoreline Blvd",
  });
  expect(newOrderErrors(values, "2026-11-21")).toEqual({});
});
