import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";
import type { AdminCar } from "#contract/admin/cars.ts";
import { hashOfContent } from "#server/media/storage/manifest.ts";
import { type Product, startProduct, temporaryFolder } from "#test/product.ts";
import { startS3, startTroubled, type Trouble } from "#test/stand-ins/s3.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, test as base, ways } from "../fixtures.ts";
import { demoPassword } from "../start-product.ts";

type ProductWithStorage = { product: Product; setTrouble: (trouble: Trouble) => void };

/** A product for this worker alone whose pictures may live in a storage, and the storage's failures. */
const withStorage = base.extend<object, { stored: ProductWithStorage }>({
  stored: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the pattern
    async ({}, provide) => {
      const folder = temporaryFolder();
      const s3 = await startS3();
      let trouble: Trouble = () => false;
      const before = await startTroubled(s3.address, (request, response) => trouble(request, response));
      const env = {
        DATABASE_URL: "",
        PUBLIC_URL: "",
        SMTP_URL: "",
        HOST: "127.0.0.1",
        DEMO: "on",
        DEMO_PASSWORD: demoPassword,
      };
      const product = await startProduct({ ...env, DATA_DIR: folder.path, STORAGE_URL: before.url });
      await provide({ product, setTrouble: (next) => (trouble = next) });
      await product.stop();
      await Promise.all([before.close(), s3.close()]);
      folder.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ stored }, provide) => provide(stored.product.address),
});

let shade = 0;

/**
 * A car with this many pictures, uploaded before there was a storage. Returns the car and the pictures' addresses.
 */
async function carWithImages(
  request: APIRequestContext,
  dataDir: string,
  count: number,
): Promise<{ car: AdminCar; images: string[] }> {
  const images: string[] = [];
  for (let i = 0; i < count; i++) {
    const background = { r: ++shade % 256, g: process.pid % 256, b: (Date.now() >> 4) % 256 };
    const content = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .webp()
      .toBuffer();
    const name = `p-${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}-900x600`;
    await writeFile(join(dataDir, "pictures", "masters", `${name}.webp`), content);
    images.push(`/api/images/cars/${name}.${hashOfContent(content)}.webp`);
  }
  const signedIn = await request.post("/api/auth/login", {
    data: { email: "admin@longbay.example", password: demoPassword },
  });
  expect(signedIn.status()).toBe(200);
  const name = `Kia Niro ${crypto.randomUUID().slice(0, 8)}`;
  const data = {
    name,
    brand: "Kia",
    model: "Niro",
    year: 2024,
    category: "SUV",
    monthlyPrice: "700.00",
    city: "Fremont",
    state: "CA",
    images,
  };
  const added = await request.post("/api/admin/cars", { data });
  expect(added.status(), await added.text()).toBe(201);
  return { car: (await added.json()) as AdminCar, images };
}

base.describe("en, desktop", () => {
  base.use(ways["en, desktop"]);

  base(
    "without a storage the screen says how to set one up, and offers nothing that would not work",
    async ({ page, words, scan }) => {
      await openAsAdmin(page, "/admin/cloud-storage");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.admin_storage_title());
      await expect(page.getByRole("heading", { name: words.admin_storage_unset_title() })).toBeVisible();
      await expect(page.getByText("STORAGE_URL=s3://KEY:SECRET@BUCKET")).toBeVisible();
      await expect(page.getByRole("region", { name: words.admin_storage_here() })).toContainText(
        words.admin_storage_images(),
      );
      await expect(page.getByRole("main").getByRole("button")).toHaveText([words.admin_refresh()]);
      await scan();
    },
  );
});

withStorage.describe("zh, phone", () => {
  withStorage.use(ways["zh, phone"]);

  withStorage(
    "pictures are moved to the cloud, with real progress, and shown from there",
    async ({ page, words, scan, request, stored, allow }) => {
      withStorage.slow();
      const { car, images } = await carWithImages(request, stored.product.dataDir, 3);
      await openAsAdmin(page, "/admin/cloud-storage");
      const there = page.getByRole("region", { name: words.admin_storage_there() });
      await expect(there).toContainText("longbay-test");
      await expect(there).toContainText(words.admin_backend_well());
      const button = page.getByRole("button", { name: words.admin_storage_upload({ count: 3 }) });
      await scan();

      // The answer is lost on the way.
      await page.route("**/api/admin/upload-to-cloud**", (route) => route.abort("connectionreset"));
      allow(/ERR_CONNECTION_RESET/);
      await button.press("Enter");
      await expect(page.locator(".notice").getByText(words.admin_storage_lost())).toBeVisible();
      await page.unroute("**/api/admin/upload-to-cloud**");

      // The storage fails after half of the pictures.
      let taken = 0;
      stored.setTrouble((request, response) => {
        if (request.method !== "PUT" || ++taken <= 1) return false;
        response.writeHead(503).end();
        return true;
      });
      allow(/503/);
      await button.press("Enter");
      await expect(page.locator(".toast")).toContainText(words.admin_storage_failed());
      await expect(page.getByRole("alert").filter({ hasText: words.admin_storage_stopped() })).toBeVisible();
      await scan();

      // The storage is back, and slow enough to see the progress.
      const open = Promise.withResolvers<void>();
      let sent = 0;
      stored.setTrouble(async ({ method }) => {
        if (method === "PUT" && ++sent === 2) await open.promise;
        return false;
      });
      await page.getByRole("button", { name: words.admin_storage_upload({ count: 2 }) }).press("Enter");
      const bar = page.getByRole("progressbar", { name: words.admin_storage_moving() });
      await expect(page.getByText(words.admin_storage_progress({ done: 1, total: 2 }))).toBeVisible();
      expect(await bar.evaluate((element: HTMLProgressElement) => element.value)).toBe(50);
      await scan();
      open.resolve();

      await expect(page.getByText(words.admin_storage_done_text({ images: 2, cars: 1 }))).toBeVisible();
      const row = page.getByRole("row").filter({ hasText: car.name });
      await expect(row).toContainText(`2024 ${car.name}, Fremont`);
      await expect(row.locator("img")).toHaveCount(2);
      await expect(there.locator(".num").filter({ hasText: /^\d+$/ })).not.toHaveText("0");
      await scan();
      for (const image of images) expect((await request.get(image)).status()).toBe(200);

      stored.setTrouble((_, response) => {
        response.writeHead(503).end();
        return true;
      });
      await page.getByRole("button", { name: words.admin_refresh() }).press("Enter");
      await expect(there).toContainText(words.admin_storage_away());
      await scan();
      stored.setTrouble(() => false);
      await page.reload();
      await expect(page.getByText(words.admin_storage_nothing())).toBeVisible();
      await scan();
    },
  );
});
