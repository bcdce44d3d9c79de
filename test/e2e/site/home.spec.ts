import { type Page } from "@playwright/test";
import type { Location } from "#contract/cars.ts";
import { cities } from "#domain/cars/cars.ts";
import { publicPaths } from "#domain/site/pages.ts";
import { expect, test, ways } from "../fixtures.ts";

test.describe("the home page, en", () => {
  test.use(ways["en, desktop"]);

  test("the home page has its steps, reasons, comparison, marked examples, offer and questions", async ({
    page,
    words,
    scan,
    request,
  }) => {
    const countReviews = async () =>
      ((await (await request.get("/api/reviews?language=en")).json()) as unknown[]).length;
    const written = await countReviews();
    // The offer would cover what is pressed here.
    await page.addInitScript(() => localStorage.setItem("promo-seen", "1"));
    await page.goto("/");
    const headings = page.getByRole("main").getByRole("heading", { level: 2 });
    await expect(headings).toHaveCount(9);
    await expect(page.locator(".tide li")).toHaveCount(6);
    await expect(page.locator("[aria-labelledby=how] li")).toHaveCount(3);
    const table = page.getByRole("table");
    await expect(table.getByRole("row")).toHaveCount(8);
    await expect(table.getByRole("columnheader")).toHaveCount(3);
    await expect(page.locator("figure blockquote")).toHaveCount(3);
    // Our sample stories are shown until three renters have written reviews, which other journeys may have done.
    const samples = page.getByText(/Sample stories, written by us/);
    await expect(samples.or(page.getByText(words.reviews_newest_note()))).toBeVisible();
    if (written >= 3) await expect(samples).toHaveCount(0);
    else if ((await countReviews()) < 3) await expect(samples).toBeVisible();
    await expect(page.getByRole("link", { name: words.home_map_source() })).toHaveAttribute(
      "href",
      /openstreetmap\.org/,
    );
    const questions = page.locator("details.ask");
    await expect(questions).toHaveCount(14);
    await expect(questions.filter({ visible: true })).toHaveCount(6);
    await page.getByText("Show 8 more questions").click();
    await expect(questions.filter({ visible: true })).toHaveCount(14);
    await questions.nth(0).locator("summary").click();
    await questions.nth(9).locator("summary").click();
    await expect(page.locator("details.ask[open]")).toHaveCount(1);
    await scan();
  });

  test("the offer is not shown again after Escape", async ({ page, words }) => {
    await page.goto("/");
    const dialog = page.getByRole("dialog", { name: words.promo_title({ amount: "$20" }) });
    await expect(dialog).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expectNoOfferAgain(page);
  });
});

test("the offer waits while a visitor fills in the search, and shows its errors", async ({
  page,
  words,
  wake,
  allow,
}) => {
  allow(/409|500/);
  await stopClock(page);
  await page.goto("/");
  await page.getByLabel(words.home_where(), { exact: true }).focus();
  const dialog = page.getByRole("dialog");
  await page.clock.runFor(10_000);
  await expect(dialog).toBeHidden();
  await page.getByLabel(words.home_where(), { exact: true }).blur();
  await page.clock.runFor(4000);
  await expect(dialog).toBeVisible();
  await page.clock.resume();
  await wake();
  const toasts = page.getByRole("region", { name: words.common_toasts() });
  await page.route("**/api/email-subscriptions", (route) =>
    route.fulfill({ status: 500, json: { code: "internal", message: "x", error: "x" } }),
  );
  await dialog.getByLabel(words.promo_email()).fill("a@mail.example");
  await dialog.getByRole("button", { name: words.promo_submit() }).click();
  await expect(dialog.getByRole("alert")).toContainText("Failed to subscribe. Please try again.");
  await expect(toasts).toContainText("Error");
  await expect(dialog.getByLabel(words.promo_email())).toHaveValue("a@mail.example");
  await page.unroute("**/api/email-subscriptions");
  await page.route("**/api/email-subscriptions", (route) =>
    route.fulfill({ status: 409, json: { code: "already_subscribed", message: "x", error: "x" } }),
  );
  await dialog.getByRole("button", { name: words.promo_submit() }).click();
  await expect(toasts).toContainText("Already Subscribed");
  await expect(toasts).toContainText("This email is already subscribed to our updates.");
  await expect(dialog).toBeHidden();
});

