import { localStore } from "#web/ui/browser-storage.ts";
import { useSyncExternalStore } from "react";
import { sessionEvent, sessionKey } from "./session-names.ts";
import { readStoredSession, type StoredSession } from "./stored-session.ts";

let text: string | null | undefined;
let session: StoredSession | undefined;

function current(): StoredSession | undefined {
  const now = keptText();
  if (now !== text) [text, session] = [now, readStoredSession()];
  return session;
}

const keptText = (): string | null => localStore()?.getItem(sessionKey) ?? null;

function onChange(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  window.addEventListener(sessionEvent, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(sessionEvent, listener);
  };
}

/**
 * The person signed in in this browser, in step with the other tabs. Undefined on the server and in the first
 * render.
 */
export const useSession = (): StoredSession | undefined =>
  useSyncExternalStore(onChange, current, () => undefined);
