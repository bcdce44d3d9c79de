// Weighs what the pages send, from the build, in bytes of brotli. Pages for readers contain inline scripts and
// fetch the application after they are shown; booking and account pages fetch it at once. See
// docs/decisions/2026-11-21-application-waits.md.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { pageScripts } from "../build/server/index.js";
import { pageLines } from "./page-lines.ts";

const folder = "build/client";
const manifest = JSON.parse(readFileSync("build/manifest.json", "utf8"));
const entryFile = "src/web/entry.client.tsx";
const pages = {
  "/": ["src/web/home/home-page.tsx", "waits"],
  "/cars": ["src/web/cars/list/list-page.tsx", "waits"],
  "/cars/:id": ["src/web/cars/detail/detail-page.tsx", "waits"],
  "/hosts/:username": ["src/web/cars/host-page/host-page.tsx", "waits"],
  "/search": ["src/web/cars/list/search-page.tsx", "waits"],
  "/contact": ["src/web/contact/contact-page.tsx", "waits"],
  "/how-it-works": ["src/web/how-it-works/how-page.tsx", "waits"],
  "/terms": ["src/web/legal/terms-page.tsx", "waits"],
  "/privacy": ["src/web/legal/privacy-page.tsx", "waits"],
  "/autoedu": ["src/web/guide/guide-page.tsx", "waits"],
  "/autowealth": ["src/web/hosting/hosting-page.tsx", "waits"],
  "/faq": ["src/web/faq/faq-page.tsx", "waits"],
  "/pricing-tiers": ["src/web/plans/plans-page.tsx", "waits"],
  "/information": ["src/web/booking/checkout/information-page.tsx", "at once"],
  "/checkout": ["src/web/booking/checkout/checkout-page.tsx", "at once"],
  "/find-order": ["src/web/orders/order/find-order-page.tsx", "at once"],
  "/signin": ["src/web/auth/auth-page.tsx", "at once"],
  "/order-complete": ["src/web/orders/order/order-complete-page.tsx", "at once"],
  "/dashboard": ["src/web/account/overview-page.tsx", "signed in"],
  "/dashboard/trips": ["src/web/orders/account/own-orders-page.tsx", "signed in"],
  "/dashboard/trips/:id": ["src/web/orders/account/trip-page.tsx", "signed in"],
  "/dashboard/messages": ["src/web/conversations/account/messages-page.tsx", "signed in"],
  "/dashboard/saved": ["src/web/saved-cars/saved-page.tsx", "signed in"],
  "/dashboard/profile": ["src/web/accounts/profile-page.tsx", "signed in"],
  "/dashboard/settings": ["src/web/accounts/settings-page.tsx", "signed in"],
  "/dashboard/license": ["src/web/papers/licence-page.tsx", "signed in"],
  "/book/:carId": ["src/web/booking/wizard/wizard-page.tsx", "signed in"],
};

/** The size of the scripts in every document. They are compressed with the document; this is their size alone. */
const inline = brotliCompressSync(pageScripts.join("")).length;

const find = (source) => {
  const key = Object.keys(manifest).find((name) => name.split("?")[0] === source);
  if (!key) throw new Error(`The build has no ${source}`);
  return key;
};

/** A chunk and all that it imports at once; what it loads later is not counted. */
function chunks(key, found = new Set()) {
  if (found.has(key)) return found;
  found.add(key);
  for (const next of manifest[key].imports ?? []) chunks(next, found);
  return found;
}

const bytes = (file) => {
  const compressed = join(folder, `${file}.br`);
  return (statSync(compressed, { throwIfNoEntry: false }) ?? statSync(join(folder, file))).size;
};

let isTooHeavy = false;
console.log("page | scripts before it is there | the whole application | styles");
for (const [page, [source, when]] of Object.entries(pages)) {
  const all = new Set([
    ...chunks(find(entryFile)),
    ...chunks(find("src/web/root.tsx")),
    ...chunks(find(source)),
  ]);
  const sum = (files) => [...new Set(files)].reduce((total, file) => total + bytes(file), 0);
  const application = sum([...all].map((key) => manifest[key].file));
  const firstVisit = when === "waits" ? inline : application;
  if (
    (when === "waits" && firstVisit > pageLines.firstVisit) ||
    application > (when === "signed in" ? pageLines.signedIn : pageLines.application)
  )
    isTooHeavy = true;
  console.log(
    `${page} | ${firstVisit} | ${application} | ${sum([...all].flatMap((key) => manifest[key].css ?? []))}`,
  );
}
const map = readdirSync(join(folder, "assets")).find((name) => /^manifest-[^/]+\.js$/.test(name));
const fileMap = bytes(`assets/${map}`);
console.log(`the map of pages to files | ${fileMap}`);
if (fileMap > pageLines.fileMap) isTooHeavy = true;
if (isTooHeavy)
  console.error(
    `The lines are ${pageLines.firstVisit} for a first visit, ${pageLines.application} for the application, ${pageLines.signedIn} for a page behind the sign-in and ${pageLines.fileMap} for the map of pages.`,
  );
process.exit(isTooHeavy ? 1 : 0);
