import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways } from "../fixtures.ts";
import { callsOf, confirmedPerson, placeOrder } from "../people.ts";

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("an administrator finds an order's entry in the audit trail and saves it as a file", async ({
    page,
    words,
    request,
    scan,
    car,
  }) => {
    const person = await confirmedPerson(request);
    const { orderNumber } = await placeOrder(request, car, person.email, 40, await callsOf(request, person));
    await openAsAdmin(page, "/admin/audit");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.audit_title());
    await scanBoth(page, scan);
    await page.getByRole("textbox", { name: words.audit_thing(), exact: true }).fill(orderNumber);
    await page.getByLabel(words.audit_kind(), { exact: true }).selectOption("order");
    await page.getByRole("button", { name: words.audit_search() }).click();
    await expect(page).toHaveURL(new RegExp(`thing=${orderNumber}&entity=order`));
    await expect(page.locator("main table tbody tr").first()).toContainText(
      words.audit_of({ name: orderNumber, what: words.admin_orders_was_placed() }),
    );
    // In this browser nobody can choose a place for the file.
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: words.audit_export() }).click();
    expect((await saving).suggestedFilename()).toMatch(/^audit_.*\.csv$/);
    await page.getByRole("button", { name: words.audit_clear() }).click();
    await expect(page).toHaveURL(/\/admin\/audit$/);
  });
});
