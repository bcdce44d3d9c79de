// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { submitForm } from "#test/submit-form.ts";
import { CheckoutForm } from "./checkout-form.tsx";

const price = {
  lines: [{ kind: "rental" as const, amount: "2277.15" }],
  fees: "0.00",
  taxes: "0.00",
  total: "2277.15",
  days: 89,
  months: 3,
  discountPercent: 0,
  milesIncluded: 3000,
};
const order = {
  location: "San Jose",
  rental: { pickupDate: "2026-12-01", returnDate: "2027-02-28" },
  tier: "standard",
  insurance: "decline",
} as const;
const renter = {
  firstName: "Yuting",
  lastName: "Chen",
  email: "yuting@example.com",
  mobile: "",
  pickupLocation: "",
  pickupTime: "",
};
const typed: Record<string, string> = {
  cardNumber: "4111 1111 1111 1111",
  expiryDate: "12/28",
  cvv: "987",
  cardholderName: "YUTING CHEN",
  addressLine1: "1401 N Shoreline Blvd",
  city: "Mountain View",
  state: "CA",
  zipCode: "94043",
  country: "United States",
};
let root: Root;
let host: HTMLElement;
let sent: string[];

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  sent = [];
  vi.stubGlobal("fetch", (path: string, init: { body: string }) => {
    sent.push(path, init.body);
    return Promise.resolve(
      new Response(JSON.stringify({ id: "0c7e2b5a-6d0c-4f4e-9d53-0f6f4a3f1c11" }), { status: 201 }),
    );
  });
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  const start = { price, renter };
  const bill = { title: "Standard", text: "", shot: undefined, rentalLabel: "" };
  const Checkout = () => (
    <CheckoutForm
      address="/checkout"
      back="/information"
      order={order}
      today="2026-11-21"
      start={start}
      asked={null}
      bill={bill}
    />
  );
  const Pages = createRoutesStub([
    { path: "/checkout", Component: Checkout },
    { path: "/order-complete", Component: () => <h1>Done</h1> },
  ]);
  await act(async () => root.render(<Pages initialEntries={["/checkout"]} />));
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

const submit = () => submitForm(host);
const alert = () => host.querySelector("#checkout-alert")?.textContent;
const choose = (method: string) =>
  act(async () => host.querySelector<HTMLInputElement>(`[value="${method}"]`)?.click());
const inputs = () => [...host.querySelectorAll<HTMLInputElement>("[data-card]")];

test("a missing payment method gets the specification's error", async () => {
  await submit();
  expect(alert()).toBe("Please select a payment method");
});

test("an incomplete card gets the specification's error, and its first empty field the focus", async () => {
  await choose("credit-card");
  await submit();
  expect(alert()).toBe("Please fill in all card and billing information");
  expect(document.activeElement?.getAttribute("data-card")).toBe("cardNumber");
  expect(sent).toEqual([]);
});

test("a card's inputs have no names, and only its summary is sent", async () => {
  expect(inputs().map((input) => input.name)).toEqual(inputs().map(() => ""));
  await choose("credit-card");
  const fields = inputs();
  for (const field of fields) field.value = typed[field.dataset.card ?? ""] ?? "";
  await submit();
  const [path, body = ""] = sent;
  expect(path).toBe("/api/orders");
  // An id is random, and may hold any three digits.
  const { id, ...written } = JSON.parse(body);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(written).toMatchObject({
    paymentMethod: "credit-card",
    card: { brand: "visa", last4: "1111", expiry: "12/28" },
    totalPrice: "2277.15",
    customerName: "Yuting Chen",
  });
  for (const secret of ["4111", "987", "YUTING", "Shoreline", "94043"])
    expect(JSON.stringify(written)).not.toContain(secret);
  expect(fields.map((field) => field.value).join("")).toBe("");
  expect(host.textContent).toBe("Done");
});
