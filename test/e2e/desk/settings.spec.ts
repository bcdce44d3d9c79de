import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways } from "../fixtures.ts";

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("an administrator changes the business's phone and taxes, and the next page of any visitor shows them", async ({
    page,
    words,
    scan,
    wake,
    allow,
    anotherVisitor,
  }) => {
    // A wrong setting is refused, and the browser writes that to its console.
    allow(/\b422\b/);
    const visitor = await anotherVisitor();
    await visitor.goto("/faq");
    const hours = visitor.getByRole("contentinfo").getByRole("list").first();
    const before = await hours.innerText();
    await openAsAdmin(page, "/admin/settings");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.settings_title());
    const save = page.getByRole("button", { name: words.settings_save() });

    await page.getByLabel(words.settings_name_contactPhone()).fill("ask us");
    await save.click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(words.settings_wrong_phone());
    await scanBoth(page, scan);
    await page.getByLabel(words.settings_name_contactPhone()).fill("+1 415 555 0177");
    await page.getByRole("button", { name: words.settings_tax_add() }).click();
    const tax = page.getByRole("group", { name: words.settings_tax_number({ number: 1 }) });
    await tax.getByLabel(words.settings_tax_name(), { exact: true }).fill("Harbor tax");
    await tax.getByLabel(words.settings_tax_percent()).fill("1.5");
    await tax.getByLabel(words.settings_tax_from()).fill("2026-01-01");
    // The tax is on nothing that other journeys pay.
    await tax.getByLabel(words.settings_tax_on_rental()).uncheck();
    await tax.getByLabel(words.settings_tax_on_tolls()).check();
    await page.getByLabel(words.settings_name_businessHours()).fill("Mon-Fri 6-21, Sat 9-18, Sun 10-16");
    await scan();
    await save.click();
    await expect(page.locator(".toast")).toContainText(words.settings_saved());
    // A visitor who had the site open before sees the change on the next page that they open.
    await wake(visitor);
    await visitor
      .getByRole("contentinfo")
      .getByRole("link", { name: words.layout_nav_contact() })
      .first()
      .click();
    await expect(visitor.getByRole("main")).toContainText("+1 415 555 0177");
    await expect(hours).not.toHaveText(before);

    await page.reload();
    await expect(page.getByLabel(words.settings_name_contactPhone())).toHaveValue("+1 415 555 0177");
    await expect(tax.getByLabel(words.settings_tax_percent())).toHaveValue("1.5");
    await tax.getByRole("button", { name: words.settings_tax_remove({ number: 1 }) }).click();
    await page.getByLabel(words.settings_name_contactPhone()).fill("");
    await page.getByLabel(words.settings_name_businessHours()).fill("");
    await save.click();
    await expect(page.locator(".toast")).toContainText(words.settings_saved());
    await expect(page.getByLabel(words.settings_name_contactPhone())).toHaveValue("");
  });
});
