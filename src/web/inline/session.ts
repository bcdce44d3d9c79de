/**
 * Runs in the head, before the page is drawn. It writes to the root element whether somebody is signed in, and
 * their name and email into the header, then and after each change. The page is the same for everybody; this
 * script makes it personal, with no library and no flash. Typed text of one account is not left to the next.
 */
import { keepApart } from "#web/session/keep-apart.ts";
import { sessionEvent, sessionKey } from "#web/session/session-names.ts";
import { readStoredSession, type StoredSession } from "#web/session/stored-session.ts";

/** The account whose details this document shows. */
let shown: string | undefined;

function showSession(event?: Event): void {
  const session = readStoredSession();
  const isOver = !!shown && shown !== session?.id;
  if (isOver) {
    shown = undefined;
    for (const form of document.forms) form.reset();
  }
  keepApart(session);
  const who = session?.isWhole ? session : undefined;
  shown ??= who?.id;
  document.documentElement.toggleAttribute("data-signed-in", !!who);
  for (const place of document.querySelectorAll<HTMLElement>("[data-who]")) {
    const said = place.dataset.who === "name" ? who?.name : who?.email;
    place.textContent = said || (place.dataset.else ?? "");
  }
  // The reload drops the application's data too, even in a page that Back takes from the browser's memory.
  if (isElsewhere(event, session) || (isOver && event?.type === "pageshow")) location.reload();
}

/** Whether another tab ended a session. */
function isElsewhere(event: Event | undefined, session: StoredSession | undefined): boolean {
  if (!(event instanceof StorageEvent) || event.key !== sessionKey) return false;
  const before = readStoredSession({ getItem: () => event.oldValue });
  return !!before?.isWhole && before.id !== session?.id;
}

for (const event of ["storage", "pageshow", sessionEvent]) addEventListener(event, showSession);
showSession();
