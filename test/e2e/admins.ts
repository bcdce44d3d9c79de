import { expect, type Page } from "@playwright/test";
import type { Words } from "./fixtures.ts";
import { typeSignIn } from "./people.ts";
import { demoPassword } from "./start-product.ts";

/** Signs in as the demonstration's administrator, on the way to a screen of the back office. */
export const signInAsAdmin = (page: Page, words: Words, path: string): Promise<void> =>
  signInAs(page, words, "admin@longbay.example", path);

/** Tries the back office as somebody who has no business there. */
export const signInAsCustomer = (page: Page, words: Words, path: string): Promise<void> =>
  signInAs(page, words, "customer@longbay.example", path);

async function signInAs(page: Page, words: Words, email: string, path: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(/\/(?:signin|login)\?redirect=/);
  await typeSignIn(page, words, { email, password: demoPassword });
  await expect(page).toHaveURL(path);
}
