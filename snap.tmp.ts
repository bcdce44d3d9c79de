// usage (in a built clone): node snap.tmp.ts OUT.json   – records what the browser makes of every element
import { chromium } from "@playwright/test";
import { cpSync, existsSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { startDemonstration } from "#test/product.ts";
const out = process.argv[2] ?? "/tmp/snap/out.json";
const stocked = "/tmp/snap/data";
const env = { DEMO: "on", DEMO_ORDERS: "on", DEMO_PASSWORD: "harbor fog 4" };
if (!existsSync(stocked)) {
  const first = await startDemonstration({ ...env, DATA_DIR: stocked });
  await new Promise((r) => setTimeout(r, 60_000));
  first.process.kill("SIGTERM");
  await new Promise((r) => first.process.once("exit", r));
}
process.env.STOCKED_DEMONSTRATION = stocked;
const p = await startDemonstration({ ...env, DEMO_ORDERS: "off" });
process.on("exit", () => p.process.kill());
const b = await chromium.launch({
  executablePath: "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox"],
});
async function sessionOf(who: string) {
  const c = await b.newContext({ baseURL: p.address });
  const page = await c.newPage();
  const r = await page.request.post(`${p.address}/auth/v1/token?grant_type=password`, {
    headers: { apikey: "longbay" },
    data: { email: `${who}@longbay.example`, password: "harbor fog 4" },
  });
  const body = await r.text();
  await c.close();
  return { body, token: JSON.parse(body).access_token as string };
}
const admin = await sessionOf("admin"),
  customer = await sessionOf("customer");
const get = async (path: string, token: string) =>
  (await (await fetch(p.address + path, { headers: { authorization: `Bearer ${token}` } })).json()) as any;
