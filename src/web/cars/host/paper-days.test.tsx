// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PaperKind } from "#domain/cars/host/papers.ts";
import { usePaperDay } from "./paper-days.ts";

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Opens the page of the form anew. Returns functions that read the field, type into it, and leave the page. */
function open(carId: string, kind: PaperKind) {
  const place = document.createElement("div");
  const root = createRoot(place);
  function Page() {
    const { day, change } = usePaperDay(carId, kind);
    return <input value={day} onChange={({ target }) => change(target.value)} />;
  }
  act(() => root.render(<Page />));
  const field = () => place.querySelector("input") as HTMLInputElement;
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  return {
    read: () => field().value,
    type: (day: string) =>
      act(() => {
        value?.set?.call(field(), day);
        field().dispatchEvent(new Event("input", { bubbles: true }));
      }),
    leave: () => act(() => root.unmount()),
  };
}

it("a paper's typed last day survives leaving the page, only for that paper of that car", () => {
  const first = open("one", "insurance");
  first.type("2027-03-01");
  first.leave();
  const again = open("one", "insurance");
  expect(again.read()).toBe("2027-03-01");
  expect(open("one", "registration").read()).toBe("");
  expect(open("two", "insurance").read()).toBe("");
  again.type("");
  again.leave();
  expect(open("one", "insurance").read()).toBe("");
});

it("a stored value that isn't a date is ignored, and typing works without storage", () => {
  localStorage.setItem("longbay.host-car.one.insurance-day", "soon");
  expect(open("one", "insurance").read()).toBe("");
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied", "SecurityError");
  });
  const page = open("one", "insurance");
  page.type("2027-03-01");
  expect(page.read()).toBe("2027-03-01");
});
