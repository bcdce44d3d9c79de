// Runs in the head, before the page is drawn and long before the application, if that comes at all.
import { safeRedirect } from "#domain/site/redirects.ts";
import { interruptedNavigationKey } from "#web/ui/interrupted-navigation-key.ts";
import { localStore, visitStore } from "#web/ui/browser-storage.ts";
import { type Language, languageFrom } from "#domain/languages.ts";

// A loaded image is marked, so that the blur behind it goes.
document.addEventListener(
  "load",
  ({ target }) => {
    if (target instanceof HTMLImageElement) target.setAttribute("data-shown", "");
  },
  true,
);

// A press gives the link to the other language the current address, with its `#` part and later choices.
for (const press of ["click", "auxclick"])
  addEventListener(
    press,
    ({ target }) => {
      const link = target instanceof Element && target.closest("a[data-language]");
      if (!(link instanceof HTMLAnchorElement)) return;
      const address = new URL(location.href);
      address.searchParams.set("lang", link.lang);
      link.href = address.href;
    },
    true,
  );

// Links from other sites may carry a renter's name and contacts in the address; this code removes them. Only the
// checkout reads the renter's own names first, and removes them itself.
const ofRenter = ["firstName", "lastName", "email", "mobile"];
const ofAnybody = ["name", "phone", "customerName", "customerEmail", "customerPhone"];
const here = new URL(location.href);
const isRead = /^\/checkout\/?$/.test(here.pathname);
const named = (isRead ? ofAnybody : [...ofRenter, ...ofAnybody]).filter((name) =>
  here.searchParams.has(name),
);
for (const name of named) here.searchParams.delete(name);
if (named.length > 0) history.replaceState(history.state, "", here);

// A person who returns to a place in a page, or follows a link to one, finds it only if everything above has its
// full height: then no part of the page waits with its layout.
const [{ type } = { type: "" }] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (type !== "navigate" || here.hash) document.documentElement.removeAttribute("data-coming");

// Goes to the page that somebody wanted but could not load, because its script was gone (`layout/interrupted-navigation.ts`).
try {
  const kept = visitStore()?.getItem(interruptedNavigationKey);
  visitStore()?.removeItem(interruptedNavigationKey);
  const [left, wanted] = JSON.parse(kept ?? "[]") as string[];
  if (wanted && left === location.href && type === "reload") location.replace(safeRedirect(wanted));
} catch {
  // The kept text can't be read: the page stays.
}

// The language in the address is kept. If the kept language differs from the page's, the cookie is set and the
// page loads once more, but only if the cookie is new, so that it never loads in a circle.
try {
  const asked = languageFrom(new URLSearchParams(location.search).get("lang"));
  const kept = languageFrom(localStore()?.getItem("language"));
  const shown = languageFrom(document.documentElement.lang);
  if (asked && shown) {
    localStore()?.setItem("language", shown);
    remember(shown);
  } else if (kept && kept !== shown && !isRemembered(kept)) {
    remember(kept);
    if (isRemembered(kept)) location.reload();
  }
} catch {
  // A browser that keeps nothing shows the page's own language.
}

function remember(language: Language): void {
  document.cookie = `language=${language};path=/;max-age=31536000;samesite=lax`;
}

function isRemembered(language: Language): boolean {
  return document.cookie.includes(`language=${language}`);
}
