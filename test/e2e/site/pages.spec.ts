import { type Page } from "@playwright/test";
import { addDays } from "#domain/dates.ts";
import { languages } from "#domain/languages.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { expect, screens, tabTo, test, today, wordsIn } from "../fixtures.ts";

const from = addDays(today(), 60);
const filters = `location=Fremont&from=${from}&until=${returnDateFor(from, 2)}`;

type ExpectedPage = {
  path: string;
  status?: number;
  isUnlisted?: boolean;
  isDescribed?: boolean;
  isWalkedElsewhere?: boolean;
  data?: string[];
  canonical?: string;
};
/**
 * Words are checked in both languages, colours once for each theme: all pages are scanned in English in the dark
 * theme; the pages that no journey scans are also scanned in Chinese in the light theme.
 */
const pages: ExpectedPage[] = [
  { path: "/", isWalkedElsewhere: true, isDescribed: true, data: ["Organization"], canonical: "/" },
  { path: "/home", isWalkedElsewhere: true, isDescribed: true, data: ["Organization"], canonical: "/" },
  { path: "/cars", isWalkedElsewhere: true, isDescribed: true, data: ["ItemList"], canonical: "/cars" },
  {
    path: "/cars/:id",
    isWalkedElsewhere: true,
    isDescribed: true,
    data: ["Product", "BreadcrumbList"],
    canonical: "/cars/:id",
  },
  { path: "/search", isDescribed: true, canonical: "/search" },
  { path: "/contact", isDescribed: true, canonical: "/contact" },
  {
    path: "/faq",
    isWalkedElsewhere: true,
    isDescribed: true,
    data: ["FAQPage", "BreadcrumbList"],
    canonical: "/faq",
  },
  {
    path: "/how-it-works",
    isWalkedElsewhere: true,
    isDescribed: true,
    data: ["BreadcrumbList"],
    canonical: "/how-it-works",
  },
  {
    path: "/terms",
    isWalkedElsewhere: true,
    isDescribed: true,
    data: ["BreadcrumbList"],
    canonical: "/terms",
  },
  {
    path: "/privacy",
    isWalkedElsewhere: true,
    isDescribed: true,
    data: ["BreadcrumbList"],
    canonical: "/privacy",
  },
  {
    path: "/autoedu",
    isWalkedElsewhere: true,
    isDescribed: true,
    data: ["BreadcrumbList"],
    canonical: "/autoedu",
  },
  {
    path: "/autowealth",
    isWalkedElsewhere: true,
    isDescribed: true,
    data: ["BreadcrumbList"],
    canonical: "/autowealth/",
  },
  {
    path: "/autowealth/?brand=Honda&model=CR-V&year=2022&city=Fremont",
    isWalkedElsewhere: true,
    isDescribed: true,
    data: ["BreadcrumbList"],
    canonical: "/autowealth/",
  },
  { path: "/pricing-tiers", isWalkedElsewhere: true, isDescribed: true, canonical: "/pricing-tiers" },
  {
    path: `/pricing-tiers?${filters}`,
    isWalkedElsewhere: true,
    isDescribed: true,
    canonical: "/pricing-tiers?location=Fremont",
  },
  { path: `/information?${filters}&tier=premium`, isWalkedElsewhere: true, isUnlisted: true },
  {
    path: `/checkout?${filters}&tier=premium&insurance=protection&firstName=A&lastName=B&email=a.b%40mail.example`,
    isWalkedElsewhere: true,
    isUnlisted: true,
  },
  { path: "/order-complete", status: 404, isUnlisted: true },
  { path: "/cars/unknown", status: 404 },
  { path: "/subscriptions", isUnlisted: true, isDescribed: true },
  ...["/subscriptions/confirm?token=x", "/subscriptions/unsubscribe?token=x", "/offline", "/dev/ui"].map(
    (path) => ({ path, isUnlisted: true }),
  ),
  { path: "/nowhere/at/all", status: 404, isUnlisted: true },
];

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language, viewport: screens.phone });

    for (const expected of pages) {
      test(`the page ${expected.path.split("?")[0]}${expected.path.includes("?") ? " with a query" : ""} is complete`, async ({
        page,
        words,
        anyCar,
        allow,
        wake,
        scan,
        baseURL,
      }) => {
        const { status = 200, isUnlisted, isDescribed, isWalkedElsewhere, data = [], canonical } = expected;
        if (status >= 400) allow(new RegExp(String(status)));
        await page.emulateMedia({ colorScheme: language === "en" ? "dark" : "light" });
        const answer = await page.goto(expected.path.replace(":id", anyCar.id));
        expect(answer?.status()).toBe(status);
        const head = await page.evaluate(readHead);
        expect(head.language).toBe(language);
        expect(head.title).toContain(language === "en" ? "Longbay" : "长湾月租");
        if (isDescribed) expect(head.description?.length).toBeGreaterThan(20);
        expect(head.isNoindex).toBe(
          Boolean(isUnlisted) || (status === 404 && expected.path.startsWith("/cars/")),
        );
        if (canonical) {
          // The address without `lang` is the English page's. Robots ignore language links to addresses that
          // aren't canonical.
          const en = `${baseURL}${canonical.replace(":id", anyCar.id)}`;
          const addresses = { en, zh: `${en}${canonical.includes("?") ? "&" : "?"}lang=zh`, "x-default": en };
          expect(head.canonical).toBe(addresses[language]);
          expect(Object.fromEntries(head.alternates.map(({ language, href }) => [language, href]))).toEqual(
            addresses,
          );
        }
        if (isUnlisted) expect(head.alternates).toEqual([]);
        expect(head.data).toEqual(data);

        await expect(
          page.getByRole("link", { name: words.layout_nav_contact(), exact: true }).last(),
        ).toBeVisible();
        await wake();
        await expectPlainWords(page, language);
        if (language === "en" || !isWalkedElsewhere) await scan();
        await expectNoSidewaysScroll(page);
      });
    }
  });
}

