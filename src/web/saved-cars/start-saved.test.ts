// @vitest-environment happy-dom
// @own-window
import { expect, test, vi } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { savedEvent } from "#web/ui/heart/saved-store.ts";
import { currentToast } from "#web/ui/toast.ts";
import { startSaved } from "./start-saved.ts";

test("a press on a heart shows a toast each time if the browser blocks storage", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied", "SecurityError");
  });
  startSaved();
  for (let press = 1; press <= 2; press++) {
    const before = currentToast()?.id;
    window.dispatchEvent(new Event(savedEvent));
    expect(currentToast()?.title).toBe(m.saved_blocked_title());
    expect(currentToast()?.id).not.toBe(before);
  }
});
