import { addMonths, dateInLosAngeles } from "#domain/dates.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, test, ways, waysOf } from "../fixtures.ts";

// A walk with a scan at every stop: a slow machine may take its time.
test.beforeEach(() => test.slow());

const cars = "name,brand,model,year,category,monthlyPrice,city,state,plateNumber";
const rentals = "plateNumber,customerName,customerEmail,pickupDate,returnDate,monthlyPrice,payments,balance";

for (const way of waysOf("en, phone", "zh, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("rentals from old books are compared, moved in and undone", async ({ page, words, scan }) => {
      const id = crypto.randomUUID().slice(0, 6).toUpperCase();
      const plates = [`${id}A`, `${id}B`];
      const began = addMonths(dateInLosAngeles(Date.now()), -1);
      const file = (name: string, lines: string[]) => ({
        name,
        mimeType: "text/csv",
        buffer: Buffer.from(lines.join("\n")),
      });
      await openAsAdmin(page, "/admin/upload");
      const rows = plates.map((plate) => `Moved ${plate},Ford,Escape,2020,SUV,749.00,Fremont,CA,${plate}`);
      await page.locator("#csv-file").setInputFiles(file(`cars-${id}.csv`, [cars, ...rows]));
      await page.getByRole("button", { name: words.admin_upload_check() }).first().click();
      await page.getByRole("button", { name: words.admin_upload_import({ count: 2 }) }).click();
      await expect(
        page.getByText(words.admin_upload_done_text({ added: 2, updated: 0, errors: 0 })),
      ).toBeVisible();

      await page.getByRole("link", { name: words.moving_open() }).click();
      await expect(page.getByRole("heading", { level: 1, name: words.moving_title() })).toBeVisible();
      await scan();
      const end = addMonths(began, 3);
      const name = `books-${id}.csv`;
      await page
        .locator("#rentals-file")
        .setInputFiles(
          file(name, [
            rentals,
            `${plates[0]},Nguyễn Văn An,an-${id}@example.com,${began},${end},1450.00,${began} 1450.00,1450.00`,
            `${plates[1]},陈昊,hao-${id}@example.com,${began},${end},1019.00,,0.00`,
          ]),
        );
      const card = page.getByRole("region", { name: words.moving_file_title() });
      await card.getByRole("button", { name: words.admin_upload_check() }).click();
      await expect(
        card.getByText(words.admin_error_balance_differs({ given: "0.00", ours: "2038.00" })),
      ).toBeVisible();
      await expect(card.getByRole("row", { name: /Nguyễn Văn An/ })).toContainText("1,450.00");
      await scan();
      await card.getByRole("button", { name: words.moving_move({ count: 1 }) }).click();
      await expect(card.getByText(words.moving_done_text({ added: 1, errors: 1 }))).toBeVisible();

      const moves = page.getByRole("region", { name: words.moving_moves_title() });
      await moves
        .getByRole("row", { name: new RegExp(name) })
        .getByRole("button")
        .click();
      await scan();
      await page.getByRole("alertdialog").getByRole("button", { name: words.admin_imports_undo() }).click();
      await expect(page.getByText(words.moving_undone_text({ removed: 1 }))).toBeVisible();
      await expect(moves.getByRole("row", { name: new RegExp(name) }).getByRole("button")).toHaveCount(0);
    });
  });
