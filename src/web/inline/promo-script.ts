/**
 * What the offer goes by: its dialog, the key of local storage that says it was seen, the milliseconds after
 * the page has loaded, how long nobody has to have done anything, and how long what comes after its opening
 * can't have been meant for it.
 */
export const promoOffer = ["promo", "promo-seen", 3000, 1500, 400] as const;

/**
 * Opens the offer's dialog once, unless it was seen. It interrupts nobody: not whoever fills in a field, has
 * a menu or another dialog open, or has just done something; it takes no field's focus, and a key or a press
 * that comes in the very moment it opens was meant for something else and does nothing to it. Closing it, in
 * whatever way, is remembered. The page runs this very text before the application is there
 * (promo-dialog.tsx), so it uses nothing from outside.
 */
export function offerPromo(id: string, key: string, delay: number, quiet: number, settling: number): void {
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement) || dialog.dataset.offered) return;
  dialog.dataset.offered = "yes";
  const isSeen = () => {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      return true;
    }
  };
  let lastDeed = -quiet;
  let isPressed = false;
  const onDeed = (event: Event) => {
    lastDeed = performance.now();
    if (event.type === "pointerdown") isPressed = true;
    if (event.type === "pointerup" || event.type === "pointercancel") isPressed = false;
  };
  const deeds = ["pointerdown", "pointerup", "pointercancel", "keydown", "wheel", "scroll", "input"];
  const swallow = (event: Event) => event.preventDefault();
  const isBusy = () =>
    isPressed ||
    performance.now() - lastDeed < quiet ||
    document.hidden ||
    document.activeElement?.matches("input, select, textarea, [contenteditable]") ||
    document.querySelector(".menu[open], dialog[open], :popover-open") !== null;
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
  const stop = () => deeds.forEach((type) => removeEventListener(type, onDeed, true));
  dialog.addEventListener("close", () => {
    try {
      localStorage.setItem(key, "1");
    } catch {
      // A browser that keeps nothing is asked again the next time.
    }
  });
  if (isSeen()) return;
  for (const type of deeds) addEventListener(type, onDeed, { capture: true, passive: true });
  if (document.readyState === "complete") wait(delay);
  else addEventListener("load", () => wait(delay));
}

/**
 * The page's own small script; where the application leads to the home page, the dialog's effect takes its
 * place.
 */
export const promoScript = `(${offerPromo.toString()})(...${JSON.stringify(promoOffer)})`;