test.describe("the home page, zh", () => {
  test.use(ways["zh, phone"]);
  test("the home page shows every city with its cars and its lowest price, on the map and below", async ({
    page,
    words,
    request,
  }) => {
    await page.goto("/");
    const locations = (await (await request.get("/api/locations")).json()) as Location[];
    const map = page.getByRole("navigation", { name: words.home_map_label() });
    await expect(map.getByRole("link")).toHaveCount(cities.length);
    // Each city is in its place: San Francisco in the north-west, San Jose in the south-east.
    const lies = await map
      .getByRole("link")
      .evaluateAll((links) =>
        links.map((link) => (link instanceof HTMLElement ? [link.offsetLeft, link.offsetTop] : [])),
      );
    expect(new Set(lies.map(String)).size).toBe(cities.length);
    const [north, south] = [lies[cities.indexOf("San Francisco")], lies[cities.indexOf("San Jose")]];
    expect((south?.[0] ?? 0) - (north?.[0] ?? 0)).toBeGreaterThan(100);
    expect((south?.[1] ?? 0) - (north?.[1] ?? 0)).toBeGreaterThan(100);
    expect(locations).toHaveLength(cities.length);
    for (const { city, count, fromPrice } of locations) {
      const price = fromPrice?.replace(/\.00$/, "") ?? "";
      const tile = page.locator(`.town-tile[href="/cars?location=${city.replaceAll(" ", "+")}"]`);
      await expect(tile).toContainText(String(count));
      await expect(tile).toContainText(`$${price}`);
    }
  });

  test("the offer appears once, three seconds after the page has loaded", async ({
    page,
    words,
    scan,
    emails,
  }) => {
    const email = `offer.${crypto.randomUUID()}@mail.example`;
    await stopClock(page);
    await page.goto("/");
    const dialog = page.getByRole("dialog", { name: words.promo_title({ amount: "US$20" }) });
    await page.clock.runFor(2900);
    await expect(dialog).toBeHidden();
    await page.clock.runFor(1000);
    await expect(dialog).toBeVisible();
    await page.clock.resume();
    // The dialog itself has the focus: text that somebody types at that moment goes into no field of it.
    await expect(dialog).toBeFocused();
    await scan();
    for (let stop = 0; stop < 8; stop++) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.querySelector("dialog")?.contains(document.activeElement),
        ),
      ).toBe(true);
    }
    await dialog.getByLabel(words.promo_email()).fill(email);
    await dialog.getByRole("button", { name: words.promo_submit() }).click();
    const toasts = page.getByRole("region", { name: words.common_toasts() });
    await expect(toasts).toContainText(words.promo_success_title());
    await expect(toasts).toContainText(words.promo_success_text());
    await expect(dialog).toBeHidden();
    expect(await emails({ recipient: email })).toMatchObject([
      { kind: "subscription_confirm", language: "zh" },
    ]);
    await expectNoOfferAgain(page);
  });
});

