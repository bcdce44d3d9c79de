import { localStore, visitStore } from "#web/ui/browser-storage.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { authClient } from "./auth-client.ts";
import { forgetHeld } from "./drafts.ts";
import { forgetKept } from "./keep-apart.ts";
import { sessionEvent, sessionKey } from "./session-names.ts";

/**
 * Ends this session here and on the server, or all sessions of the account. Whatever fails on the way, this
 * browser forgets its own session.
 */
export async function signOut(scope: "local" | "global" = "local"): Promise<void> {
  const isEnded = await endSession(scope);
  forgetVisitor();
  toast({
    title: m.session_signed_out_title(),
    description: isEnded ? m.session_signed_out_text() : m.session_signed_out_here(),
  });
}

/** Returns whether the server has ended the session. */
async function endSession(scope: "local" | "global"): Promise<boolean> {
  // The cookie of callers that signed in through the API ends too.
  const cookie = fetch("/api/auth/logout", { method: "POST", credentials: "include" }).then(
    ({ ok }) => ok,
    () => false,
  );
  let isEnded = false;
  try {
    const client = await authClient();
    const { error } = await client.signOut({ scope });
    isEnded = !error;
    if (error) await client.signOut({ scope: "local" });
  } catch {
    // The library could not be loaded: the storage is emptied all the same.
  }
  return (await cookie) && isEnded;
}

/** Empties the storage of this site, and keeps the language. */
export function forgetVisitor(): void {
  forgetHeld();
  try {
    localStore()?.removeItem(sessionKey);
    for (const storage of [localStore(), visitStore()]) if (storage) forgetKept(storage);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  window.dispatchEvent(new Event(sessionEvent));
}
