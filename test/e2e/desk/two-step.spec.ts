import { type Product, startDemonstration } from "#test/product.ts";
import { admin, openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test as base, ways } from "../fixtures.ts";
import { demoPassword } from "../start-product.ts";

const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- what a fixture needs of others is read from here
    async ({}, provide) => {
      const product = await startDemonstration({ DEMO_PASSWORD: demoPassword, ADMIN_SECOND_FACTOR: "on" });
      await provide(product);
      await product.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ product }, provide) => provide(product.address),
});

test.use(ways["en, phone"]);

test("an administrator without two-step verification must first add it by an emailed link", async ({
  page,
  words,
  scan,
  allow,
  emails,
}) => {
  // The browser writes the back office's refusals to its console.
  allow(/\b403\b/);
  await openAsAdmin(page, "/admin/dashboard");
  await expect(page).toHaveURL(/\/two-step$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.admin_factor_title());
  await scanBoth(page, scan);
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/two-step$/);
  await page.getByRole("button", { name: words.admin_factor_send() }).click();
  await expect(page.getByRole("main")).toContainText(words.admin_factor_sent({ email: admin.email }));
  const [letter] = await emails({ recipient: admin.email, kind: "magiclink" });
  const link = /https?:\/\/\S+/.exec(letter?.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page).toHaveURL(/\/two-step$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.admin_factor_title());
});
