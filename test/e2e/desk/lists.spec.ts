import type { AdminCar } from "#contract/admin/cars.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, test, ways } from "../fixtures.ts";
import { placeOrder } from "../people.ts";

test.beforeEach(() => test.slow());

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a new order joins the open list of orders automatically", async ({ page, words, request, car }) => {
    await page.clock.install();
    const looked = page.waitForResponse(/\/api\/admin\/orders\?.*limit=20/);
    await openAsAdmin(page, "/admin/order-management");
    await looked;
    const order = await placeOrder(request, car, `joins.${crypto.randomUUID().slice(0, 8)}@mail.example`);
    const row = page.getByRole("row").filter({ hasText: order.orderNumber });
    await expect(row).toHaveCount(0);
    await page.clock.fastForward(31_000);
    await expect(row).toBeVisible();

    // A small screen has no column heads to press: one select chooses the order.
    await page.getByLabel(words.admin_sort_by()).selectOption("total desc");
    await expect(page).toHaveURL(/sort=total&direction=desc/);
    await expect(page.locator('th[aria-sort="descending"]')).toContainText(words.admin_orders_column_total());
    await page.getByLabel(words.admin_orders_attention(), { exact: true }).selectOption("without_car");
    await expect(page).toHaveURL(/attention=without_car/);
  });
});

test.describe("en, 1280 pixels", () => {
  test.use({ language: "en", viewport: { width: 1280, height: 900 } });

  test("every status in the list of orders is shown in full", async ({ page, request, car }) => {
    await placeOrder(request, car, `wide.${crypto.randomUUID().slice(0, 8)}@mail.example`);
    await openAsAdmin(page, "/admin/order-management");
    const cut = await page
      .getByRole("row")
      .getByRole("combobox")
      .first()
      .evaluate((status) => {
        const shown = status.getBoundingClientRect().width;
        status.style.maxWidth = "none";
        return status.getBoundingClientRect().width - shown;
      });
    expect(cut).toBe(0);
  });
});

test.describe("en, every width", () => {
  test.use({ language: "en" });

  test("the Contact Us link is readable at every width, in the back office too", async ({ page, words }) => {
    await openAsAdmin(page, "/admin/order-management");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    for (const path of ["/admin/order-management", "/cars"]) {
      if (path === "/cars") await page.goto(path);
      for (const width of [360, 768, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const contact = page.locator("a.contact");
        await expect(contact, `${path} at ${width}`).toBeVisible();
        const looks = await contact.evaluate((link) => {
          const box = link.getBoundingClientRect();
          const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return {
            isWhole: box.x >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
            isOnTop: link.contains(middle),
            isLegible: Number.parseFloat(getComputedStyle(link).fontSize) >= 12,
            isCut: link.scrollWidth > link.clientWidth + 1 || link.scrollHeight > link.clientHeight + 1,
          };
        });
        expect(looks, `${path} at ${width}`).toEqual({
          isWhole: true,
          isOnTop: true,
          isLegible: true,
          isCut: false,
        });
        await expect(contact).toContainText(words.layout_nav_contact());
      }
    }
  });
});

test.describe("zh, desktop", () => {
  test.use(ways["zh, desktop"]);

  test("unsaved changes to a car are not lost by leaving, and saving returns to the same list", async ({
    page,
    words,
    request,
    scan,
  }) => {
    const [car] = (await (await request.get("/api/cars?q=honda&limit=1")).json()) as AdminCar[];
    await openAsAdmin(page, "/admin/manage-cars?q=honda");
    await page
      .getByRole("link", { name: words.admin_cars_edit_label({ name: car?.name ?? "" }) })
      .first()
      .click();
    const insurance = page.getByLabel(words.admin_car_insurance(), { exact: true });
    await insurance.fill(`Mutual ${crypto.randomUUID().slice(0, 4)}`);
    await page.getByRole("link", { name: words.admin_cancel() }).click();
    const asked = page.getByRole("alertdialog", { name: words.admin_unsaved_title() });
    await expect(asked).toBeVisible();
    await scan();
    await asked.getByRole("button", { name: words.admin_cancel() }).click();
    await expect(insurance).toHaveValue(/^Mutual /);
    await page.getByRole("button", { name: words.admin_car_save() }).click();
    await expect(page).toHaveURL("/admin/manage-cars?q=honda");
  });

  test("a file imported by mistake can be undone", async ({ page, words, request }) => {
    const id = crypto.randomUUID().slice(0, 8);
    const rows = [
      "name,brand,model,year,category,monthlyPrice,city,state",
      `Mistake ${id},Kia,Niro,2023,SUV,719.00,Fremont,CA`,
    ];
    await openAsAdmin(page, "/admin/upload");
    await page.locator("#csv-file").setInputFiles({
      name: `mistake-${id}.csv`,
      mimeType: "text/csv",
      buffer: Buffer.from(rows.join("\n")),
    });
    await page
      .getByRole("region", { name: words.admin_upload_csv_title() })
      .getByRole("button", { name: words.admin_upload_check() })
      .click();
    await page.getByRole("button", { name: words.admin_upload_import({ count: 1 }) }).click();
    const row = page.getByRole("row").filter({ hasText: `mistake-${id}.csv` });
    const ofImport = page.getByLabel(words.admin_zip_import(), { exact: true });
    await expect(ofImport).toContainText(`mistake-${id}.csv`);
    const undo = row.getByRole("button", { name: words.admin_imports_undo() });
    await undo.click();
    await page.getByRole("alertdialog").getByRole("button", { name: words.admin_imports_undo() }).click();
    await expect(undo).toHaveCount(0);
    await expect(ofImport).not.toContainText(`mistake-${id}.csv`);
    expect((await (await request.get(`/api/cars?q=${id}`)).json()) as AdminCar[]).toEqual([]);
    const remove = row.getByRole("button");
    await expect(remove).toHaveCount(1);
    await remove.click();
    await page.getByRole("alertdialog").getByRole("button", { name: words.admin_imports_remove() }).click();
    await expect(row).toHaveCount(0);
  });
});
