// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { AdminOrderFilters } from "./order-filters.tsx";
import { useOrderFilters } from "./use-order-filters.ts";

let root: Root;
let page: HTMLElement;

function Filters() {
  const { filters, change } = useOrderFilters();
  const { search } = useLocation();
  return (
    <>
      <AdminOrderFilters filters={filters} stats={undefined} onChange={change} />
      <output>{search}</output>
    </>
  );
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  act(() =>
    root.render(
      <MemoryRouter>
        <Filters />
      </MemoryRouter>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function field(selector: string): HTMLInputElement {
  const found = page.querySelector<HTMLInputElement>(selector);
  if (!found) throw new Error(`There is no ${selector}`);
  return found;
}
/** What a browser does for each key: the field holds a value, and React hears of it. */
function type(input: HTMLInputElement, text: string): void {
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  act(() => void input.dispatchEvent(new Event("input", { bubbles: true })));
}
const address = () => page.querySelector("output")?.textContent ?? "";
const press = (name: string) =>
  act(() => [...page.querySelectorAll("button")].find((one) => one.textContent?.includes(name))?.click());

test("an unfinished year stays in the date field and filters nothing", () => {
  const day = field("input[type=date]");
  for (const typed of ["0002-12-01", "0020-12-01", "0202-12-01"]) {
    type(day, typed);
    expect(day.value).toBe(typed);
    expect(address()).toBe("");
  }
  type(day, "2026-12-01");
  expect(address()).toContain("pickupFrom=2026-12-01");
  press(m.admin_orders_days_clear());
  expect(address()).not.toContain("pickupFrom");
});

test("a date field that loses the focus shows the date of the filter", () => {
  const day = field("input[type=date]");
  type(day, "2026-12-01");
  type(day, "0002-12-01");
  act(() => day.blur());
  expect(day.value).toBe("2026-12-01");
});

test("a filter chosen right after typing a search keeps the search", () => {
  type(field("input[type=search]"), "Wei");
  press("Confirmed");
  act(() => void vi.advanceTimersByTime(1000));
  expect(new URLSearchParams(address())).toEqual(new URLSearchParams("status=confirmed&search=Wei"));
});
