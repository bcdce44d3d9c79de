import { expect, scanBoth, test, ways } from "../fixtures.ts";
import { newHost } from "../hosts.ts";
import { openSession } from "../people.ts";

const account = { routing: "121000358", number: "000123456789" };

for (const way of ["en, phone", "zh, desktop"] as const)
  test.describe(way, () => {
    test.use(ways[way]);

    test("a host adds a bank account with the password and loses nothing that was typed", async ({
      language,
      page,
      words,
      request,
      scan,
      allow,
    }) => {
      allow(/payout-details/);
      allow(/grant_type=password/);
      const { host } = await newHost(request);
      await openSession(page, host);
      await page.goto(`/host/payouts?lang=${language}`, { waitUntil: "load" });
      await expect(page.getByText(words.payouts_account_none())).toBeVisible();
      await page.getByRole("button", { name: words.payouts_account_add() }).click();

      await page.getByLabel(words.payouts_holder(), { exact: true }).fill("Ana Pérez");
      await page.getByLabel(words.payouts_bank(), { exact: true }).fill("Bay Credit Union");
      await page.getByLabel(words.payouts_address()).fill("1 Main St\nFremont, CA 94536");
      await page.getByLabel(words.payouts_routing()).fill("121000359");
      await page.getByLabel(words.payouts_account_number()).fill(account.number);
      await page.getByRole("button", { name: words.payouts_save() }).click();
      await expect(page.getByText(words.payouts_wrong_routing())).toBeVisible();
      await page.getByLabel(words.payouts_routing()).fill(account.routing);

      // The server answers as after ten minutes on the page.
      let refusals = 1;
      await page.route("**/api/host/payout-details", async (route) => {
        if (route.request().method() !== "PUT" || refusals-- <= 0) return route.fallback();
        const message = "Please confirm your password to do this.";
        await route.fulfill({ status: 403, json: { code: "sign_in_again", message, error: message } });
      });
      await page.getByRole("button", { name: words.payouts_save() }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      await scanBoth(page, scan);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(page.getByLabel(words.payouts_holder(), { exact: true })).toHaveValue("Ana Pérez");

      refusals = 1;
      await page.getByRole("button", { name: words.payouts_save() }).click();
      const password = dialog.getByLabel(words.session_fresh_password({ email: host.email }));
      await password.fill("not my password");
      await dialog.getByRole("button", { name: words.session_fresh_confirm() }).click();
      await expect(dialog.getByText(words.session_failure_invalid_credentials())).toBeVisible();
      await password.fill(host.password);
      await dialog.getByRole("button", { name: words.session_fresh_confirm() }).click();
      await expect(page.getByText(words.payouts_account_ending({ lastFour: "6789" }))).toBeVisible();
      await expect(dialog).toBeHidden();
      await scanBoth(page, scan);

      await page.reload({ waitUntil: "load" });
      await expect(page.getByText(words.payouts_account_ending({ lastFour: "6789" }))).toBeVisible();
      expect(await page.content()).not.toContain(account.number);
    });
  });
