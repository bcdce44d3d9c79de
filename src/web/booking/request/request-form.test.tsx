// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { submitForm } from "#test/submit-form.ts";
import { baseLocale, overwriteGetLocale } from "#web/paraglide/runtime.js";
import { currentToast } from "#web/ui/toast.ts";
import { RequestForm } from "./request-form.tsx";
import type { RequestedCar, TaxedRental } from "./use-request.ts";

const car = {
  id: "0c7e2b5a-6d0c-4f4e-9d53-0f6f4a3f1c11",
  monthlyPrice: "639.00",
  minRentDays: 30,
  city: "San Jose",
};
/** The outcome is loaded by a script of its own, which can take long. */
const patience = { timeout: 60_000 };
const dates = "?pickupDate=2026-12-01&returnDate=2027-02-28";
let root: Root;
let host: HTMLElement;
/** The server's answer about the dates in the form. */
let quotedAs: object = { available: true };
const calls: { path: string; body: Record<string, unknown> }[] = [];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  calls.length = 0;
  quotedAs = { available: true };
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

async function show(
  query: string,
  answers: Response[] = [],
  rules: Partial<RequestedCar> = {},
  taxed?: TaxedRental,
  firstDay = "2026-11-21",
) {
  vi.stubGlobal("fetch", (path: string, init: { body: string }) => {
    if (path === "/api/quotes") return Promise.resolve(json(200, quotedAs));
    calls.push({ path, body: JSON.parse(init.body) });
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError("Failed to fetch"));
  });
  const Page = createRoutesStub([
    {
      path: "/cars/:id",
      Component: () => (
        <RequestForm car={{ ...car, ...rules }} today="2026-11-21" firstDay={firstDay} taxed={taxed} />
      ),
    },
  ]);
  await act(async () => root.render(<Page initialEntries={[`/cars/${car.id}${query}`]} />));
}

function input(name: string): HTMLInputElement {
  const found = host.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}
function fill(): void {
  input("customerName").value = "Yuting Chen";
  input("customerEmail").value = "yuting@example.com";
  input("pickupLocation").value = "1401 N Shoreline Blvd";
}
const submit = () => submitForm(host);
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

test("an empty form is not sent, and shows what is missing at the first field and in a toast", async () => {
  await show("");
  await submit();
  expect(currentToast()).toMatchObject({
    title: "Missing Information",
    description: "Please fill in all required fields",
    variant: "destructive",
  });
  expect(document.activeElement).toBe(input("pickupDate"));
  expect([...host.querySelectorAll('[role="alert"]')].map((alert) => alert.textContent)).toEqual([
    "Choose a pickup date",
  ]);
  expect(
    [...host.querySelectorAll('[aria-invalid="true"]')].map((field) => field.getAttribute("name")),
  ).toEqual(["pickupDate", "returnDate", "customerName", "customerEmail", "pickupLocation"]);
  expect(calls).toEqual([]);
});

test("the pickers offer no day after whose last handover it is", async () => {
  await show("?pickupDate=2026-11-21&returnDate=2027-02-21", [], {}, undefined, "2026-11-22");
  expect([input("pickupDate").min, input("returnDate").min]).toEqual(["2026-11-22", "2026-11-22"]);
  expect(host.textContent).toContain("It’s too late for this pickup date");
});

test("the reason why the address's dates make no rental stands in place of the price", async () => {
  await show("?pickupDate=2026-12-01&returnDate=2026-12-10");
  expect(host.textContent).toContain("The minimum rental is 30 days");
  expect(host.textContent).not.toContain("Choose your dates");
  fill();
  await submit();
  // Once the form is sent, the error is shown at the date that has to change, and nowhere else.
  expect(host.querySelector('[role="alert"]')?.textContent).toContain("The minimum rental is 30 days");
  expect(host.textContent?.split("The minimum rental is 30 days")).toHaveLength(2);
  expect(calls).toEqual([]);
});

test("the shown total is sent, and the same order is sent again after a lost answer", async () => {
  const order = {
    id: "1",
    orderNumber: "LB-1",
    customerEmail: "y***@example.com",
    emailConfirmed: false,
    heldUntil: "2026-11-22T01:15:00.000Z",
  };
  await show(dates, []);
  fill();
  expect(host.querySelector(".total dd")?.textContent).toBe("$1,800.91");
  await submit();
  expect(currentToast()).toMatchObject({
    title: "Booking Failed",
    description: "Something went wrong. Please try again.",
  });
  expect(input("customerName").value).toBe("Yuting Chen");

  vi.stubGlobal("fetch", (path: string, init: { body: string }) => {
    calls.push({ path, body: JSON.parse(init.body) });
    return Promise.resolve(json(201, order));
  });
  await submit();
  // Between the two orders, the form may ask whether the dates are still free.
  const sent = calls.filter(({ path }) => path === "/api/bookings");
  expect(sent.map(({ body }) => body.totalPrice)).toEqual(["1800.91", "1800.91"]);
  expect(sent[0]?.body.id).toBe(sent[1]?.body.id);
  expect(currentToast()).toMatchObject({
    title: "Booking Successful!",
    description: "Your car rental booking has been confirmed. We'll contact you soon",
  });
  await vi.waitFor(
    () =>
      expect(host.querySelector(".placed")?.textContent).toContain(
        "Order LB-1: we’re holding the car until Nov 21, 5:15 PM Pacific time.",
      ),
    patience,
  );
  // The dates don't stay either: this order has them, so they would now be shown as taken.
  expect(["customerName", "pickupDate", "returnDate"].map((name) => input(name).value)).toEqual(["", "", ""]);
});

