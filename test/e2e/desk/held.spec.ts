import { cpSync } from "node:fs";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { holdRestored } from "#server/hold/keep-hold.ts";
import { type Product, startDemonstration, stockedVariable, temporaryFolder } from "#test/product.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test as base, ways } from "../fixtures.ts";
import { demoPassword } from "../start-product.ts";

const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- what a fixture needs of others is read from here
    async ({}, provide) => {
      const folder = temporaryFolder();
      cpSync(process.env[stockedVariable] ?? "", folder.path, { recursive: true });
      // The state right after a backup was restored.
      const database = await openDatabase(readConfig({ DATA_DIR: folder.path }));
      const at = new Date().toISOString();
      await holdRestored(database.rows, { takenAt: at, restoredAt: at });
      await database.close();
      const product = await startDemonstration({
        DATA_DIR: folder.path,
        DEMO_PASSWORD: demoPassword,
        ADMIN_SECOND_FACTOR: "off",
      });
      await provide(product);
      await product.stop();
      folder.remove();
    },
    { scope: "worker" },
  ],
  baseURL: ({ product }, provide) => provide(product.address),
});

test.use(ways["zh, phone"]);

test("an administrator releases a restored installation", async ({ page, words, scan, emails }) => {
  await openAsAdmin(page, "/admin/dashboard");
  await expect(page.getByRole("main")).toContainText(words.admin_held_text());
  await scanBoth(page, scan);
  await page.getByRole("button", { name: words.admin_held_release() }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(words.admin_held_release_text());
  await scan();
  await dialog.getByRole("button", { name: words.admin_held_release() }).click();
  await expect(page.locator(".toast")).toContainText(words.admin_held_released());
  await expect(page.getByRole("main")).not.toContainText(words.admin_held_text());
  await page.goto("/admin/audit?entity=permission");
  await expect(page.locator("main table")).toContainText(words.audit_permission_released());
  expect(await emails({ kind: "signup" })).toEqual([]);
});
