import { visitStore } from "#web/ui/browser-storage.ts";

/** Where the router keeps how far each page was scrolled. */
const storageKey = "react-router-scroll-positions";

/**
 * The page was put back to where it had been left as soon as it was there, and somebody may have scrolled on
 * since. The router would put it back once more when it starts: so it finds nothing to put back for this
 * page.
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
