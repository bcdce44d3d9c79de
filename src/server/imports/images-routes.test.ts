// @one-database
import { readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Create } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminCar } from "#contract/admin/cars.ts";
import type { ImagesTaken } from "#contract/images.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { multipart } from "#test/multipart.ts";
import { asTaken } from "#test/papers.ts";

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await makePerson(test, { role: "admin", permissions: ["upload_data", "manage_cars"] });
});
afterAll(() => test.close());

const photo = (width = 1800, height = 1200, more: Create["background"] = { r: 20, g: 90, b: 120 }) =>
  sharp({ create: { width, height, channels: 3, background: more } });

async function upload(...files: { name: string; content: Buffer | string; field?: string; type?: string }[]) {
  const { payload, headers } = await multipart(files.map((file) => ({ field: "images", ...file })));
  return test.app.inject({
    method: "POST",
    url: "/api/admin/upload-images",
    payload,
    headers: { ...headers, ...admin.authorization },
  });
}

const taken = async (...files: Parameters<typeof upload>) => {
  const answer = await upload(...files);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ImagesTaken>();
};

describe("pictures that are uploaded", () => {
  it("an uploaded picture is encoded anew, upright, without its location, in every size", async () => {
    const content = await asTaken(photo(1800, 1200));
    const { imageUrls, errors } = await taken({ name: "IMG_1.JPG", content, type: "image/jpeg" });
    expect([imageUrls.length, errors]).toEqual([1, 0]);
    const [url = ""] = imageUrls;
    expect(url).toMatch(/^\/api\/images\/cars\/p-[0-9a-f]{24}-1200x1800\.[0-9a-f]{8}\.webp$/);
    const master = await test.app.inject(url);
    expect([master.statusCode, master.headers["content-type"]]).toEqual([200, "image/webp"]);
    const metadata = await sharp(master.rawPayload).metadata();
    expect([metadata.width, metadata.height, metadata.exif, metadata.orientation]).toEqual([
      1200,
      1800,
      undefined,
      undefined,
    ]);
    for (const variant of ["-480.webp", "-780.jpg", "-320.avif"])
      expect((await test.app.inject(url.replace(".webp", variant))).statusCode).toBe(200);
  });

  it("a picture uploaded twice is one picture", async () => {
    const content = await photo(700, 500, { r: 1, g: 2, b: 3 }).png().toBuffer();
    const [first, second] = [
      await taken({ name: "a.png", content }),
      await taken({ name: "b.png", content }),
    ];
    expect(first.imageUrls).toEqual(second.imageUrls);
  });

  it("unusable files are refused one by one by their content, with a reason", async () => {
    const good = await photo(600, 400).jpeg().toBuffer();
    const polyglot = Buffer.from("<html><script>alert(1)</script></html>");
    const giant = await sharp({
      create: { width: 9000, height: 6000, channels: 3, background: "red" },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const gif = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64");
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from("ftypheic\0\0\0\0mif1heic"),
      Buffer.alloc(64),
    ]);
    const answer = await taken(
      { name: "good.jpg", content: good },
      { name: "page.jpg", content: polyglot, type: "image/jpeg" },
      { name: "drawing.png", content: '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>' },
      { name: "frames.gif", content: gif },
      { name: "cut.jpg", content: good.subarray(0, good.length / 2) },
      { name: "giant.png", content: giant },
      { name: "IMG_2081.heic", content: heic },
      { name: "../../etc/\u202epasswd", content: Buffer.alloc(0) },
      { name: "large.jpg", content: Buffer.concat([good, Buffer.alloc(21 * 1024 * 1024)]) },
    );
    expect(answer.imageUrls).toHaveLength(1);
    expect(answer.faults).toEqual([
      { file: "page.jpg", fault: "not_a_picture" },
      { file: "drawing.png", fault: "not_a_picture" },
      { file: "frames.gif", fault: "not_a_picture" },
      { file: "cut.jpg", fault: "broken" },
      { file: "giant.png", fault: "too_many_pixels" },
      { file: "IMG_2081.heic", fault: "heic" },
      { file: "passwd", fault: "empty" },
      { file: "large.jpg", fault: "too_large" },
    ]);
    expect([answer.errors, answer.errorDetails.length]).toEqual([8, 8]);
    const names = await readdir(join(test.services.config.dataDir, "pictures", "masters"));
    expect(names.every((name) => /^p-[0-9a-f]{24}-\d+x\d+\.webp$/.test(name))).toBe(true);
  });

  it("a photo from an iPhone is accepted", async () => {
    const content = await readFile(new URL("../../../test/photo.heic", import.meta.url));
    const { imageUrls, errors } = await taken({ name: "IMG_2081.HEIC", content, type: "image/heic" });
    expect([imageUrls.length, errors]).toEqual([1, 0]);
    const { channels } = await sharp((await test.app.inject(imageUrls[0] ?? "")).rawPayload).stats();
    // The picture grows greener downwards and redder to the right: so the content is checked, not only the size.
    expect(channels.slice(0, 2).map(({ mean, stdev }) => mean > 100 && mean < 155 && stdev > 50)).toEqual([
      true,
      true,
    ]);
  });

  it("an upload without a form of files is refused", async () => {
    const json = await test.app.inject({
      method: "POST",
      url: "/api/admin/upload-images",
      payload: {},
      headers: admin.authorization,
    });
    expect(refusalOf(json)).toMatchObject({ status: 415 });
    expect(refusalOf(await upload())).toMatchObject({ status: 422, code: "file_refused" });
    expect(refusalOf(await upload({ name: "a.jpg", content: "x", field: "photos" }))).toMatchObject({
      status: 422,
    });
    const cut = await multipart([{ field: "images", name: "a.jpg", content: Buffer.alloc(4000) }]);
    const answer = await test.app.inject({
      method: "POST",
      url: "/api/admin/upload-images",
      payload: cut.payload.subarray(0, 2000),
      headers: { ...cut.headers, ...admin.authorization },
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe("a car's pictures", () => {
  const body = {
    name: "Kia Niro",
    brand: "Kia",
    model: "Niro",
    year: 2024,
    category: "SUV",
    monthlyPrice: "700.00",
    city: "Fremont",
    state: "CA",
  };
  const headers = () => admin.authorization;

  it("a car's pictures keep order, size and texts, and removed ones are deleted after a day", async () => {
    const files = await Promise.all(
      [7, 8].map(async (shade) => ({
        name: `${shade}.jpg`,
        content: await photo(900, 700, { r: shade, g: 0, b: 0 }).jpeg().toBuffer(),
      })),
    );
    const { imageUrls } = await taken(...files);
    const [first = "", second = ""] = imageUrls;
    const payload = {
      ...body,
      images: imageUrls,
      image: second,
      pictureTexts: { [second]: "The front", [first]: "The side", elsewhere: "x" },
    };
    const car = (
      await test.app.inject({ method: "POST", url: "/api/admin/cars", headers: headers(), payload })
    ).json<AdminCar>();
    expect([car.image, car.images, car.pictureTexts]).toEqual([
      second,
      [second, first],
      { [second]: "The front", [first]: "The side" },
    ]);
    const shown = (await test.app.inject(`/api/cars/${car.id}`)).json<AdminCar>();
    expect(shown.pictures).toMatchObject([
      {
        url: second,
        width: 900,
        height: 700,
        view: "photo",
        illustration: false,
        text: "The front",
        widths: [320, 480, 780],
      },
      { url: first, text: "The side" },
    ]);
    const save = (images: string[]) =>
      test.app.inject({
        method: "PUT",
        url: `/api/admin/cars/${car.id}`,
        headers: headers(),
        payload: { ...body, images },
      });
    // Another account may have sent the same file a moment ago, without saving yet.
    await save([second]);
    expect((await test.app.inject(first)).statusCode).toBe(200);
    await save([second, first]);
    const masters = join(test.services.config.dataDir, "pictures", "masters");
    const yesterday = new Date(Date.now() - 26 * 3_600_000);
    for (const file of await readdir(masters)) await utimes(join(masters, file), yesterday, yesterday);
    await save([second]);
    expect((await test.app.inject(first)).statusCode).toBe(404);
    expect((await test.app.inject(second)).statusCode).toBe(200);
    // A picture that was just being made is found at the next run.
    const kept = async () => {
      await test.services.imageStore.tidy();
      return readdir(join(test.services.config.dataDir, "pictures", "variants"));
    };
    await expect
      .poll(async () => (await kept()).filter((name) => first.includes(name.split(".")[0] ?? "none")), {
        timeout: 10_000,
      })
      .toEqual([]);
  });

  it("a picture stays while another car shows it too", async () => {
    const { imageUrls } = await taken({
      name: "shared.jpg",
      content: await photo(800, 600, { r: 99, g: 3, b: 3 }).jpeg().toBuffer(),
    });
    const add = (name: string) =>
      test.app.inject({
        method: "POST",
        url: "/api/admin/cars",
        headers: headers(),
        payload: { ...body, name, images: imageUrls },
      });
    const [one] = [(await add("Shared one")).json<AdminCar>(), await add("Shared two")];
    await test.app.inject({ method: "DELETE", url: `/api/admin/cars/${one.id}`, headers: headers() });
    expect((await test.app.inject(imageUrls[0] ?? "")).statusCode).toBe(200);
  });
});
