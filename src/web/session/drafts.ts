import { localStore, visitStore } from "#web/ui/browser-storage.ts";
import { keepApart } from "./keep-apart.ts";

/** Unfinished work in a storage. Only the account that did it gets it back. */
const draftsIn = (storage: () => Storage | undefined) => ({
  /** Keeps a value; `undefined` removes it. */
  keep(key: string, value: unknown): void {
    try {
      if (value === undefined) storage()?.removeItem(key);
      else storage()?.setItem(key, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing loses it with the page.
    }
  },
  /** Returns the kept value; undefined if there is none, or none that can be read. */
  read(key: string): unknown {
    try {
      keepApart();
      return JSON.parse(storage()?.getItem(key) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  },
});

/** Drafts that last until the tab is closed. */
export const visitDrafts = draftsIn(visitStore);

/** Drafts that last until they are sent. */
export const lastingDrafts = draftsIn(localStore);
