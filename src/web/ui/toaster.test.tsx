// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addModal } from "./open-modals.ts";
import { currentToast, dismissToast, toast, toastLength } from "./toast.ts";
import { Toaster } from "./toaster.tsx";

let root: Root;
let host: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  act(() => root.render(<Toaster />));
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  const left = currentToast();
  if (left) dismissToast(left.id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const card = (): HTMLElement => {
  const found = host.querySelector<HTMLElement>(".toast");
  if (!found) throw new Error("no toast is shown");
  return found;
};
const shown = (): string[] => [...host.querySelectorAll(".toast b")].map((title) => title.textContent ?? "");
const fire = (target: EventTarget, type: string, more: PointerEventInit = {}) =>
  act(() => void target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, ...more })));

test("only the last toast is shown", () => {
  act(() => toast({ title: "First" }));
  act(() => toast({ title: "Second", description: "With more to say" }));
  expect(shown()).toEqual(["Second"]);
  expect(host.querySelector('[role="status"]')?.textContent).toContain("With more to say");
});

test("a toast about a failure is an alert", () => {
  act(() => toast({ title: "Booking Failed", variant: "destructive" }));
  expect(host.querySelector('[role="alert"]')?.textContent).toContain("Booking Failed");
  expect(host.querySelector('[role="status"]')?.textContent).toBe("");
});

test("a toast disappears after five seconds, but not under the pointer", () => {
  act(() => toast({ title: "Saved" }));
  act(() => void vi.advanceTimersByTime(toastLength - 1));
  expect(shown()).toEqual(["Saved"]);
  fire(card(), "pointerover");
  act(() => void vi.advanceTimersByTime(toastLength * 3));
  expect(shown()).toEqual(["Saved"]);
  fire(card(), "pointerout");
  act(() => void vi.advanceTimersByTime(toastLength));
  expect(shown()).toEqual([]);
});

test.each([
  ["goes when pushed 50 pixels to the right", 50, []],
  ["stays when pushed less", 49, ["Saved"]],
  ["stays when pushed to the left", -80, ["Saved"]],
])("a toast %s", (_, pixels, left) => {
  act(() => toast({ title: "Saved" }));
  card().setPointerCapture = () => undefined;
  fire(card(), "pointerdown", { clientX: 100 });
  fire(card(), "pointermove", { clientX: 100 + pixels });
  fire(card(), "pointerup", { clientX: 100 + pixels });
  expect(shown()).toEqual(left);
});

test("F8 moves the focus to the toasts, and the button closes one", () => {
  act(() => toast({ title: "Saved" }));
  act(() => void document.dispatchEvent(new KeyboardEvent("keydown", { key: "F8" })));
  expect(document.activeElement).toBe(host.querySelector("section"));
  act(() => host.querySelector("button")?.click());
  expect(shown()).toEqual([]);
});

test("a toast's action ends in time, even under the pointer", () => {
  act(() => toast({ title: "Set", action: { label: "Undo", length: 10_000, run: () => undefined } }));
  fire(card(), "pointerover");
  act(() => void vi.advanceTimersByTime(9_999));
  expect(card().textContent).toContain("Undo");
  act(() => void vi.advanceTimersByTime(1));
  expect(shown()).toEqual(["Set"]);
  expect(card().textContent).not.toContain("Undo");
});

test("a toast is shown inside the topmost open dialog, and outside once that closes", () => {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  let remove = () => {};
  act(() => void (remove = addModal(dialog)));
  act(() => toast({ title: "Recorded" }));
  expect([dialog.querySelector(".toast b")?.textContent, shown()]).toEqual(["Recorded", []]);
  act(() => remove());
  expect(shown()).toEqual(["Recorded"]);
  dialog.remove();
});
