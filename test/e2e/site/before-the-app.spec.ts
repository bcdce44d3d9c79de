import { type Page } from "@playwright/test";
import { addDays } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { pageLines } from "../../../scripts/page-lines.ts";
import { expect, screens, test, today, ways } from "../fixtures.ts";
import { type PageName, type Touch, touches } from "./touches.ts";

const scripts = /\/assets\/[^/]+\.js$/;
const uploaded = /\/images\/cars\/p-[0-9a-f]+-/;
const fileMap = /\/assets\/manifest-[^/]+\.js$/;

for (const [screen, viewport] of Object.entries(screens)) {
  test.describe(`a first visit, ${screen}`, () => {
    test.use({ viewport });

    for (const path of ["/", "/cars", "a car"]) {
      test(`the page ${path} does not move, loads its picture once and the application afterwards`, async ({
        page,
        anyCar,
      }) => {
        const sent = await weighScripts(page);
        const images: string[] = [];
        page.on("request", (request) => {
          if (request.resourceType() === "image") images.push(request.url());
        });
        const asked: string[] = [];
        page.on("request", (request) => scripts.test(request.url()) && asked.push(request.url()));
        let atLoad = Infinity;
        page.once("load", () => (atLoad = asked.length));
        await page.goto(path === "a car" ? `/cars/${anyCar.id}` : path, { waitUntil: "networkidle" });
        await expect.poll(() => atLoad, "scripts asked for while the page came").toBe(0);
        // All of the page is laid out then, also its lower parts; the application is fetched but has not started.
        await expect(page.locator("html")).not.toHaveAttribute("data-coming");
        await expect.poll(() => asked.length).toBeGreaterThan(2);
        await page.waitForLoadState("networkidle");
        await expect.poll(() => sent.application).toBeGreaterThan(pageLines.application / 2);
        expect(sent.application).toBeLessThan(pageLines.application);
        expect(sent.fileMap).toBeLessThan(pageLines.fileMap);
        expect(await page.evaluate(() => "longbayIsAwake" in window)).toBe(false);

        const { shift, biggest, preloads } = await page.evaluate(measure);
        // An email address may become a little wider when the typeface arrives; nothing changes its place.
        expect(shift, "nothing moves while the page comes").toBeLessThan(0.001);
        expect(preloads.filter(({ as }) => as === "font")).toHaveLength(1);
        for (const font of preloads.filter(({ as }) => as === "font"))
          expect(font).toMatchObject({ asked: 1, crossOrigin: "anonymous" });

        const [preload, ...more] = preloads.filter(({ as }) => as === "image");
        expect(more).toEqual([]);
        if (path !== "/") {
          expect(preload?.sourceSet).toMatch(/\.avif 320w, .*\.avif \d+w$/);
          expect(preload?.sizes).not.toBe("");
          const name = /([^/]+)-\d+\.avif/.exec(preload?.sourceSet ?? "")?.[1] ?? "none";
          const { shown, row } = await page
            .locator('img[fetchpriority="high"]')
            .evaluate((first: HTMLImageElement) => {
              const { top } = first.getBoundingClientRect();
              const beside = [...document.images].filter(
                (image) => image.getBoundingClientRect().top === top,
              );
              return { shown: first.currentSrc, row: beside.map(({ currentSrc }) => currentSrc) };
            });
          const asked = new Set(images.filter((url) => url.includes(name) && !url.includes("thumb")));
          // The small pictures below a car's main one may need another width of the same picture; the main one is
          // requested once.
          expect(asked).toContain(shown);
          expect(images.filter((url) => url === shown)).toHaveLength(1);
          if (path === "/cars") expect([...asked]).toEqual([shown]);
          // Neighbouring pictures are as big, and each of them may count as the largest. Words may be the largest
          // painted thing: then there is no address. Pictures that other journeys upload have more detail than the
          // demonstration's plain ones, and count even from further down.
          if (!uploaded.test(biggest)) expect([...row, ""]).toContain(biggest);
        }

        const before = asked.length;
        // Scripts that come later: those that no page needs before the application, those for a car's host, and
        // those for reviews that other journeys have written.
        const later =
          /\/assets\/(?:after-start|hosted-by|newest-reviews|reviews_\w+|stars|car-name|brand-names)-/;
        await page.mouse.move(200, 200);
        await page.mouse.move(201, 201);
        await page.waitForFunction(() => "longbayIsAwake" in window);
        const notAhead = asked.slice(before).filter((url) => !later.test(url));
        expect(notAhead, "files that were not fetched ahead").toEqual([]);
      });
    }
  });
}

