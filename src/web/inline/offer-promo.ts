import { localStore } from "#web/ui/browser-storage.ts";

/** The offer's dialog, and the key of local storage that says it was seen. */
export const promoId = "promo";
const seenKey = "promo-seen";
/** Milliseconds: after the load; without any action; in which the open dialog ignores all input. */
const [delay, quiet, settling] = [3000, 1500, 400];

/**
 * Opens the offer's dialog once, unless it was seen. It interrupts nobody who fills in a field, waits for the result
 * of a press, has just got an error message, has a menu or another dialog open, or has just done something. It takes
 * no field's focus. A key or a press at the moment of opening was meant for something else and does nothing to the
 * dialog. When the dialog is closed, in any way, the browser remembers that.
 */
export function offerPromo(): void {
  const dialog = document.getElementById(promoId);
  if (!(dialog instanceof HTMLDialogElement) || dialog.dataset.offered) return;
  dialog.dataset.offered = "yes";
  const isSeen = () => {
    try {
      return localStore()?.getItem(seenKey) !== null;
    } catch {
      return true;
    }
  };
  let lastAction = -quiet;
  let isPressed = false;
  const onAction = (event: Event) => {
    lastAction = performance.now();
    if (event.type === "pointerdown") isPressed = true;
    if (event.type === "pointerup" || event.type === "pointercancel") isPressed = false;
  };
  const actionEvents = ["pointerdown", "pointerup", "pointercancel", "keydown", "wheel", "scroll", "input"];
  const swallow = (event: Event) => event.preventDefault();
  const isBusy = () =>
    isPressed ||
    performance.now() - lastAction < quiet ||
    document.hidden ||
    document.activeElement?.matches("input, select, textarea, [contenteditable], [role=alert]") ||
    document.querySelector(".menu[open], dialog[open], :popover-open, [aria-busy=true]") !== null;
  const wait = (time: number) => setTimeout(open, time);
  const open = () => {
    if (!dialog.isConnected || dialog.open || isSeen()) return stop();
    if (isBusy()) return void wait(quiet);
    stop();
    dialog.tabIndex = -1;
    dialog.inert = true;
    dialog.showModal();
    addEventListener("keydown", swallow, true);
    setTimeout(() => {
      removeEventListener("keydown", swallow, true);
      dialog.inert = false;
      dialog.focus();
    }, settling);
  };
  const stop = () => actionEvents.forEach((type) => removeEventListener(type, onAction, true));
  dialog.addEventListener("close", () => {
    try {
      localStore()?.setItem(seenKey, "1");
    } catch {
      // A browser that keeps nothing is asked again the next time.
    }
  });
  if (isSeen()) return;
  for (const type of actionEvents) addEventListener(type, onAction, { capture: true, passive: true });
  if (document.readyState === "complete") wait(delay);
  else addEventListener("load", () => wait(delay));
}
