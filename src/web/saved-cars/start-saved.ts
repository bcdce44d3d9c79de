import { m } from "#web/paraglide/messages.js";
import { sessionEvent } from "#web/session/session-names.ts";
import { readStoredSession } from "#web/session/stored-session.ts";
import { toast } from "#web/ui/toast.ts";
import { localStore } from "#web/ui/browser-storage.ts";
import { readSaved, savedEvent } from "#web/ui/heart/saved-store.ts";

/**
 * Keeps the hearts of this browser and the account of whoever is signed in alike. What does so comes when there is
 * somebody to do it for; a visitor is told, once a page, that an account keeps them.
 */
export function startSaved(): void {
  let known: string | undefined;
  let isAnnounced = false;
  const sync = async () => {
    const session = readStoredSession();
    if (!session?.isWhole) return;
    known = session.id;
    const { syncSaved } = await import("./sync-saved.ts");
    // What could not be told, as where the session had ended, is told when the same account signs in again.
    if (!(await syncSaved())) known = undefined;
  };
  const onSession = () => {
    const session = readStoredSession();
    if (!session) known = undefined;
    else if (session.isWhole && session.id !== known) void sync();
  };
  addEventListener(sessionEvent, onSession);
  addEventListener(savedEvent, () => {
    if (readStoredSession()) return void sync();
    if (!localStore()) return toast({ title: m.saved_blocked_title(), description: m.saved_blocked_text() });
    if (isAnnounced || readSaved().ids.length === 0) return;
    isAnnounced = true;
    toast({ title: m.saved_here_title(), description: m.saved_here_text() });
  });
  onSession();
}
