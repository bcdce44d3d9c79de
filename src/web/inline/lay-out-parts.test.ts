// @vitest-environment happy-dom
// @own-window
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const html = document.documentElement;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  html.setAttribute("data-coming", "");
  document.body.innerHTML = '<section class="section"></section>'.repeat(3);
  await import("./lay-out-parts.ts");
});
afterEach(() => {
  dispatchEvent(new Event("pointerup"));
  vi.useRealTimers();
});

const press = () => dispatchEvent(new Event("pointerdown"));
const load = () => dispatchEvent(new Event("load"));

it("the rest of a page is laid out even while a press never ends", async () => {
  press();
  load();
  await vi.advanceTimersByTimeAsync(9000);
  expect(html.hasAttribute("data-coming")).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(html.hasAttribute("data-coming")).toBe(false);
  expect(document.querySelectorAll("[data-here]")).toHaveLength(3);
});

it("a press that ends in another window holds nothing up", async () => {
  press();
  document.dispatchEvent(new Event("focusout", { bubbles: true }));
  document.body.dispatchEvent(new Event("blur"));
  load();
  await vi.advanceTimersByTimeAsync(3000);
  expect(html.hasAttribute("data-coming")).toBe(true);
  dispatchEvent(new Event("blur"));
  await vi.advanceTimersByTimeAsync(3000);
  expect(html.hasAttribute("data-coming")).toBe(false);
});
