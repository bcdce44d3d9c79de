import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { AdminCar } from "#contract/admin/cars.ts";
import { openAsAdmin, openAsCustomer } from "../admins.ts";
import { expect, test, ways } from "../fixtures.ts";

const header = "name,brand,model,year,category,monthlyPrice,city,state,plateNumber";
// Long walks with a scan at every stop: a slow machine may take its time.
test.beforeEach(() => test.slow());

const unique = () => crypto.randomUUID().slice(0, 8);

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("an administrator lists and searches the fleet, and adds, edits and deletes a car", async ({
    page,
    words,
    scan,
  }) => {
    const name = `Kia Niro ${unique()}`;
    await openAsAdmin(page, "/admin/manage-cars");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.admin_cars_title());
    await expect(page.getByRole("row")).not.toHaveCount(0);
    await scan();

    await page.getByRole("link", { name: words.admin_cars_add() }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.admin_car_add_title());
    await scan();
    await page.getByRole("button", { name: words.admin_car_add(), exact: true }).click();
    await expect(page.getByLabel(words.admin_car_name(), { exact: true })).toBeFocused();
    await page.getByLabel(words.admin_car_name(), { exact: true }).fill(name);
    await page.getByLabel(words.admin_car_brand(), { exact: true }).fill("Kia");
    await page.getByLabel(words.admin_car_model(), { exact: true }).fill("Niro");
    await page.getByLabel(words.admin_car_year(), { exact: true }).fill("2024");
    await page.getByLabel(words.admin_cars_category(), { exact: true }).selectOption("SUV");
    await page
      .getByLabel(words.admin_car_body(), { exact: true })
      .selectOption({ label: words.cars_body_suv_small() });
    await page.getByLabel(words.admin_car_price(), { exact: true }).fill("719.5");
    await page.getByLabel(words.admin_car_city(), { exact: true }).fill("Fremont");
    // The picture has its own colour: equal pictures are stored as one, and another journey deletes its picture.
    const image = {
      name: "front.jpg",
      mimeType: "image/jpeg",
      buffer: await sharp({
        create: { width: 900, height: 600, channels: 3, background: `#${unique().slice(0, 6)}` },
      })
        .jpeg()
        .toBuffer(),
    };
    const notes = { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("not a picture") };
    await page.locator("#car-pictures").setInputFiles([image, notes]);
    await expect(page.getByRole("radio", { name: words.admin_image_main() })).toBeChecked();
    await expect(
      page.getByText(words.admin_image_error({ file: "notes.jpg", reason: words.admin_image_error_type() })),
    ).toBeVisible();
    await page.getByLabel(words.admin_image_text()).fill("The front, in the sun");
    await scan();
    await page.getByRole("button", { name: words.admin_car_add(), exact: true }).click();
    await expect(page).toHaveURL("/admin/manage-cars");

    await page.getByRole("searchbox").fill(name);
    await page.getByRole("searchbox").press("Enter");
    const row = page.getByRole("row").filter({ hasText: name });
    await row.getByRole("button", { name: words.admin_cars_offer_label({ name }) }).click();
    await expect(row.getByRole("button", { name: words.admin_cars_withdraw_label({ name }) })).toBeVisible();
    await row.getByRole("link", { name: words.admin_cars_edit_label({ name }) }).click();
    await expect(page.getByLabel(words.admin_car_price(), { exact: true })).toHaveValue("719.50");
    await expect(page.getByLabel(words.admin_image_text())).toHaveValue("The front, in the sun");
    await scan();
    await page.getByRole("link", { name: words.admin_cancel() }).click();

    await page.getByRole("searchbox").fill(name);
    await page.getByRole("searchbox").press("Enter");
    await row.getByRole("button", { name: words.admin_cars_delete_label({ name }) }).click();
    await expect(page.getByRole("alertdialog")).toContainText(words.admin_cars_delete_text({ name }));
    await scan();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(row).toBeVisible();
    await row.getByRole("button", { name: words.admin_cars_delete_label({ name }) }).press("Enter");
    await page.getByRole("button", { name: words.admin_cars_delete(), exact: true }).press("Enter");
    await expect(page.getByText(words.admin_cars_none())).toBeVisible();
  });
});

