// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdTyped } from "./typed-fields.ts";

let dialog: HTMLDialogElement;
const asked = vi.fn<() => void>();
let held: ReturnType<typeof holdTyped>;

beforeEach(() => {
  document.body.innerHTML = `<dialog><form><textarea>Kept</textarea><input name="amount" value="10.00"><input type="search"><input type="checkbox"></form></dialog>`;
  const found = document.querySelector("dialog");
  if (!found) throw new Error("There is no dialog");
  dialog = found;
  dialog.showModal();
  asked.mockReset();
  held = holdTyped(dialog, asked);
});
afterEach(() => {
  held.stop();
  document.body.innerHTML = "";
});

function type(selector: string, text: string): HTMLInputElement {
  const field = dialog.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error(`There is no ${selector}`);
  field.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return field;
}
const escape = () =>
  dialog.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
const cancel = () => dialog.dispatchEvent(new Event("cancel", { cancelable: true }));

test("Escape and Back keep a dialog with typed text open, each time", () => {
  type("textarea", "A note for the others");
  for (let time = 1; time <= 2; time++) {
    expect([escape(), cancel()]).toEqual([false, false]);
    expect(asked).toHaveBeenCalledTimes(2 * time);
  }
  expect(held.isTyped()).toBe(true);
});

test("Escape that ends a composition only ends it", () => {
  type("textarea", "A note for the others");
  const key = { key: "Escape", keyCode: 229, bubbles: true, cancelable: true };
  expect(dialog.dispatchEvent(new KeyboardEvent("keydown", key))).toBe(true);
  expect(asked).not.toHaveBeenCalled();
});

test("Escape and Back close a dialog in which nothing but a search was typed", () => {
  type("textarea", "Kept ");
  type("input[type=search]", "camry");
  expect([escape(), cancel(), held.isTyped()]).toEqual([true, true, false]);
  expect(asked).not.toHaveBeenCalled();
});

test("sent text and removed fields don't keep a dialog open", () => {
  const note = type("textarea", "Sent");
  note.value = "Kept";
  type("[name=amount]", "99.00").remove();
  expect([escape(), held.isTyped()]).toEqual([true, false]);
});

test("a closed dialog has no typed text", () => {
  type("textarea", "Gone");
  dialog.close();
  expect(held.isTyped()).toBe(false);
});

test("a field that had the focus from the beginning also keeps its dialog open", () => {
  held.stop();
  const field = dialog.querySelector("textarea");
  field?.focus();
  held = holdTyped(dialog, asked);
  if (field) field.value = "A reason";
  expect([escape(), held.isTyped()]).toEqual([false, true]);
});

test("Escape in an inner dialog belongs to that dialog", () => {
  type("textarea", "A note for the others");
  const inner = dialog.appendChild(document.createElement("dialog"));
  inner.showModal();
  const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  expect([inner.dispatchEvent(key), asked.mock.calls.length]).toEqual([true, 0]);
});