test("the first key starts the application, as the pointer does", async ({ page }) => {
  await page.goto("/cars", { waitUntil: "networkidle" });
  expect(await page.evaluate(() => "longbayIsAwake" in window)).toBe(false);
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => "longbayIsAwake" in window);
  await expect(page.locator(":focus")).toHaveAttribute("href", "#main");
});

for (const [how, connection] of Object.entries({
  "who saves data": { saveData: true },
  "a very slow network": { effectiveType: "2g" },
})) {
  test(`no script is loaded ahead: ${how}`, async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => scripts.test(request.url()) && asked.push(request.url()));
    await page.addInitScript(
      (value) => Object.defineProperty(navigator, "connection", { value }),
      connection,
    );
    await page.goto("/cars", { waitUntil: "networkidle" });
    await expect(page.locator("html")).not.toHaveAttribute("data-coming");
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => "longbayIsAwake" in window);
  });
}

const slowScreens = process.env.EVERY_WAY ? { ...screens, tablet: { width: 820, height: 1180 } } : screens;
for (const [screen, viewport] of Object.entries(slowScreens)) {
  test(`the page does not move while it loads on a slow processor, ${screen}`, async ({ page, anyCar }) => {
    await page.setViewportSize(viewport);
    const session = await page.context().newCDPSession(page);
    // Lighthouse's settings for an average phone.
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    for (const path of ["/", "/cars", `/cars/${anyCar.id}`, "/pricing-tiers"]) {
      await page.goto(path, { waitUntil: "load" });
      await expect(page.locator("html")).not.toHaveAttribute("data-coming");
      const { shift } = await page.evaluate(measure);
      expect(shift, path).toBeLessThan(0.002);
    }
  });
}

test("a reloaded page has all its heights at once, and so has a page with a place in its address", async ({
  page,
  wake,
}) => {
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () =>
      Object.assign(window, { waitsWithLayout: document.documentElement.hasAttribute("data-coming") }),
    ),
  );
  const waits = () => page.evaluate(() => (window as { waitsWithLayout?: boolean }).waitsWithLayout);
  const place = () =>
    page.locator("#questions").evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
  await page.setViewportSize(screens.phone);
  await page.goto("/");
  expect(await waits()).toBe(true);
  await wake();
  await page.locator("#questions").evaluate((heading) => heading.scrollIntoView());
  await expect.poll(place).toBeLessThan(screens.phone.height);
  const before = await place();
  // The parts above that waited get their own height, and nothing in view moves.
  await expect(page.locator("html")).not.toHaveAttribute("data-coming");
  expect(await place()).toBe(before);
  await page.reload();
  expect(await waits()).toBe(false);
  await page.goto("/how-it-works");
  await page.goto("/#questions");
  expect(await waits()).toBe(false);
  await expect.poll(place).toBe(before);
});

const information = new URLSearchParams({
  location: "San Jose",
  from: addDays(today(), 60),
  until: returnDateFor(addDays(today(), 60), 2),
  tier: "standard",
});
const pages: Record<PageName, string> = {
  home: "/",
  list: "/cars",
  car: "/cars/",
  search: "/search",
  plans: "/pricing-tiers",
  contact: "/contact",
  information: `/information?${information}`,
  "sign-in": "/signin",
};

