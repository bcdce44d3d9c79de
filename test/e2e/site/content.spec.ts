import { type Page } from "@playwright/test";
import { languages } from "#domain/languages.ts";
import { legalDate } from "#web/legal/legal-text.ts";
import { expect, screens, test, ways } from "../fixtures.ts";

const paths = ["/faq", "/how-it-works", "/terms", "/privacy", "/autoedu", "/autowealth/"];

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    for (const path of paths) {
      test(`${path} is accessible by day, and no wider than its screen`, async ({
        page,
        words,
        scan,
        wake,
      }) => {
        await page.goto(path);
        await wake();
        await scan();
        for (const width of [360, screens.phone.width, 720, screens.desktop.width, 1920]) {
          await page.setViewportSize({ width, height: 800 });
          const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(0);
        }
        await page.setViewportSize(screens.desktop);
        const contact = page
          .getByRole("main")
          .or(page.getByRole("contentinfo"))
          .getByRole("link", { name: words.layout_nav_contact(), exact: true });
        await contact.last().click();
        await expect(page).toHaveURL("/contact");
      });
    }

    test("search engines get the answers that the page shows", async ({ page }) => {
      await page.goto("/faq");
      const questions = await page.evaluate(readQuestions);
      expect(questions).toHaveLength(14);
      for (const { name, text } of questions) {
        const shown = page.locator("details.ask", { has: page.getByText(name, { exact: true }) });
        expect(await shown.locator("p").textContent()).toBe(text);
      }
    });

    test("the address of an answer opens it", async ({ page }) => {
      await page.goto("/faq#deposit");
      const open = page.locator("details.ask[open]");
      await expect(open).toHaveCount(1);
      await expect(open.locator("#deposit")).toBeInViewport();
      expect(await page.locator("details.ask p:not([id])").count()).toBe(0);
    });

    test("links in the answers lead to pages of this site or to https addresses", async ({ page }) => {
      await page.goto("/faq");
      const targets = await page
        .locator("details.ask p a")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
      expect(targets).toContain("https://www.dmv.ca.gov");
      expect(targets).toContain("/contact");
      for (const target of targets) expect(target).toMatch(/^(https:\/\/|\/[a-z])/);
      const [first] = await page.locator('details.ask a[href^="https:"]').all();
      await expect(first ?? page.locator("none")).toHaveAttribute("rel", "noopener");
    });

    test("the guide is in Chinese in both languages", async ({ page }) => {
      await page.goto("/autoedu");
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/车出了状况，\s*先看这里。/);
      await expect(page.locator(".guide")).toHaveAttribute("lang", "zh");
    });
  });
}

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);
  test("pages begin at one left edge, under the logo", async ({ page, allow }) => {
    allow(/404/);
    const begin = (selector: string) =>
      page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().left));
    for (const path of [
      "/cars",
      "/search",
      "/how-it-works",
      "/terms",
      "/contact",
      "/find-order",
      "/order-complete",
      "/subscriptions",
      "/subscriptions/confirm?token=none",
      "/subscriptions/unsubscribe?token=none",
      "/offline",
      "/user-type-selection",
    ]) {
      await page.goto(path);
      expect(await begin("main h1"), path).toBe(await begin(".header .logo"));
    }
  });

  test("the page about how it works shows six stages with their drawings and payments", async ({ page }) => {
    await page.goto("/how-it-works");
    const stages = page.locator(".how-road > li");
    await expect(stages.getByRole("heading", { level: 3 })).toHaveText([
      "Choose",
      "Request",
      "Get confirmed",
      "Meet us at your door",
      "Drive",
      "Hand back the keys",
    ]);
    await expect(page.locator(".how-due b")).toHaveText([
      "$0.00",
      "First payment",
      "Nothing",
      "Each month’s payment",
      "Extra miles, if any",
    ]);
    // Every drawing exists in its sheet: a missing drawing takes no room.
    for (const drawn of await stages.locator("use").all())
      await expect
        .poll(() => drawn.evaluate((use) => (use instanceof SVGUseElement ? use.getBBox().width : 0)))
        .toBeGreaterThan(100);
  });

  test("only one question is open at a time, by keyboard too", async ({ page, words, scan }) => {
    await page.goto("/faq");
    await expect(page.locator("details.ask")).toHaveCount(14);
    const summaries = page.locator("details.ask > summary");
    await expect(page.locator("details.ask").first()).toHaveAttribute("open", "");
    await summaries.nth(0).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("details.ask[open]")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(page.locator("details.ask[open]")).toHaveCount(1);
    const ownLink = page.locator("details.ask").first().getByRole("link", { name: words.faq_link() });
    await page.keyboard.press("Tab");
    await expect(ownLink).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(summaries.nth(1)).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.locator("details.ask[open]")).toHaveCount(1);
    await expect(page.locator("details.ask").nth(1)).toHaveAttribute("open", "");
    await scan();
    await page
      .getByRole("main")
      .getByRole("link", { name: words.layout_nav_contact() })
      .first()
      .press("Enter");
    await expect(page).toHaveURL("/contact");
  });

  test("a host sees an estimate from similar cars and its basis", async ({ page, words, scan }) => {
    await page.goto("/autowealth/");
    await page.getByLabel(words.hosting_brand(), { exact: true }).fill("Honda");
    await page.getByLabel(words.hosting_model(), { exact: true }).fill("crv");
    await page.getByLabel(words.hosting_year(), { exact: true }).selectOption("2022");
    await page.getByLabel(words.hosting_city(), { exact: true }).selectOption("San Jose");
    await page.getByRole("button", { name: words.hosting_submit() }).press("Enter");
    await expect(page).toHaveURL(/\/autowealth\/\?brand=Honda&model=crv&year=2022&city=San\+Jose#estimate$/);
    const answer = page.locator(".estimate-result");
    await expect(answer).toContainText(words.hosting_rests_model({ count: 3 }));
    await expect(answer.locator("b")).toHaveText(/\$\d,\d{3}.*\$\d,\d{3}/);
    await expect(page.getByLabel(words.hosting_model(), { exact: true })).toHaveValue("crv");
    await scan();
    await page.goto("/autowealth?brand=Genesis&model=GV70&year=2024&city=Fremont");
    await expect(answer).toContainText(words.hosting_result_none());
    await expect(
      page
        .getByRole("main")
        .getByRole("link", { name: /host|车主/i })
        .first(),
    ).toHaveAttribute("href", "/signup?type=host");
  });
});

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);
  test("the contact form comes before all other ways to reach us", async ({ page, words }) => {
    await page.goto("/contact");
    const top = (name: string) =>
      page
        .getByRole("main")
        .getByRole("heading", { level: 2, name, exact: true })
        .evaluate((heading) => heading.getBoundingClientRect().top);
    expect(await top(words.contact_form_title())).toBeLessThan(await top(words.contact_mail()));
  });

  test("terms and privacy notice have a date and contents with links", async ({ page }) => {
    for (const path of ["/terms", "/privacy"]) {
      await page.goto(path);
      await expect(page.locator("time")).toHaveAttribute("datetime", legalDate.iso);
      const links = page.getByRole("main").getByRole("navigation").getByRole("link");
      const last = links.last();
      await last.press("Enter");
      const target = await last.getAttribute("href");
      await expect(page.locator(target ?? "none")).toBeInViewport();
    }
  });

  test("an impossible estimate is explained and keeps what was typed", async ({ page, words, allow }) => {
    allow(/400|422/);
    await page.goto("/autowealth/?brand=Honda&model=&year=2022&city=San+Jose");
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(words.hosting_error_model());
    await expect(page.getByLabel(words.hosting_brand(), { exact: true })).toHaveValue("Honda");
    await page.goto("/autowealth/?brand=Honda&model=CR-V&year=2150&city=San+Jose");
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(words.hosting_error_year());
    const hostile = '"><script>alert(1)</script>';
    const answer = await page.goto(
      `/autowealth/?${new URLSearchParams({ brand: hostile, model: hostile, year: hostile, city: hostile })}`,
    );
    expect(answer?.status()).toBe(400);
    await expect(page.getByLabel(words.hosting_brand(), { exact: true })).toHaveValue(hostile);
  });
});