test("the offer never takes a key or a click that was meant for something else", async ({ page, words }) => {
  // The page has a clock of its own, so that nothing depends on the machine's clock.
  await stopClock(page);
  await page.goto("/");
  const dialog = page.locator("#promo");
  const pass = (milliseconds: number) => page.clock.runFor(milliseconds);

  const menu = page.locator("header details.menu:not(.account-menu)");
  await menu.evaluate((one: HTMLDetailsElement) => (one.open = true));
  await pass(10_000);
  await expect(dialog, "over an open menu").toBeHidden();
  await menu.evaluate((one: HTMLDetailsElement) => (one.open = false));

  await page.mouse.move(5, 5);
  await page.mouse.down();
  await pass(10_000);
  await expect(dialog, "while something is held down").toBeHidden();
  await page.mouse.up();

  for (let times = 0; times < 8; times++) {
    await page.keyboard.press("PageDown");
    await pass(1000);
  }
  await expect(dialog, "while somebody pages on").toBeHidden();

  // On a slow machine the page goes on scrolling for a while.
  await expect(async () => {
    if (await dialog.isHidden()) await pass(100);
    expect(await dialog.isVisible()).toBe(true);
  }).toPass({ intervals: [20] });
  // Keys and presses at the moment when the dialog opens.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.type("a word ");
  await expect(dialog).toBeVisible();
  await expect(page.locator("#promo-email")).toHaveValue("");
  await pass(500);
  await expect(dialog).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(words.home_title_first());
});

test("the offer also appears when a link leads to the home page", async ({ page, words, wake }) => {
  await page.goto("/contact");
  await wake();
  await page.getByRole("banner").getByRole("link", { name: "Longbay" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(words.home_title_first());
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: words.promo_no_thanks() }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("every address in the sitemap exists and is canonical", async ({ request, anyCar }) => {
  const xml = await (await request.get("/sitemap.xml")).text();
  const listed = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  );
  expect(listed.some((address) => address.endsWith(`/cars/${anyCar.id}`))).toBe(true);
  const paths = [...publicPaths, `/cars/${anyCar.id}`];
  const ours = listed.filter((one) => paths.some((path) => new URL(one).pathname === path));
  // The lists of one category, one brand and one city are pages of their own too.
  const facets = ["category", "brand", "location"].map((name) => `/cars?${name}=`);
  for (const facet of facets) expect(ours.filter((one) => one.includes(facet)).length).toBeGreaterThan(2);
  expect(ours.filter((one) => !facets.some((facet) => one.includes(facet)))).toHaveLength(2 * paths.length);
  for (const address of ours) {
    const answer = await request.get(address, { headers: { cookie: "" } });
    expect(answer.status(), address).toBe(200);
    expect(answer.url()).toBe(address);
    const html = await answer.text();
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    expect(canonical, address).toBe(address);
    expect(html, address).not.toContain("noindex");
  }
});

test("a list with one filter is named after it, and one with several filters is not indexed", async ({
  request,
}) => {
  const read = async (address: string, language = "en") =>
    (await request.get(address, { headers: { "accept-language": language } })).text();
  const suv = await read("/cars?category=SUV");
  expect(suv).toMatch(/<title>SUV rentals by the month in the Bay Area · Longbay<\/title>/);
  expect(suv).toMatch(/<h1[^>]*>SUV rentals by the month in the Bay Area<\/h1>/);
  expect(await read("/cars?location=Fremont&lang=zh")).toContain("弗里蒙特按月租车");
  for (const address of ["/cars?category=SUV&brand=Kia", "/cars?brand=Nobody"])
    expect(await read(address), address).toContain('<meta name="robots" content="noindex"/>');
});

test("a page at a variant of its address names its canonical address", async ({ request, baseURL }) => {
  const addresses = {
    "/FAQ": "/faq",
    "/faq/": "/faq",
    "/cars/?brand=Kia": "/cars?brand=Kia",
    "/home/": "/",
    "/autowealth": "/autowealth/",
  };
  for (const [asked, own] of Object.entries(addresses))
    expect(
      /<link rel="canonical" href="([^"]*)"/.exec(await (await request.get(asked)).text())?.[1],
      asked,
    ).toBe(`${baseURL}${own}`);
});