for (const [at, [name, address]] of Object.entries(pages).entries()) {
  const own = touches.filter(({ on }) => on.some((one) => one === name));
  const together = own.filter(({ isAlone }) => !isAlone);

  test.describe(`the first actions on ${name} before the application loads are kept`, () => {
    test.use({ viewport: screens.phone, hasTouch: true });

    // Pages take turns between the networks.
    const networks = process.env.EVERY_WAY ? (["slow", "fast"] as const) : [at % 2 ? "slow" : "fast"];
    for (const network of networks) {
      test(network, async ({ page, words, anyCar, allow }) => {
        test.setTimeout(180_000);
        // Somebody signs in with a wrong password.
        allow(/400/);
        await page.addInitScript(() => localStorage.setItem("promo-seen", "1"));
        const path = name === "car" ? address + anyCar.id : address;
        // On a slow network all possible actions come before the application. On a fast network each is the first
        // touch of its own visit.
        const visits: Touch[][] =
          network === "slow"
            ? [together, ...own.filter(({ isAlone }) => isAlone).map((one) => [one])]
            : own.map((one) => [one]);
        for (const visit of visits.filter(({ length }) => length > 0)) {
          await test.step(visit.map((one) => one.name).join(", "), async () => {
            await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
            await page.context().addCookies([
              {
                name: "language",
                value: "en",
                url: new URL(page.url().startsWith("http") ? page.url() : "http://127.0.0.1").origin,
              },
            ]);
            const release = network === "slow" ? await holdScripts(page) : undefined;
            await page.goto(path, { waitUntil: network === "slow" ? "domcontentloaded" : "load" });
            if (network === "fast")
              await page.waitForFunction(
                () => !document.querySelector('link[data-app][rel="prefetch-later"]'),
              );
            for (const { act } of visit) await act({ page, words });
            release?.();
            // A touch alone may not start the application: this key does.
            await page.keyboard.press("Shift");
            await page.waitForFunction(() => "longbayIsAwake" in window);
            await page.waitForFunction(() => !document.querySelector("[aria-busy]"));
            for (const { name, stays } of visit) await test.step(name, () => stays({ page, words }));
            await page.unroute(scripts);
          });
        }
      });
    }
  });
}

test("an account menu opened before the application loads stays open", async ({ page, allow }) => {
  // The application's calls with this session are all refused.
  allow(/\b401\b/);
  const user = { id: "1", email: "ann@mail.example" };
  await page.addInitScript(
    (kept) => localStorage.setItem("longbay-auth", kept),
    JSON.stringify({ access_token: "a.b.c", user }),
  );
  await page.setViewportSize(screens.desktop);
  await page.goto("/faq", { waitUntil: "load" });
  const menu = page.locator("details.account-menu");
  await menu.locator("summary").dispatchEvent("pointerdown");
  await menu.locator("summary").click();
  await page.waitForFunction(() => "longbayIsAwake" in window);
  await expect(menu).toHaveAttribute("open");
});

test("the place that was scrolled to after a reload is kept", async ({ page, wake }) => {
  await page.goto("/cars", { waitUntil: "load" });
  await wake();
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.reload({ waitUntil: "load" });
  const release = await holdScripts(page);
  await page.evaluate(() => window.scrollTo(0, 1500));
  release();
  await page.waitForFunction(() => "longbayIsAwake" in window);
  expect(await page.evaluate(() => Math.round(window.scrollY))).toBe(1500);
});

