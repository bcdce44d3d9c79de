/** What the offer goes by: its dialog, the key of local storage that says it was seen, and the milliseconds after the page has loaded. */
export const promoOffer = ["promo", "promo-seen", 3000] as const;

/**
 * Opens the offer's dialog, unless it was seen. Nobody is interrupted while they fill in a field; closing it, in whatever way,
 * is remembered. The page runs this very text before the application is there (promo-dialog.tsx), so it uses nothing from outside.
 */
export function offerPromo(id: string, key: string, delay: number): void {
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement)) return;
  const isSeen = () => {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      return true;
    }
  };
  const wait = () => setTimeout(open, delay);
  const open = () => {
    if (!dialog.isConnected || dialog.open || isSeen()) return;
    if (document.activeElement?.matches("input, select, textarea")) wait();
    else dialog.showModal();
  };
  dialog.addEventListener("close", () => {
    try {
      localStorage.setItem(key, "1");
    } catch {
      // A browser that keeps nothing is asked again the next time.
    }
  });
  if (isSeen()) return;
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
}
