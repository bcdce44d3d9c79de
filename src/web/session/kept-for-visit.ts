import { visitStore } from "#web/ui/browser-storage.ts";
import { keepApart } from "./keep-apart.ts";

/** Keeps what a person writes, only for them and until the tab is closed; `undefined` removes it. */
export function keepForVisit(key: string, written: unknown): void {
  try {
    if (written === undefined) visitStore()?.removeItem(key);
    else visitStore()?.setItem(key, JSON.stringify(written));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** Returns the kept value; undefined if there is none, or none that can be read. */
export function keptForVisit(key: string): unknown {
  try {
    keepApart();
    const kept = visitStore()?.getItem(key);
    return kept ? (JSON.parse(kept) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