test.describe("zh, desktop", () => {
  test.use(ways["zh, desktop"]);

  test("a file of cars is checked, then imported", async ({ page, words, scan, request }) => {
    const id = unique();
    const rows = Array.from(
      { length: 8 },
      (_, n) => `Import ${id} ${n},Ford,Escape,${n === 3 ? 1885 : 2020},SUV,749.00,Fremont,CA,${id}${n}`,
    );
    await openAsAdmin(page, "/admin/upload");
    await page
      .getByRole("region", { name: words.admin_upload_csv_title() })
      .getByRole("button", { name: words.admin_upload_check() })
      .click();
    await expect(page.getByRole("alert").filter({ hasText: words.admin_upload_none() })).toBeVisible();
    await page
      .locator("#csv-file")
      .setInputFiles({ name: "cars.xlsx", mimeType: "application/zip", buffer: Buffer.from("x") });
    await expect(page.getByRole("alert").filter({ hasText: words.admin_upload_kind() })).toBeVisible();
    await page.locator("#csv-file").setInputFiles({
      name: "cars.csv",
      mimeType: "text/csv",
      buffer: Buffer.from([header, ...rows].join("\n")),
    });
    await page
      .getByRole("region", { name: words.admin_upload_csv_title() })
      .getByRole("button", { name: words.admin_upload_check() })
      .click();
    await expect(
      page.getByText(words.admin_error_cell({ row: 5, column: "year", what: "" }).trim(), {
        exact: false,
      }),
    ).toBeVisible();
    await expect(page.getByText(/1990 到 \d{4} 之间的整数/)).toBeVisible();
    await scan();
    const search = async () => ((await (await request.get(`/api/cars?q=${id}`)).json()) as AdminCar[]).length;
    expect(await search()).toBe(0);
    await page.getByRole("button", { name: words.admin_upload_import({ count: 7 }) }).click();
    await expect(
      page.getByText(words.admin_upload_done_text({ added: 7, updated: 0, errors: 1 })),
    ).toBeVisible();
    await expect.poll(search).toBe(7);
    await scan();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: words.admin_upload_error_file() }).click();
    const saved = await (await saving).path();
    const [head, first] = (await readFile(saved, "utf8")).replace("\ufeff", "").split("\r\n");
    expect(head).toBe(`${words.admin_upload_row()},${words.admin_upload_reason()}`);
    expect(first).toMatch(/^5,.*1990 到 \d{4} 之间的整数/);
  });
});

test("the second of two administrators who edit one car sees the first one's changes and loses nothing", async ({
  page,
  words,
  request,
  allow,
}) => {
  allow(/412/);
  const [car] = (await (await request.get("/api/cars?limit=1&sort=price-high")).json()) as AdminCar[];
  await openAsAdmin(page, `/admin/edit-car/${car?.id}`);
  await page.getByLabel(words.admin_car_insurance(), { exact: true }).fill("Mine Mutual");
  await page.evaluate(async (id) => {
    const { access_token } = JSON.parse(localStorage.getItem("longbay-auth") ?? "{}") as {
      access_token: string;
    };
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const address = `/api/admin/cars/${id}`;
    const now = (await (await fetch(address, { headers })).json()) as Record<string, unknown>;
    await fetch(address, { method: "PUT", headers, body: JSON.stringify({ ...now, trim: "Theirs" }) });
    await fetch(`${address}/availability`, {
      method: "PATCH",
      headers,
      body: JSON.stringify({ available: false }),
    });
  }, car?.id);
  await page.getByRole("button", { name: words.admin_car_save() }).click();
  const field = (name: string) => page.getByRole("alert").getByRole("group", { name });
  const theirs = (name: string, value: string) =>
    field(name).getByRole("radio", { name: `${words.admin_car_stale_side_theirs()} ${value}` });
  const mine = (name: string, value: string) =>
    field(name).getByRole("radio", { name: `${words.admin_car_stale_side_mine()} ${value}` });
  // A field that only one of the two people changed has that person's value; either value can be chosen.
  await expect(theirs(words.admin_car_trim(), "Theirs")).toBeChecked();
  await expect(theirs(words.admin_car_available(), words.admin_car_no())).toBeChecked();
  await expect(mine(words.admin_car_insurance(), "Mine Mutual")).toBeChecked();
  await mine(words.admin_car_available(), words.admin_car_yes()).check();
  await expect(page.getByLabel(words.admin_car_insurance(), { exact: true })).toHaveValue("Mine Mutual");
  await page.getByRole("button", { name: words.admin_car_stale_save() }).click();
  await expect(page).toHaveURL("/admin/manage-cars");
  const saved = (await (await request.get(`/api/cars/${car?.id}`)).json()) as AdminCar;
  expect([saved.trim, saved.available]).toEqual(["Theirs", true]);
});

test("an unknown car has its own page, and a customer is denied the fleet", async ({
  page,
  words,
  allow,
  scan,
  anotherVisitor,
}) => {
  allow(/404/);
  await openAsAdmin(page, `/admin/edit-car/${crypto.randomUUID()}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.admin_car_missing_title());
  await scan();
  const customer = await anotherVisitor();
  await openAsCustomer(customer, "/admin/manage-cars");
  await expect(customer.getByRole("heading", { level: 1 })).toHaveText(words.admin_denied_title());
});