test("a taken car offers its next free dates and similar cars, named as Chinese readers know them, and keeps the typed values", async () => {
  const similar = {
    id: "2",
    name: "Honda Civic LX",
    year: 2024,
    city: "Fremont",
    monthlyPrice: "604.00",
    image: "/a.webp",
  };
  overwriteGetLocale(() => "zh");
  onTestFinished(() => overwriteGetLocale(() => baseLocale));
  await show(dates, [
    json(409, {
      code: "car_taken",
      message: "Taken",
      nextFree: [{ from: "2027-03-06", until: null }],
      similarCars: [similar],
    }),
  ]);
  fill();
  await submit();
  await vi.waitFor(
    () => expect(host.querySelector(".taken a")?.getAttribute("href")).toBe(`/cars/2${dates}`),
    patience,
  );
  expect(host.querySelector(".taken-cars")?.textContent).toContain("本田");
  await act(async () => host.querySelector<HTMLButtonElement>(".taken .dates button")?.click());
  expect([input("pickupDate").value, input("returnDate").value]).toEqual(["2027-03-06", "2027-06-05"]);
  expect(input("customerName").value).toBe("Yuting Chen");
});

test("taken dates are announced before anything is sent, with the next available dates", async () => {
  quotedAs = { available: false, nextFree: [{ from: "2027-03-06", until: null }] };
  await show(dates);
  await vi.waitFor(() =>
    expect(host.querySelector(".taken")?.textContent).toContain("already booked on some of these days"),
  );
  quotedAs = { available: true };
  await act(async () => host.querySelector<HTMLButtonElement>(".taken .dates button")?.click());
  expect([input("pickupDate").value, input("returnDate").value]).toEqual(["2027-03-06", "2027-06-05"]);
  expect(host.querySelector(".taken")).toBeNull();
  expect(calls).toEqual([]);
});

test("a pickup before the host's notice period shows the earliest day", async () => {
  const fields = { pickupDate: { code: "notice_too_short", message: "must not be before 2026-11-26" } };
  await show(dates, [json(422, { code: "invalid", message: "Check the fields.", fields })], {
    noticeDays: 5,
  });
  fill();
  await submit();
  expect([...host.querySelectorAll('[role="alert"]')].map((alert) => alert.textContent)).toEqual([
    "Choose a pickup date from Nov 26, 2026: this car needs 5 days’ notice",
  ]);
});

test("the sent total includes the shown taxes, without a code that is not applied yet", async () => {
  const taxed = {
    pickupDate: "2026-12-01",
    returnDate: "2027-02-28",
    price: {
      lines: [{ kind: "rental" as const, amount: "1800.91" }],
      fees: "0.00",
      taxes: "180.09",
      total: "1981.00",
      days: 89,
      months: 3,
      discountPercent: 0,
      milesIncluded: 3000,
    },
  };
  await show(dates, [], {}, taxed);
  fill();
  expect(host.querySelector(".total dd")?.textContent).toBe("$1,981.00");
  await submit();
  input("promo").value = "SUMMER";
  await submit();
  expect(calls.map(({ body }) => body.totalPrice)).toEqual(["1981.00", "1800.91"]);
});

test("a changed price is shown and must be confirmed", async () => {
  const quote = {
    lines: [{ kind: "rental", amount: "1900.00" }],
    fees: "0.00",
    taxes: "0.00",
    total: "1900.00",
    days: 89,
    months: 3,
    discountPercent: 0,
    milesIncluded: 3000,
  };
  await show(dates, [
    json(422, { code: "price_changed", message: "Changed", quote }),
    json(201, { id: "1", orderNumber: "LB-1", customerEmail: "y***@example.com" }),
  ]);
  fill();
  await submit();
  expect(host.querySelector('.notice[role="alert"]')?.textContent).toContain("$1,900.00");
  expect(host.querySelector(".total dd")?.textContent).toBe("$1,900.00");
  await submit();
  expect(calls.map(({ body }) => body.totalPrice)).toEqual(["1800.91", "1900.00"]);
});
