// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { Link, MemoryRouter, useSearchParams } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MonthField } from "./month-field.tsx";

let root: Root;
let page: HTMLElement;

function Books() {
  const [address, setAddress] = useSearchParams();
  const month = address.get("month") ?? "2026-11";
  return (
    <>
      <MonthField month={month} onChoose={(chosen) => setAddress({ month: chosen })} />
      <Link to="?month=2026-10">October</Link>
      <p>{month}</p>
    </>
  );
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  act(() =>
    root.render(
      <MemoryRouter>
        <Books />
      </MemoryRouter>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

function field(): HTMLInputElement {
  const found = page.querySelector("input");
  if (!found) throw new Error("There is no field");
  // A browser that has no field of its own for months.
  found.type = "text";
  return found;
}
function type(text: string): void {
  const input = field();
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  act(() => void input.dispatchEvent(new Event("input", { bubbles: true })));
}
const shown = () => page.querySelector("p")?.textContent;

test("a month can be typed key by key", () => {
  for (const typed of ["2026-1", "2026-", "2027-", "2027-0"]) {
    type(typed);
    expect(field().value).toBe(typed);
    expect(shown()).toBe("2026-11");
  }
  type("2027-01");
  expect(shown()).toBe("2027-01");
});

test("a month field that loses the focus shows the current month and follows the address", () => {
  type("2026-1");
  act(() => field().blur());
  expect(field().value).toBe("2026-11");
  act(() => page.querySelector("a")?.click());
  expect(field().value).toBe("2026-10");
});