const cars = (await (await fetch(`${p.address}/api/cars?limit=3`)).json()) as { id: string }[];
const car = cars[0]!.id;
const own = await get("/api/account/orders?limit=50", customer.token);
const ownOrders: any[] = Array.isArray(own) ? own : (own.orders ?? own.items ?? []);
const all = await get("/api/admin/orders?limit=30", admin.token);
const allOrders: any[] = Array.isArray(all) ? all : (all.orders ?? all.items ?? []);
const users = await get("/api/admin/users?limit=5", admin.token);
const allUsers: any[] = Array.isArray(users) ? users : (users.users ?? users.items ?? []);
const pub = [
  "/",
  "/cars",
  "/search",
  `/cars/${car}`,
  "/contact",
  "/faq",
  "/autowealth",
  "/autoedu",
  "/privacy",
  "/terms",
  "/how-it-works",
  "/subscriptions",
  "/pricing-tiers",
  "/find-order",
  "/signin",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/nowhere",
  "/offline",
  "/dev/ui",
  "/information?location=San+Jose&from=2027-01-20&until=2027-03-20&tier=standard",
];
const mine = [
  "/dashboard",
  "/dashboard/trips",
  ...ownOrders.slice(0, 4).flatMap((o) => [`/dashboard/trips/${o.id}`, `/trip-start/${o.id}`]),
  ...ownOrders.slice(0, 1).map((o) => `/dashboard/trips/${o.id}/agreement`),
  "/dashboard/messages",
  "/dashboard/license",
  "/dashboard/saved",
  "/dashboard/profile",
  "/dashboard/settings",
  `/book/${car}`,
];
const desk = [
  "/admin/dashboard",
  "/admin/order-management",
  ...allOrders.slice(0, 4).map((o) => `/admin/order-management?order=${o.id}`),
  "/admin/new-order",
  "/admin/manage-cars",
  "/admin/users",
  ...allUsers.slice(0, 1).map((u) => `/admin/users/${u.id}`),
  "/admin/disputes",
  "/admin/finance",
  "/admin/verifications",
  "/admin/messages",
  "/admin/email-subscriptions",
  "/admin/backend",
  "/admin/add-car",
  `/admin/edit-car/${car}`,
  "/admin/retired-cars",
  "/admin/upload",
  "/admin/cloud-storage",
];
console.log("orders", ownOrders.length, allOrders.length, "users", allUsers.length);
const groups = [
  { as: undefined, paths: pub },
  { as: customer, paths: mine },
  { as: admin, paths: desk },
];
const styles: Record<string, Record<string, string>> = {};
const screens: Record<string, any[]> = {};
const only = new RegExp(process.env.ONLY ?? "");
for (const { as, paths: every } of groups)
  for (const [width, lang, theme, media] of [
    [1440, "en", "light", "screen"],
    [390, "zh", "dark", "screen"],
    [820, "en", "light", "screen"],
    [1440, "en", "light", "print"],
  ] as const) {
    const paths = every.filter((path) => only.test(path));
    if (paths.length === 0) continue;
    const c = await b.newContext({
      baseURL: p.address,
      viewport: { width, height: 900 },
      colorScheme: theme,
      reducedMotion: "reduce",
    });
    await c.addCookies([{ name: "language", value: lang, url: p.address }]);
    if (as)
      await c.setStorageState({
        cookies: await c.cookies(),
        origins: [{ origin: p.address, localStorage: [{ name: "longbay-auth", value: as.body }] }],
      });
    const page = await c.newPage();
    await page.addInitScript(() => {
      localStorage.setItem("promo-seen", "1");
    });
    await page.emulateMedia({ media, colorScheme: theme, reducedMotion: "reduce" });
    for (const path of paths) {
      try {
        await page.goto(path, { waitUntil: "load" });
        await page.mouse.move(3, 3);
        await page.mouse.move(5, 5);
        await page.locator("h1, h2").first().waitFor({ timeout: 10000 });
        await page
          .waitForFunction(() => !document.querySelector("[aria-busy]"), undefined, { timeout: 4000 })
          .catch(() => {});
        await page.waitForTimeout(as ? 500 : 150);
        await page.evaluate(() => {
          for (const d of document.querySelectorAll("details:not(.menu):not(.account-menu)"))
            (d as HTMLDetailsElement).open = true;
        });
        const r = await page.evaluate(() => {
          const skip =
            /^(perspective-origin|transform-origin|inline-size|block-size|width|height|animation|transition|view-transition|-webkit-locale)/;
          const seen: Record<string, Record<string, string>> = {};
          const els: any[] = [];
          const hash = (s: string) => {
            let h = 5381,
              g = 52711;
            for (let i = 0; i < s.length; i++) {
              h = (h * 33) ^ s.charCodeAt(i);
              g = (g * 31) ^ s.charCodeAt(i);
            }
            return (h >>> 0).toString(36) + (g >>> 0).toString(36);
          };
          const take = (e: Element, pseudo?: string) => {
            const cs = getComputedStyle(e, pseudo);
            if (pseudo && (cs.content === "none" || cs.content === "normal")) return "";
            const m: Record<string, string> = {};
            for (let i = 0; i < cs.length; i++) {
              const k = cs[i]!;
              if (!skip.test(k) && !k.startsWith("--")) m[k] = cs.getPropertyValue(k);
            }
            const h = hash(JSON.stringify(m));
            seen[h] = m;
            return h;
          };
          for (const e of document.body.querySelectorAll("*")) {
            if (e.closest("svg") && e.tagName !== "svg") continue;
            if (["SCRIPT", "STYLE", "TEMPLATE"].includes(e.tagName)) continue;
            const q = e.getBoundingClientRect();
            const own = [...e.childNodes]
              .filter((n) => n.nodeType === 3)
              .map((n) => n.textContent)
              .join("")
              .trim()
              .slice(0, 40);
            els.push([
              e.tagName,
              e.getAttribute("class") ?? "",
              own,
              Math.round(q.x),
              Math.round(q.y + scrollY),
              Math.round(q.width),
              Math.round(q.height),
              take(e),
              take(e, "::before"),
              take(e, "::after"),
            ]);
          }
          return { seen, els };
        });
        Object.assign(styles, r.seen);
        screens[`${path} ${width} ${lang} ${theme} ${media}`] = r.els;
      } catch (e) {
        console.log("FAILED", path, width, String(e).slice(0, 150));
      }
    }
    await c.close();
  }
await b.close();
await p.stop();
writeFileSync(out, JSON.stringify({ styles, screens }));
console.log(
  Object.keys(screens).length,
  "screens",
  Object.values(screens).reduce((s, x) => s + x.length, 0),
  "elements",
  Object.keys(styles).length,
  "styles",
);
