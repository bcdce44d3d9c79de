import { type Page } from "@playwright/test";
import { expect, scanBoth, test } from "../fixtures.ts";

/**
 * Errors that must fail a journey which does not expect them. Each is caused here, and its test is expected to
 * fail.
 */
const troubles: [string, (page: Page) => Promise<unknown>][] = [
  ["an error in the console", (page) => page.evaluate(() => console.error("Something is odd"))],
  [
    "an error that nobody caught",
    (page) =>
      page.evaluate(() => {
        queueMicrotask(() => {
          throw new Error("Nobody caught this");
        });
      }),
  ],
  [
    "an answer that is an error",
    (page) => page.evaluate(() => fetch("/api/cars/unknown").then(({ status }) => status)),
  ],
  [
    "a script that the policy refuses",
    (page) =>
      page.evaluate(() =>
        document.body.append(Object.assign(document.createElement("script"), { textContent: "1" })),
      ),
  ],
  [
    "a request that fails",
    async (page) => {
      await page.route("**/favicon.svg", (route) => route.abort("connectionreset"));
      await page.evaluate(() => fetch("/favicon.svg").catch(() => undefined));
    },
  ],
];

for (const [name, bring] of troubles) {
  test(`${name} fails a journey`, async ({ page }) => {
    await page.goto("/contact");
    test.fail();
    await bring(page);
  });
}

test("a picture without words fails a scan", async ({ page, scan }) => {
  await page.goto("/contact");
  await page.evaluate(() =>
    document
      .querySelector("main")
      ?.append(Object.assign(document.createElement("img"), { src: "/favicon.svg" })),
  );
  await expect(scan()).rejects.toThrow("image-alt");
});

test("words that can't be read in dark mode fail a scan of both themes", async ({ page, scan }) => {
  await page.goto("/contact");
  await page.evaluate(() => {
    const words = document.createElement("p");
    words.textContent = "Hard to read";
    words.style.color = "light-dark(#111, #333)";
    document.querySelector("main")?.append(words);
  });
  await scan();
  await expect(scanBoth(page, scan)).rejects.toThrow("color-contrast");
});
