import { localStore, visitStore } from "#web/ui/browser-storage.ts";
import { sessionKey } from "./session-names.ts";
import { readStoredSession } from "./stored-session.ts";

/** Stands beside what a storage keeps: the id of the account that it is kept for. */
const whoseKey = "longbay.whose";

/** Empties a storage, and keeps the language and whoever is signed in. */
export function forgetKept(storage: Storage): void {
  for (const key of Object.keys(storage))
    if (key !== "language" && key !== sessionKey) storage.removeItem(key);
}

/**
 * What was typed and saved under an account goes as soon as its session is gone or is another's. What a visitor
 * left is theirs who then signs in.
 */
export function keepApart(session = readStoredSession()): void {
  try {
    for (const storage of [visitStore(), localStore()]) {
      if (!storage) continue;
      const whose = storage.getItem(whoseKey);
      if (whose && whose !== session?.id) forgetKept(storage);
      // Who still owes a second factor is nobody yet.
      if (session?.isWhole) storage.setItem(whoseKey, session.id);
    }
  } catch {
    // A browser that keeps nothing has nothing to tell apart.
  }
}
