import { visitStore } from "#web/ui/browser-storage.ts";
import { keepApart } from "./keep-apart.ts";

/** Keeps what somebody is writing, for them alone and until the tab is closed; undefined keeps nothing any more. */
export function keepForVisit(key: string, written: unknown): void {
  try {
    if (written === undefined) visitStore()?.removeItem(key);
    else visitStore()?.setItem(key, JSON.stringify(written));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** Returns what was kept; undefined where there is nothing, or nothing that can be read. */
export function keptForVisit(key: string): unknown {
  try {
    keepApart();
    const kept = visitStore()?.getItem(key);
    return kept ? (JSON.parse(kept) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