test.describe("before the application has loaded, zh", () => {
  test.use(ways["zh, phone"]);

  test("a form sent before the application has loaded gets its answer with script", async ({
    page,
    words,
    car,
  }) => {
    const release = await holdScripts(page);
    const pickupDate = addDays(today(), 120);
    await page.goto(
      `/cars/${car.id}?${new URLSearchParams({ pickupDate, returnDate: returnDateFor(pickupDate, 1) })}`,
    );
    const form = page.getByRole("form", { name: words.request_title() });
    await form.getByLabel(words.request_name()).fill("Early Bird");
    await form.getByLabel(words.request_email()).fill(`early.${crypto.randomUUID()}@mail.example`);
    await form.getByLabel(words.request_place()).fill("1 Ferry Building, San Francisco");
    await form.getByRole("button", { name: /^(Request (for|this car)|提交预订)/ }).click();
    release();
    await expect(page.getByRole("region", { name: words.common_toasts() })).toContainText(
      words.request_success_title(),
    );
    await expect(page).toHaveURL(/\/cars\//);
    await expect(form.getByRole("status")).toContainText("LB-");
  });

  test("an incomplete form shows its error in the page's words at the first click", async ({
    page,
    words,
  }) => {
    const release = await holdScripts(page);
    await page.goto("/");
    const search = page.getByRole("form", { name: words.home_search_label() });
    await search.getByRole("button", { name: words.home_see_plans() }).click();
    release();
    await expect(search.getByRole("alert")).toHaveText(
      words.home_please_select({ items: words.home_missing_location() }),
    );
    await expect(search.getByRole("alert")).toBeFocused();
    await expect(page).toHaveURL("/");
  });
});

test.describe("before the application has loaded, en", () => {
  test.use(ways["en, phone"]);

  test("a form is sent without script when the application doesn't load in time", async ({
    page,
    words,
    car,
  }) => {
    await holdScripts(page);
    const pickupDate = addDays(today(), 160);
    await page.goto(
      `/cars/${car.id}?${new URLSearchParams({ pickupDate, returnDate: returnDateFor(pickupDate, 1) })}`,
    );
    const form = page.getByRole("form", { name: words.request_title() });
    await form.getByLabel(words.request_name()).fill("Patient Bird");
    await form.getByLabel(words.request_email()).fill(`patient.${crypto.randomUUID()}@mail.example`);
    await form.getByLabel(words.request_place()).fill("1 Ferry Building, San Francisco");
    await form.getByRole("button", { name: /^(Request (for|this car)|提交预订)/ }).click();
    await expect(page).toHaveURL(/\/order-complete\?order=/, { timeout: 30_000 });
    await expect(page.getByRole("main")).toContainText(words.request_success_title());
  });

  test("a link and the menu work before the application has loaded", async ({ page, words }) => {
    await holdScripts(page);
    await page.goto("/");
    await page.getByLabel(words.layout_menu()).first().click();
    await page
      .getByRole("navigation", { name: words.layout_menu() })
      .getByRole("link", { name: words.layout_nav_cars() })
      .click();
    await expect(page).toHaveURL("/cars");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.cars_title());
  });

  test("a choice made before the application has loaded is shown afterwards", async ({
    page,
    words,
    wake,
  }) => {
    const release = await holdScripts(page);
    await page.goto("/");
    await page.getByLabel(words.home_how_long()).selectOption("12");
    const back = page.getByLabel(words.home_return(), { exact: true });
    const before = await back.textContent();
    release();
    await wake();
    await expect(back).not.toHaveText(before ?? "");
    await expect(page.getByLabel(words.home_how_long())).toHaveValue("12");
  });
});

/** Keeps the application's files back until released, as a slow line would. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** The bytes of scripts sent over the network, as the browser counts them. */
async function weighScripts(page: Page): Promise<{ application: number; fileMap: number }> {
  const sent = { application: 0, fileMap: 0 };
  const session = await page.context().newCDPSession(page);
  /** Headers of an answer, which count with it: so long were they alone. */
  const headers = new Map<string, { part: keyof typeof sent; bytes: number }>();
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type !== "Script" && !scripts.test(response.url)) return;
    const part = fileMap.test(response.url) ? "fileMap" : "application";
    headers.set(requestId, { part, bytes: response.encodedDataLength });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const ofHeaders = headers.get(requestId);
    if (ofHeaders) sent[ofHeaders.part] += encodedDataLength - ofHeaders.bytes;
  });
  return sent;
}

/** Runs in the page. */
async function measure() {
  type Shift = PerformanceEntry & { value: number };
  type Paint = PerformanceEntry & { url: string };
  const seen: PerformanceEntry[] = [];
  // Something has been painted, or will be. Layout shifts were observed first, so they are reported by then.
  await new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      seen.push(...list.getEntries());
      if (seen.some(({ entryType }) => entryType === "largest-contentful-paint")) resolve();
    });
    for (const type of ["layout-shift", "largest-contentful-paint"])
      observer.observe({ type, buffered: true });
  });
  const shifts = seen.filter(({ entryType }) => entryType === "layout-shift") as Shift[];
  const paints = seen.filter(({ entryType }) => entryType === "largest-contentful-paint") as Paint[];
  const asked = performance.getEntriesByType("resource").map(({ name }) => name);
  return {
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
    biggest: paints.at(-1)?.url ?? "",
    preloads: [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload]")].map(
      ({ as, href, imageSrcset, imageSizes, crossOrigin }) => ({
        as,
        crossOrigin,
        sourceSet: imageSrcset,
        sizes: imageSizes,
        asked: asked.filter((name) => name === href).length,
      }),
    ),
  };
}