test("search engines get a car as an offer to rent, at the addresses of the page's language", async ({
  request,
  baseURL,
  anyCar,
}) => {
  for (const inLanguage of ["", "?lang=zh"]) {
    const page = await (await request.get(`/cars/${anyCar.id}${inLanguage}`)).text();
    const [product, trail] = [
      ...page.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g),
    ].map(([, json = ""]) => JSON.parse(json) as unknown);
    const own = `${baseURL}/cars/${anyCar.id}${inLanguage}`;
    expect(product).toMatchObject({
      offers: {
        url: own,
        businessFunction: "http://purl.org/goodrelations/v1#LeaseOut",
        priceCurrency: "USD",
      },
    });
    expect(trail).toMatchObject({
      itemListElement: [
        { item: `${baseURL}/${inLanguage}` },
        { item: `${baseURL}/cars${inLanguage}` },
        { item: own },
      ],
    });
  }
});

test("a shared link has a picture: the car's own, or ours", async ({ page, request, anyCar }) => {
  for (const [path, expected] of [
    [`/cars/${anyCar.id}`, new RegExp(`/api/images/previews/${anyCar.id}\\.[0-9a-f]{8}\\.jpg$`)],
    ["/faq", /\/preview\.jpg$/],
    ["/faq?lang=zh", /\/preview-zh\.jpg$/],
  ] as const) {
    await page.goto(path);
    const images = await page
      .locator('meta[property="og:image"]')
      .evaluateAll((metas) => metas.map((meta) => meta.getAttribute("content") ?? ""));
    expect(images).toHaveLength(1);
    expect(images[0]).toMatch(expected);
    const answer = await request.get(images[0] ?? "");
    expect(answer.headers()["content-type"]).toBe("image/jpeg");
  }
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow", language: "zh" });

  test("a page that isn't stored is answered with a helpful page while offline", async ({
    page,
    context,
    words,
    wake,
    allow,
    scan,
  }) => {
    allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|ERR_FAILED/);
    await page.goto("/contact");
    await wake();
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      if (registration.active?.state !== "activated") {
        await new Promise((done) =>
          registration.active?.addEventListener("statechange", done, { once: true }),
        );
      }
    });
    await page.goto("/faq");
    await context.setOffline(true);
    await page.goto("/cars");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.layout_offline_title());
    await expect(page.locator("html")).toHaveAttribute("lang", "zh");
    await expect(page.getByRole("link", { name: words.layout_try_again() })).toBeVisible();
    // The page is drawn with the styles of all pages.
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(
      "rgba(0, 0, 0, 0)",
    );
    await scan();
    await context.setOffline(false);
    await page.getByRole("link", { name: words.layout_try_again() }).click();
    await expect(page).toHaveURL("/cars");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(words.layout_offline_title());
    const kept = await page.evaluate(async () =>
      (
        await Promise.all(
          (await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
          ),
        )
      ).flat(),
    );
    expect(kept.filter((path) => !/^\/(offline$|assets\/|fonts\/|favicon\.svg$)/.test(path))).toEqual([]);
  });
});

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a connection lost between two pages is explained, and the page can be loaded again", async ({
    page,
    words,
    wake,
    allow,
    scan,
  }) => {
    allow(/Failed to load resource|Failed to fetch|ERR_FAILED/);
    await page.goto("/");
    await wake();
    await page.route("**/*.data*", (route) => route.abort());
    await page.locator("main a[href='/cars']").first().click();
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(words.layout_broken_title());
    await scan();
    await page.unroute("**/*.data*");
    await page.getByRole("link", { name: words.layout_try_again() }).click();
    await expect(page.locator(".car").first()).toBeVisible();
    await expect(page).toHaveURL("/cars");
  });
});

async function expectNoOfferAgain(page: Page): Promise<void> {
  expect(await page.evaluate(() => localStorage.getItem("promo-seen"))).toBe("1");
  await stopClock(page);
  await page.reload();
  await page.clock.runFor(10_000);
  await expect(page.getByRole("dialog")).toBeHidden();
}

/** Gives later pages a clock that moves only when the test moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}
