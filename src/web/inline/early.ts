// Runs in the head, before the page is drawn and long before the application, if that comes at all.
import { safeRedirect } from "#domain/site/redirects.ts";
import { wantedKey } from "#web/ui/wanted-page-key.ts";
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

// The way to the other language leads to the address as it is then, with its `#` part and what was chosen since.
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

// Links from elsewhere name a renter in the address: it forgets them. Only the checkout reads them first, and takes
// them out itself.
const ofRenter = ["firstName", "lastName", "email", "mobile"];
const ofAnybody = ["name", "phone", "customerName", "customerEmail", "customerPhone"];
const here = new URL(location.href);
const isRead = /^\/checkout\/?$/.test(here.pathname);
const named = (isRead ? ofAnybody : [...ofRenter, ...ofAnybody]).filter((name) =>
  here.searchParams.has(name),
);
for (const name of named) here.searchParams.delete(name);
if (named.length > 0) history.replaceState(history.state, "", here);

// Whoever comes back to a place of a page, or is led to one, finds it by the height of all that stands before: nothing
// of it waits with its layout.
const [{ type } = { type: "" }] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (type !== "navigate" || here.hash) document.documentElement.removeAttribute("data-coming");

// The page that somebody meant to go to, where its script was not there any more (`layout/wanted-page.ts`).
try {
  const kept = visitStore()?.getItem(wantedKey);
  visitStore()?.removeItem(wantedKey);
  const [left, wanted] = JSON.parse(kept ?? "[]") as string[];
  if (wanted && left === location.href && type === "reload") location.replace(safeRedirect(wanted));
} catch {
  // Nothing that can be read: the page stays.
}

// A language asked for by address is kept; where the kept one differs from the page's, the cookie is set and the page
// loaded once more: only when the cookie is new, so never in a circle.
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
