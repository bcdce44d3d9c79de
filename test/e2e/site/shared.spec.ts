import { expect, test } from "../fixtures.ts";
import { publicPaths } from "#domain/site/pages.ts";

test("a shared page has the language of its address, and a picture with a full address", async ({
  request,
  baseURL,
  anyCar,
}) => {
  for (const path of [...publicPaths, `/cars/${anyCar.id}`])
    for (const [rest, name, locale] of [
      ["", "Longbay", "en_US"],
      ["?lang=zh", "长湾月租", "zh_CN"],
    ] as const) {
      const html = await (await request.get(path + rest, { headers: { cookie: "" } })).text();
      const said = (property: string) =>
        new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`).exec(html)?.[1] ?? "";
      expect(said("og:site_name"), path).toBe(name);
      expect(said("og:locale"), path).toBe(locale);
      expect(said("og:title"), path).toContain(name);
      expect(/\p{Script=Han}/u.test(said("og:title")), path).toBe(rest !== "");
      expect(/\p{Script=Han}/u.test(said("og:description")), path).toBe(rest !== "");
      expect(said("og:url")).toBe(baseURL + path + rest);
      expect(said("og:image"), path).toMatch(new RegExp(`^${baseURL}/.+\\.jpg$`));
      // Without its own title and description, the card uses the page's.
      expect(said("twitter:card"), path).toBe("summary_large_image");
      for (const own of ["twitter:title", "twitter:description"]) expect(said(own)).toBe("");
    }
});

for (const [language, rest] of [
  ["en", ""],
  ["zh", "?lang=zh"],
] as const)
  test.describe(`the link of an answer, ${language}`, () => {
    test.use({ language, permissions: ["clipboard-read", "clipboard-write"] });

    test("the link of an answer is copied by keyboard and confirmed", async ({
      page,
      words,
      wake,
      baseURL,
      scan,
    }) => {
      await page.goto("/faq#deposit");
      await wake();
      const answer = page.locator("details", { has: page.locator("#deposit") });
      const link = answer.getByRole("link", { name: words.faq_link() });
      await link.focus();
      await page.keyboard.press("Enter");
      await expect(answer.getByRole("status")).toHaveText(words.faq_link_copied());
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toBe(`${baseURL}/faq${rest}#deposit`);
      await scan();
    });
  });

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the link of an answer is a plain link without script", async ({ page, words }) => {
    await page.goto("/faq#deposit");
    const answer = page.locator("details", { has: page.locator("#deposit") });
    await expect(answer.getByRole("link", { name: words.faq_link() })).toHaveAttribute("href", "#deposit");
  });
});
