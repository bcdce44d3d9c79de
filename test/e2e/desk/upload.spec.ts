import sharp from "sharp";
import type { AdminCar } from "#contract/admin/cars.ts";
import { photoOf, zipOf } from "#test/archives.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, test, ways } from "../fixtures.ts";

// Long walks with a scan at every stop: a slow machine may take its time.
test.beforeEach(() => test.slow());

const header = "name,brand,model,year,category,monthlyPrice,city,state,plateNumber";
const unique = () => crypto.randomUUID().slice(0, 8);
const numberOf = (id: string) => Number.parseInt(id, 16) % 1_000_000;

/**
 * Makes a large photograph of many colours, each one different. The tests of a first visit ask the browser for the
 * largest painted picture, and a browser leaves out pictures of one colour.
 */
const variedPhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 24,
      height: 16,
      channels: 3,
      background: "grey",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .resize(2400, 1600)
    .jpeg()
    .toBuffer();

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a ZIP of pictures is checked, then added to the cars of an import", async ({
    page,
    words,
    scan,
    request,
  }) => {
    const id = unique();
    const file = `cars-${id}.csv`;
    const cars = Array.from(
      { length: 12 },
      (_, n) => `Zip ${id} ${n},Ford,Escape,2020,SUV,749.00,Fremont,CA,${id}${n}`,
    );
    await openAsAdmin(page, "/admin/upload");
    await page.locator("#csv-file").setInputFiles({
      name: file,
      mimeType: "text/csv",
      buffer: Buffer.from([header, ...cars].join("\n")),
    });
    await page.getByRole("button", { name: words.admin_upload_check() }).first().click();
    await page.getByRole("button", { name: words.admin_upload_import({ count: 12 }) }).click();
    await expect(
      page.getByText(words.admin_upload_done_text({ added: 12, updated: 0, errors: 0 })),
    ).toBeVisible();

    const card = page.getByRole("region", { name: words.admin_zip_title() });
    const check = card.getByRole("button", { name: words.admin_upload_check() });
    await check.click();
    await expect(card.getByRole("alert").filter({ hasText: words.admin_zip_kind() })).toBeVisible();
    await page
      .locator("#zip-file")
      .setInputFiles({ name: "photos.rar", mimeType: "application/x-rar", buffer: Buffer.from("x") });
    await expect(card.getByRole("alert").filter({ hasText: words.admin_zip_kind() })).toBeVisible();

    const photos: Record<string, Buffer | string> = {};
    for (let row = 2; row < 14; row++) photos[`photos/${row}/front.jpg`] = await photoOf(numberOf(id) + row);
    photos["photos/2/side.jpg"] = await photoOf(numberOf(id) + 50);
    for (const wrong of ["notes.txt", "2/notes.txt", "2/more/a.jpg", "1/a.jpg", "900/a.jpg", "0/a.jpg"])
      photos[`photos/${wrong}`] = "x";
    const zip = {
      name: "photos.zip",
      mimeType: "application/x-zip-compressed",
      buffer: await zipOf(photos),
    };
    await page.locator("#zip-file").setInputFiles(zip);
    // Another journey may have imported since, but these rows belong to this journey's file.
    await card
      .getByRole("combobox")
      .selectOption({ label: await card.getByRole("option").filter({ hasText: file }).innerText() });
    await check.press("Enter");
    await expect(card.getByRole("rowheader", { name: `Zip ${id} 11` })).toBeVisible();
    await expect(
      card.getByText(words.admin_image_error({ file: "900/", reason: words.admin_image_error_no_car() })),
    ).toBeVisible();
    await scan();
    const imageStore = async () => {
      const found = (await (await request.get(`/api/cars?q=${id}&limit=20`)).json()) as AdminCar[];
      return found
        .map(({ images }) => images.filter((image) => image.includes("/p-")).length)
        .toSorted((a, b) => a - b);
    };
    expect(new Set(await imageStore())).toEqual(new Set([0]));

    await card.getByRole("button", { name: words.admin_zip_add({ count: 13 }) }).press("Enter");
    await expect(card.getByText(words.admin_zip_done())).toBeVisible();
    await expect(card.getByRole("status")).toBeFocused();
    expect(await imageStore()).toEqual([...Array.from({ length: 11 }, () => 1), 2]);
    const rest = card.getByText(`Zip ${id} 11`, { exact: true });
    await expect(rest).toBeHidden();
    await card.getByText(words.admin_zip_more({ count: 2 })).press("Enter");
    await expect(rest).toBeVisible();
    await card.getByText(words.admin_zip_more({ count: 1 })).press("Enter");
    await scan();
  });
});

test("an unreadable archive shows an error, and a stopped upload continues when it is sent again", async ({
  page,
  words,
  allow,
}) => {
  allow(/422/);
  await openAsAdmin(page, "/admin/upload");
  const card = page.getByRole("region", { name: words.admin_zip_title() });
  const check = card.getByRole("button", { name: words.admin_upload_check() });
  await page.locator("#zip-file").setInputFiles({
    name: "photos.zip",
    mimeType: "application/zip",
    buffer: Buffer.from("not an archive"),
  });
  await check.click();
  await expect(card.getByRole("alert")).toHaveText(words.admin_file_error_zip_broken());
  await expect(page.getByText(words.admin_zip_failed(), { exact: true })).toBeVisible();

  const photos: Record<string, Buffer> = {};
  for (let row = 2; row < 42; row++) photos[`${row}/front.jpg`] = await variedPhoto();
  // The demonstration's own import is the oldest.
  await card.getByRole("combobox").selectOption({ index: (await card.getByRole("option").count()) - 1 });
  await page
    .locator("#zip-file")
    .setInputFiles({ name: "photos.zip", mimeType: "application/zip", buffer: await zipOf(photos) });
  await check.click();
  const add = card.getByRole("button", { name: words.admin_zip_add({ count: 40 }) });
  await add.click();
  await expect(card.getByText(words.admin_zip_working())).toBeVisible();
  await card.getByRole("button", { name: words.admin_upload_stop() }).click();
  await expect(card.getByRole("alert")).toHaveText(words.admin_zip_stopped());
});

test("a failed network is distinguished from a refused archive", async ({ page, words, allow }) => {
  allow(/ERR_FAILED|Failed to load/);
  await openAsAdmin(page, "/admin/upload");
  const card = page.getByRole("region", { name: words.admin_zip_title() });
  await page.route("**/api/admin/upload-images*", (route) => route.abort());
  await page.locator("#zip-file").setInputFiles({
    name: "photos.zip",
    mimeType: "application/zip",
    buffer: await zipOf({ "2/a.jpg": "x" }),
  });
  await card.getByRole("button", { name: words.admin_upload_check() }).click();
  await expect(card.getByRole("alert")).toHaveText(words.admin_zip_failed_text());
  await expect(page.getByText(words.admin_upload_network(), { exact: true })).toBeVisible();
});
