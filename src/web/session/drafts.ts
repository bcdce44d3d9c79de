import { localStore, visitStore } from "#web/ui/browser-storage.ts";
import { keepApart } from "./keep-apart.ts";
import { readStoredSession } from "./stored-session.ts";

/** What a blocked or full storage did not take, with the account that it belongs to: kept until the page is left. */
const held = new Map<string, { text: string; whose: string | undefined }>();

/** Forgets what no storage took. */
export const forgetHeld = (): void => held.clear();

function heldText(key: string): string | undefined {
  const { text, whose } = held.get(key) ?? {};
  if (whose === undefined || whose === readStoredSession()?.id) return text;
  held.delete(key);
  return undefined;
}

/** Unfinished work in a storage. Only the account that did it gets it back. */
const draftsIn = (storage: () => Storage | undefined) => ({
  /** Keeps a value; `undefined` removes it. */
  keep(key: string, value: unknown): void {
    held.delete(key);
    const store = storage();
    try {
      if (value === undefined) store?.removeItem(key);
      else if (store) store.setItem(key, JSON.stringify(value));
      else hold(key, value);
    } catch {
      hold(key, value);
    }
  },
  /** Returns the kept value; undefined if there is none, or none that can be read. */
  read(key: string): unknown {
    try {
      keepApart();
      return JSON.parse(heldText(key) ?? storage()?.getItem(key) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  },
});

function hold(key: string, value: unknown): void {
  // The server, which has no window, serves many people with one memory.
  if (typeof window === "undefined" || value === undefined) return;
  held.set(key, { text: JSON.stringify(value), whose: readStoredSession()?.id });
}

/** Drafts that last until the tab is closed. */
export const visitDrafts = draftsIn(visitStore);

/** Drafts that last until they are sent. */
export const lastingDrafts = draftsIn(localStore);
