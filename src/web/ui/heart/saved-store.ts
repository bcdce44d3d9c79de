import { localStore } from "#web/ui/browser-storage.ts";

/**
 * The cars that this browser has saved: for a visitor the whole list; for a signed-in person the account's last
 * list, with the changes that are not sent yet.
 */
export type SavedList = { ids: string[]; pending: Record<string, boolean> };

const key = "longbay-saved";
/** The most cars, as in an account. */
const most = 500;

/** The window's event after a car was saved or removed in this browser. */
export const savedEvent = "longbay:saved";
/** The window's event that asks to draw every heart in its current state. */
export const heartsEvent = "longbay:hearts";

/** The browser's storage may hold anything: the value only decides which hearts are filled. */
export function readSaved(): SavedList {
  try {
    const kept: unknown = JSON.parse(localStore()?.getItem(key) ?? "");
    const { ids, pending } = kept as Partial<SavedList>;
    return {
      ids: Array.isArray(ids) ? ids.filter((id) => typeof id === "string").slice(0, most) : [],
      pending: typeof pending === "object" ? { ...pending } : {},
    };
  } catch {
    return { ids: [], pending: {} };
  }
}

export function writeSaved(saved: SavedList): void {
  try {
    localStore()?.setItem(key, JSON.stringify(saved));
  } catch {
    // In a browser that keeps nothing, the hearts last as long as the page.
  }
}

/** Saves a car or removes it, and returns whether it is saved now. */
export function toggleSaved(id: string): boolean {
  const { ids, pending } = readSaved();
  const isSaved = !ids.includes(id);
  writeSaved({
    ids: isSaved ? [id, ...ids].slice(0, most) : ids.filter((one) => one !== id),
    pending: { ...pending, [id]: isSaved },
  });
  return isSaved;
}
