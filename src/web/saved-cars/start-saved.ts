import { m } from "#web/paraglide/messages.js";
import { sessionEvent } from "#web/session/session-names.ts";
import { readStoredSession } from "#web/session/stored-session.ts";
import { toast } from "#web/ui/toast.ts";
import { localStore } from "#web/ui/browser-storage.ts";
import { readSaved, savedEvent } from "#web/ui/heart/saved-store.ts";

/**
 * Keeps the hearts in this browser equal to the signed-in person's account. The code for it is loaded when
 * somebody is signed in; a visitor reads once per page that an account would keep the hearts.
 */
export function startSaved(): void {
  let known: string | undefined;
  let isAnnounced = false;
  const sync = async () => {
    const session = readStoredSession();
    if (!session?.isWhole) return;
    known = session.id;
    const { syncSaved } = await import("./sync-saved.ts");
    // What could not be sent, as when the session had ended, is sent when the same account signs in again.
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