test.describe("the guide", () => {
  test.use({ viewport: screens.desktop });

  test("the guide's tabs lead to their parts, and the first opens its two sections", async ({
    page,
    wake,
  }) => {
    await page.goto("/autoedu");
    await wake();
    const tabs = page.getByRole("navigation", { name: "目录" });
    await expect(tabs.getByRole("link")).toHaveText([
      "基础知识",
      "警示灯",
      "加油指南",
      "紧急自救",
      "日常保养",
    ]);
    await expect(tabs.locator("[aria-current]")).toHaveText("基础知识");
    await expect(page.locator("#basic details")).toHaveCount(2);

    for (const [name, id] of [
      ["加油指南", "fuel"],
      ["警示灯", "lights"],
    ] as const) {
      await tabs.getByRole("link", { name }).click();
      await expect(tabs.locator("[aria-current]")).toHaveText(name);
      await expect.poll(() => topOf(page, `#${id}`)).toBeCloseTo(100, -0.5);
    }

    for (const summary of await page.locator("#basic summary").all()) await summary.press("Enter");
    await expect(page.locator("#basic details[open]")).toHaveCount(0);
    await tabs.getByRole("link", { name: "基础知识" }).press("Enter");
    await expect(page.locator("#basic details[open]")).toHaveCount(2);
    await expect(page.locator("#basic-title")).toBeInViewport();
  });

  test("the guide marks the tab of the part that a link led to", async ({ page, wake }) => {
    const marked = page.getByRole("navigation", { name: "目录" }).locator("[aria-current]");
    await page.goto("/autoedu#care");
    await wake();
    await expect(marked).toHaveText("日常保养");
    await page.getByRole("link", { name: "换备胎步骤" }).click();
    await expect(marked).toHaveText("紧急自救");
    await page.goBack();
    await expect(marked).toHaveText("日常保养");
  });

  test("a section of the guide is opened by its header, and by a link into it", async ({ page }) => {
    await page.goto("/autoedu");
    await page.locator("#care summary").first().click();
    await expect(page.locator("#care details").first()).toHaveAttribute("open", "");
    await expect(page.locator("#care details").nth(1)).not.toHaveAttribute("open");
    await page.getByRole("link", { name: "换备胎步骤" }).click();
    await expect(page.locator("#rescue-tire")).toBeInViewport();
    await expect(page.locator("#rescue-tire").locator("xpath=..")).toHaveAttribute("open", "");
  });

  test("the guide opens one LLC item at a time, and its lower left button leads home", async ({ page }) => {
    await page.goto("/autoedu#llc");
    const items = page.locator("#llc details");
    await expect(items.first()).toHaveAttribute("open", "");
    await items.nth(1).locator("summary").click();
    await expect(items.first()).not.toHaveAttribute("open");
    await expect(page.locator("#llc")).toContainText("US$70–$90");
    const home = page.getByRole("link", { name: "返回首页" });
    const box = await home.boundingBox();
    expect(box?.x).toBeLessThan(100);
    expect(box?.y).toBeGreaterThan(screens.desktop.height - 120);
    await home.click();
    await expect(page).toHaveURL("/");
  });

  test("the guide holds the required figures", async ({ page }) => {
    await page.goto("/autoedu");
    const text = (await page.locator(".guide").textContent()) ?? "";
    for (const figure of [
      "3–5 年",
      "5000–10000 公里",
      "每年更换",
      "每两年",
      "6 年以内",
      "最高 US$490",
      "等 3 秒",
      "未满 8 岁",
      "4 英尺 9 英寸",
      "0.08%",
      "0.04%",
      "0.01%",
      "US$100–$500 以上",
      "US$20–$50",
      "US$500 以上",
      "US$200 以上",
      "US$70–$90",
      "US$199",
      "1099",
      "EIN",
    ])
      expect(text, figure).toContain(figure);
  });

  test("the guide scrolls smoothly unless reduced motion is preferred", async ({ page }) => {
    await page.goto("/autoedu");
    const behaviour = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await behaviour()).toBe("smooth");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await behaviour()).toBe("auto");
  });
});

