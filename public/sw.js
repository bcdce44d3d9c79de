// Keeps one page for the time without a network, in the language that this script was registered with, and what that page
// is drawn with. Nothing else is ever kept: no other page, no data, nobody's orders.
const language = new URL(self.location).searchParams.get("lang") === "zh" ? "zh" : "en";
const cacheName = `offline-${language}`;
const offlinePage = `/offline?lang=${language}`;

const scriptEnd = "</script>";
const withoutScripts = (html) => {
  const [head, ...rest] = html.split("<script");
  return head + rest.map((part) => part.slice(part.indexOf(scriptEnd) + scriptEnd.length)).join("");
};

/** Without cookies: the answer can't change the visitor's language. The page stands alone, so its scripts are left out. */
async function keepOfflinePage() {
  const answer = await fetch(offlinePage, { credentials: "omit", cache: "no-store" });
  if (!answer.ok) return;
  const html = withoutScripts(await answer.text()).replace(/<link[^<>]*>/g, (link) =>
    /modulepreload|prefetch-later/.test(link) ? "" : link,
  );
  const drawnWith = [...html.matchAll(/(?:href|src)="(\/(?:assets|fonts)\/[^"#?]+|\/favicon\.svg)/g)].map(
    ([, path]) => path,
  );
  const cache = await caches.open(cacheName);
  await cache.addAll([...new Set(drawnWith)]);
  await cache.put(
    offlinePage,
    new Response(html, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'self'; script-src 'none'",
        "x-kept-at": String(Date.now()),
      },
    }),
  );
}

/** Milliseconds for which the kept page is left as it is: where the business is reached may have changed since. */
const renewedAfter = 3_600_000;

async function renewOfflinePage() {
  const kept = await caches.match(offlinePage);
  if (kept && Date.now() - Number(kept.headers.get("x-kept-at")) > renewedAfter) await keepOfflinePage();
}

self.addEventListener("install", (event) =>
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting())),
);

self.addEventListener("activate", (event) => {
  const forgetOthers = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))),
    );
  event.waitUntil(forgetOthers);
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.waitUntil(renewOfflinePage().catch(() => undefined));
    event.respondWith(
      fetch(request).catch(async () => (await caches.match(offlinePage)) ?? Response.error()),
    );
    return;
  }
  const url = new URL(request.url);
  if (url.origin === self.location.origin && /^\/(assets|fonts)\/|^\/favicon\.svg$/.test(url.pathname)) {
    event.respondWith(
      fetch(request).catch(async () => (await caches.match(url.pathname)) ?? Response.error()),
    );
  }
});
