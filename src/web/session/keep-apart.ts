import { localStore, visitStore } from "#web/ui/browser-storage.ts";
import { sessionKey } from "./session-names.ts";
import { readStoredSession } from "./stored-session.ts";

/** The key of the account id in a storage: the other values there belong to this account. */
const whoseKey = "longbay.whose";

/** Empties a storage, except for the language and the session. */
export function forgetKept(storage: Storage): void {
  for (const key of Object.keys(storage))
    if (key !== "language" && key !== sessionKey) storage.removeItem(key);
}

/**
 * Text and hearts of an account are removed as soon as its session is gone or belongs to another account. The text
 * and hearts of a visitor go to the account that signs in next.
 */
export function keepApart(session = readStoredSession()): void {
  try {
    for (const storage of [visitStore(), localStore()]) {
      if (!storage) continue;
      const whose = storage.getItem(whoseKey);
      if (whose && whose !== session?.id) forgetKept(storage);
      // A person who still has to enter a second factor is not signed in yet.
      if (session?.isWhole) storage.setItem(whoseKey, session.id);
    }
  } catch {
    // A browser that keeps nothing has nothing to separate.
  }
}