test("the content pages link to one another without loading a new document", async ({
  page,
  words,
  wake,
}) => {
  await page.setViewportSize(screens.desktop);
  await page.goto("/how-it-works");
  await wake();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole("link", { name: "what your car could earn", exact: true }).click();
  await expect(page).toHaveURL("/autowealth/");
  await expect(page.getByLabel(words.hosting_brand(), { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "registering an LLC" }).click();
  await expect(page).toHaveURL("/autoedu#llc");
  await expect(page.locator("#llc-title")).toBeInViewport();
  await page.getByRole("contentinfo").getByRole("link", { name: words.layout_nav_faq() }).click();
  await expect(page).toHaveURL("/faq");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.faq_heading());
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, viewport: screens.phone });
  test.beforeEach(({ allow }) => allow(/^request: csp \S+\.js$/));

  test("questions, the guide and the host's estimate work without script", async ({ page, words }) => {
    await page.goto("/faq");
    await page.locator("details.ask > summary").nth(2).click();
    await page.locator("details.ask > summary").nth(5).click();
    await expect(page.locator("details.ask[open]")).toHaveCount(1);

    await page.goto("/autoedu");
    await page.getByRole("link", { name: "紧急自救" }).click();
    await expect(page.locator("#rescue-title")).toBeInViewport();

    await page.goto("/autowealth/");
    await page.getByLabel(words.hosting_brand(), { exact: true }).fill("Tesla");
    await page.getByLabel(words.hosting_model(), { exact: true }).fill("Model 3");
    await page.getByLabel(words.hosting_year(), { exact: true }).selectOption("2023");
    await page.getByLabel(words.hosting_city(), { exact: true }).selectOption("Fremont");
    await page.getByRole("button", { name: words.hosting_submit() }).click();
    await expect(page.locator(".estimate-result")).toBeInViewport();
  });
});

const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);

/** Returns the questions and answers in the page's structured data. Runs in the page. */
function readQuestions(): { name: string; text: string }[] {
  type StructuredFaq = { "@type": string; mainEntity?: { name: string; acceptedAnswer: { text: string } }[] };
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    (script) => JSON.parse(script.textContent ?? "{}") as StructuredFaq,
  );
  const page = data.find((one) => one["@type"] === "FAQPage");
  return (page?.mainEntity ?? []).map(({ name, acceptedAnswer }) => ({ name, text: acceptedAnswer.text }));
}