test("an unknown page and an unknown car say that they were not found", async ({ page, allow }) => {
  allow(/404/);
  await page.goto("/unheard/of?lang=en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found");
  await expect(page.getByRole("main")).toContainText("Did you forget to add the page to the router?");
  await page.goto("/cars/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Car Not Found");
  await page.getByRole("link", { name: "Browse All Cars" }).click();
  await expect(page).toHaveURL("/cars");
});

test("a forged confirmation is answered as not found, and shows nothing of the address", async ({
  page,
  allow,
}) => {
  allow(/404/);
  const forged = {
    tier: "premium",
    total: "1.00",
    firstName: "Mallory",
    email: "mallory@evil.example",
    paymentMethod: "paypal",
    placed: "1",
  };
  for (const order of ["", crypto.randomUUID(), "<script>alert(1)</script>"]) {
    const answer = await page.goto(`/order-complete?${new URLSearchParams({ ...forged, order })}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order not found");
    const text = await page.locator("body").innerText();
    for (const word of ["Mallory", "evil.example", "1.00", "Successful", "alert(1)"])
      expect(text).not.toContain(word);
  }
});

test("the checkout shows the server's figures whatever its address says", async ({ page, allow }) => {
  await page.goto(
    `/checkout?${filters}&tier=premium&insurance=protection&basePrice=1.00&insurancePrice=0&total=2.00&firstName=A&lastName=B&email=a.b%40mail.example`,
  );
  // 2 × 999 and 2 × 109.
  await expect(page.getByRole("complementary")).toContainText("$2,216.00");
  await expect(page.getByRole("complementary")).not.toContainText("$2.00");
  allow(/422/);
  for (const path of ["/checkout", "/information"]) {
    const refused = await page.goto(`${path}?${filters}&tier=economy&insurance=decline`);
    expect(refused?.status()).toBe(422);
    await expect(page.getByRole("main")).toContainText("The Economy plan is sold out.");
    await expect(page.getByRole("button", { name: "Place order" })).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Back to plans" }).click();
    await expect(page.getByRole("radio", { name: "Economy" })).toBeDisabled();
  }
});

test.describe("the language", () => {
  test("the language is switched on the same page and remembered", async ({ page, context }) => {
    await page.goto("/search?make=Tesla");
    await page.getByRole("link", { name: "中文", exact: true }).click();
    await expect(page).toHaveURL("/search?make=Tesla&lang=zh");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh");
    expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("zh");
    expect((await context.cookies()).find(({ name }) => name === "language")?.value).toBe("zh");
    await page.goto("/contact");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh");
    await page.goto("/cars?lang=en");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("en");
  });

  test("the language follows local storage when the cookie differs", async ({ page, context }) => {
    await page.goto("/contact");
    await page.evaluate(() => localStorage.setItem("language", "zh"));
    await page.goto("/cars");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh");
    expect((await context.cookies()).find(({ name }) => name === "language")?.value).toBe("zh");
  });

  test("the language is safe from any content of storage", async ({ page, wake }) => {
    await page.goto("/");
    for (const value of [
      "fr",
      "<img src=x onerror=alert(1)>",
      "en; path=/",
      "__proto__",
      "x".repeat(100_000),
    ]) {
      await page.evaluate((value) => localStorage.setItem("language", value), value);
      await page.goto("/contact");
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
    }
    await page.goto("/?lang=%3Cscript%3E");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.evaluate(() =>
      sessionStorage.setItem("longbay.renter", '{"firstName":{"a":1},"insurance":"free","email":7}'),
    );
    await page.goto(`/information?${filters}&tier=basic`);
    await wake();
    await expect(page.getByLabel("First name")).toHaveValue("");
  });
});

test.describe("narrow and enlarged screens", () => {
  const paths = [
    "/",
    "/cars",
    "/search",
    "/contact",
    `/pricing-tiers?${filters}`,
    `/information?${filters}&tier=tesla-premium`,
  ];

  test("pages never scroll sideways at 360 px, and the header stays on one line at twice the size", async ({
    page,
    anyCar,
  }) => {
    for (const language of languages) {
      for (const path of [...paths, `/cars/${anyCar.id}`]) {
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
        await expectNoSidewaysScroll(page);
        await page.setViewportSize({ width: 720, height: 450 });
        await expectNoSidewaysScroll(page);
        expect(await page.evaluate(overlaps), `${path} in ${language}`).toEqual([]);
      }
    }
  });

  test("the menu opens by keyboard, closes with Escape, and its links work", async ({
    page,
    words,
    wake,
    scan,
  }) => {
    await page.setViewportSize(screens.phone);
    await page.goto("/contact");
    await wake();
    const menu = page.getByRole("navigation", { name: words.layout_menu() });
    const summary = page.locator("summary").filter({ visible: true }).first();
    await summary.focus();
    await page.keyboard.press("Enter");
    await expect(menu).toBeVisible();
    await scan();
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("link").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(summary).toBeFocused();
    await page.keyboard.press("Enter");
    await menu.getByRole("link", { name: words.layout_nav_search() }).press("Enter");
    await expect(page).toHaveURL("/search");
    await expect(menu).toBeHidden();
  });
});

test.describe("by keyboard alone", () => {
  test.use({ viewport: screens.desktop });

  test("a visitor skips to the content, searches a plan and opens a car by keyboard", async ({
    page,
    words,
  }) => {
    await page.goto("/");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: words.layout_skip() })).toBeFocused();
    await expect(page.getByRole("link", { name: words.layout_skip() })).toBeInViewport();
    await page.keyboard.press("Enter");
    await tabTo(page, page.locator("#city"));
    await page.keyboard.type("Fremont");
    await tabTo(page, page.locator("form.search button[type=submit]"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/pricing-tiers\?location=Fremont/);
    await page.goto("/cars");
    await tabTo(page, page.locator(".car-name a").first());
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/cars\/[0-9a-f-]{36}$/);
  });

  test("the bar on a phone never covers a focused element", async ({ page, anyCar, wake }) => {
    await page.setViewportSize(screens.phone);
    await page.goto(`/cars/${anyCar.id}`);
    await wake();
    const bar = page.locator(".bar");
    await expect(bar).toBeInViewport();
    const covered: string[] = [];
    let focused = 0;
    for (let tab = 0; tab < 60; tab++) {
      await page.keyboard.press("Tab");
      const taken = await page.evaluate(() => {
        const { activeElement: at } = document;
        const { left = 0, top = 0, width = 0, height = 0 } = at?.getBoundingClientRect() ?? {};
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        const isBehind = Boolean(seen?.closest(".bar")) && !at?.closest(".bar");
        return { name: at?.textContent ?? "", isThere: at !== document.body && height > 0, isBehind };
      });
      if (taken.isThere) focused++;
      if (taken.isBehind) covered.push(taken.name);
    }
    expect(covered).toEqual([]);
    expect(focused).toBeGreaterThan(40);
  });

  test("a visitor requests a car by keyboard", async ({ page, words, car }) => {
    const pickupDate = addDays(today(), 300);
    await page.goto(
      `/cars/${car.id}?${new URLSearchParams({ pickupDate, returnDate: returnDateFor(pickupDate, 1) })}`,
    );
    await tabTo(page, page.locator("#request-customerName"));
    await page.keyboard.type("Kay Board");
    await tabTo(page, page.locator("#request-customerEmail"));
    await page.keyboard.type(`kay.${crypto.randomUUID()}@mail.example`);
    await tabTo(page, page.locator("#request-pickupLocation"));
    await page.keyboard.type("1 Market Street, San Francisco");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: words.common_toasts() })).toContainText(
      "Booking Successful!",
    );
    await expect(page.getByRole("form").getByRole("status")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: words.request_placed_link() })).toBeFocused();
  });
});

/**
 * No message key and no missing value is shown, and on a Chinese page no English sentence without its language
 * mark.
 */
async function expectPlainWords(page: Page, language: "en" | "zh"): Promise<void> {
  const texts = await page.evaluate(readTexts);
  expect(texts.length).toBeGreaterThan(20);
  const keys = new Set(Object.keys(wordsIn("en")));
  expect(keys.size).toBeGreaterThan(1000);
  const isOdd = ({ text, language: said }: (typeof texts)[number]): boolean =>
    text.split(/\s+/).some((word) => keys.has(word)) ||
    /\bundefined\b|\bNaN\b|\bnull\b|\[object|\{\w+\}/.test(text) ||
    (language === "zh" && said === "zh" && /(?:\b[a-z]{2,}\b[ ,]+){3}/.test(text)) ||
    (language === "en" && said === "en" && /\p{Script=Han}/u.test(text));
  expect(texts.filter(isOdd)).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { wide, screen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
  expect(wide, `${page.url()} at ${screen} px`).toBeLessThanOrEqual(screen);
}

/** Runs in the page: returns every visible text, with its declared language. */
function readTexts(): { text: string; language: string }[] {
  const found: { text: string; language: string }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? "";
    if (!parent || !text || parent.closest("script, style, template")) continue;
    found.push({ text, language: parent.closest<HTMLElement>("[lang]")?.lang ?? "" });
  }
  return found;
}

/** Runs in the page: returns parts of the header that overlap or stick out of it. */
function overlaps(): string[] {
  const header = document.querySelector("header.header");
  const parts = [...(header?.querySelectorAll("a, summary") ?? [])].filter(
    (part) => part.checkVisibility() && !part.closest("details > nav"),
  );
  const boxes = parts.map((part) => ({
    name: part.textContent || part.getAttribute("aria-label"),
    box: part.getBoundingClientRect(),
  }));
  const bottom = header?.getBoundingClientRect().bottom ?? 0;
  return boxes.flatMap(({ name, box }, place) => {
    const others = boxes
      .slice(place + 1)
      .filter(
        ({ box: other }) =>
          box.left < other.right - 1 &&
          other.left < box.right - 1 &&
          box.top < other.bottom - 1 &&
          other.top < box.bottom - 1,
      );
    const isOutside = box.bottom > bottom + 1 || box.right > innerWidth + 1;
    return [...others.map((other) => `${name} on ${other.name}`), ...(isOutside ? [`${name} outside`] : [])];
  });
}

/** Runs in the page. */
function readHead() {
  const content = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    (script) => JSON.parse(script.textContent ?? "") as { "@type": string },
  );
  return {
    language: document.documentElement.lang,
    title: document.title,
    description: content("description"),
    isNoindex: content("robots") === "noindex",
    canonical: document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href,
    alternates: [...document.querySelectorAll<HTMLLinkElement>("link[rel=alternate]")].map(
      ({ hreflang, href }) => ({ language: hreflang, href }),
    ),
    data: data.map((one) => one["@type"]),
  };
}
