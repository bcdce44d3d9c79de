import { expect, type Page } from "@playwright/test";
import type { Words } from "./fixtures.ts";
import { typeSignIn } from "./people.ts";
import { demoPassword } from "./start-product.ts";

/** Signs in as the demonstration's administrator, on the way to a screen of the back office. */
export async function signInAsAdmin(page: Page, words: Words, path: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(/\/(?:signin|login)\?redirect=/);
  await typeSignIn(page, words, { email: "admin@longbay.example", password: demoPassword });
  await expect(page).toHaveURL(path);
}
