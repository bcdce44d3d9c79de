/**
 * Runs in the head, before the page is drawn: says on the root element whether somebody is signed in, and
 * writes who into the header, then and whenever that changes. The page is the same for everybody; this is what
 * makes it one's own, with no library and no flash.
 */
import { sessionEvent } from "#web/session/session-names.ts";
import { readStoredSession } from "#web/session/stored-session.ts";

function tell(): void {
  const session = readStoredSession();
  const who = session?.isWhole ? session : undefined;
  document.documentElement.toggleAttribute("data-signed-in", !!who);
  for (const place of document.querySelectorAll<HTMLElement>("[data-who]")) {
    const said = place.dataset.who === "name" ? who?.name : who?.email;
    place.textContent = said || (place.dataset.else ?? "");
  }
}

addEventListener("storage", tell);
addEventListener(sessionEvent, tell);
tell();
