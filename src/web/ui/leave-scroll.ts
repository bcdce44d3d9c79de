import { visitStore } from "#web/ui/browser-storage.ts";

/** The key under which the router keeps the scroll position of each page. */
const storageKey = "react-router-scroll-positions";

/**
 * The browser has already restored the scroll position, and the person may have scrolled on since. The router
 * would restore it once more when it starts, so this removes the router's position for this page.
 */
export function leaveScrollAsItIs(): void {
  try {
    const state: unknown = history.state;
    const key = typeof state === "object" && state !== null && "key" in state ? String(state.key) : "default";
    const kept = Object.entries(JSON.parse(visitStore()?.getItem(storageKey) ?? "{}") as object);
    visitStore()?.setItem(
      storageKey,
      JSON.stringify(Object.fromEntries(kept.filter(([name]) => name !== key))),
    );
  } catch {
    // A browser that keeps nothing has nothing to put back either.
  }
}
