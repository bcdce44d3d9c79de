import { admin, openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways } from "../fixtures.ts";

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a new business sees its first steps, and an administrator sends a test email", async ({
    page,
    words,
    scan,
    emails,
  }) => {
    await openAsAdmin(page, "/admin/dashboard");
    const list = page.getByRole("region", { name: words.admin_first_title() });
    await expect(list).toContainText(words.admin_first_no_server());
    await scanBoth(page, scan);
    await list.getByRole("button", { name: words.admin_first_test_email() }).click();
    await expect(page.locator(".toast")).toContainText(words.admin_first_written());
    await expect
      .poll(async () => (await emails({ recipient: admin.email, kind: "test_email" })).length)
      .toBeGreaterThan(0);
    await list.getByRole("link", { name: words.admin_first_name() }).click();
    await expect(page).toHaveURL(/\/admin\/settings/);
    await expect(page.getByRole("heading", { level: 2, name: words.settings_who() })).toBeVisible();
  });
});
