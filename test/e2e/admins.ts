import { expect, type Page } from "@playwright/test";
import type { Words } from "./fixtures.ts";
import { openSession, typeSignIn } from "./people.ts";
import { demoPassword } from "./start-product.ts";

/** The demonstration's administrator. */
export const admin = { email: "admin@longbay.example", password: demoPassword };

/** Opens a screen of the back office as the administrator, with a session that is signed in already. */
export async function openAsAdmin(page: Page, path: string): Promise<void> {
  await openSession(page, admin);
  await page.goto(path);
}

/** Opens the back office as a customer, who may not see it. */
export async function openAsCustomer(page: Page, path: string): Promise<void> {
  await openSession(page, { email: "customer@longbay.example", password: demoPassword });
  await page.goto(path);
}

/** Goes from a screen of the back office to the sign-in form, signs in, and comes back to the screen. */
export async function signInAsAdmin(page: Page, words: Words, path: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(/\/(?:signin|login)\?redirect=/);
  await typeSignIn(page, words, admin);
  await expect(page).toHaveURL(path);
}
