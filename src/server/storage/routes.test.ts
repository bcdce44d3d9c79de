// @one-database
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BackendHealth } from "#contract/admin/status.ts";
import type { PictureStorage, ImagesMoved } from "#contract/admin/storage.ts";
import type { ImagesTaken } from "#contract/images.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeCar } from "#test/factories.ts";
import { multipart } from "#test/multipart.ts";
import { type S3Server, startS3, startTroubled, type Trouble } from "#test/stand-ins/s3.ts";
import { openBucket } from "#server/media/storage/bucket.ts";
import { keyOf } from "#server/media/storage/storage-backends.ts";
import { imageUrl } from "#server/media/storage/names.ts";

let test: TestApp;
let s3: S3Server;
let before: Awaited<ReturnType<typeof startTroubled>>;
let admin: Person;
let trouble: Trouble = () => false;
beforeAll(async () => {
  s3 = await startS3();
  before = await startTroubled(s3.address, (request, response) => trouble(request, response));
  test = await startTestApp({ STORAGE_URL: before.url });
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(async () => {
  await test.close();
  await Promise.all([before.close(), s3.close()]);
});
beforeEach(() => {
  trouble = () => false;
});

const away: Trouble = (_, response) => {
  response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
  return true;
};

const ask = (method: "GET" | "POST", url: string) =>
  test.app.inject({ method, url, headers: admin.authorization });
const move = (query = "") => ask("POST", `/api/admin/upload-to-cloud${query}`);
const look = async () => (await ask("GET", "/api/admin/cloud-storage")).json<PictureStorage>();
const filesHere = () => readdir(join(test.services.config.dataDir, "pictures", "masters"));

let made = 0;
/** A picture that was uploaded before there was a storage. */
async function leaveOne(): Promise<{ name: string; url: string; content: Buffer }> {
  const name = `p-${String(++made).padStart(24, "0")}-600x400`;
  const content = await sharp({
    create: { width: 600, height: 400, channels: 3, background: { r: made, g: 9, b: 9 } },
  })
    .webp()
    .toBuffer();
  const [folder] = test.services.imageStore.homes;
  await folder.keep(name, content);
  return { name, content, url: imageUrl({ name, hash: (await folder.hashOf(name)) ?? "" }) };
}

async function upload(shade: number) {
  const content = await sharp({
    create: { width: 700, height: 500, channels: 3, background: { r: 1, g: shade, b: 1 } },
  })
    .jpeg()
    .toBuffer();
  const { payload, headers } = await multipart([{ field: "images", name: "a.jpg", content }]);
  return test.app.inject({
    method: "POST",
    url: "/api/admin/upload-images",
    payload,
    headers: { ...headers, ...admin.authorization },
  });
}

describe("moving pictures to the cloud", () => {
  it("a move copies every picture, leaves none behind, and keeps the addresses", async () => {
    const [first, second, unsaved] = [await leaveOne(), await leaveOne(), await leaveOne()];
    const [one, two] = [
      await makeCar(test, {
        name: "Kia Niro",
        year: 2024,
        city: "Fremont",
        images: [first.url, "https://elsewhere.example/a.jpg", second.url],
      }),
      await makeCar(test, {
        name: "Ford Escape",
        year: 2020,
        city: "Oakland",
        images: [`${second.name}.webp`],
      }),
    ];
    for (const row of [7, 3]) {
      await test.services.database.rows(
        `insert into import_batches (file_name, actor, processed, added, updated, unchanged, errors, rows, car_ids, created_at)
         values ('cars.csv', 'test', 1, 1, 0, 0, 0, $1, $2, now() - $3 * interval '1 day')`,
        [[2, row], [crypto.randomUUID(), one], row],
      );
    }
    expect(await look()).toMatchObject({
      isSet: true,
      bucket: "longbay-test",
      host: new URL(before.address).host,
      isAnswering: true,
      here: { count: 3 },
      there: { count: 0 },
    });
    expect((await test.app.inject(first.url)).rawPayload).toEqual(first.content);

    const answer = await move();
    expect(answer.statusCode, answer.body).toBe(200);
    const { totalImages, totalCars, results } = answer.json<ImagesMoved>();
    expect([totalImages, totalCars]).toEqual([3, 2]);
    expect(
      results.map(({ imageUrls, ...result }) => ({ ...result, imageUrls: imageUrls.toSorted() })),
    ).toEqual([
      {
        carInfo: "2024 Kia Niro, Fremont",
        csvRowNumber: 3,
        folderName: "3",
        imagesUploaded: 2,
        imageUrls: [first.url, second.url].toSorted(),
      },
      {
        carInfo: "2020 Ford Escape, Oakland",
        csvRowNumber: null,
        folderName: "",
        imagesUploaded: 1,
        imageUrls: [second.url],
      },
    ]);
    expect(two).not.toBe(one);
    expect(await filesHere()).toEqual([]);
    const bucket = openBucket(s3.settings);
    for (const { name, content, url } of [first, second, unsaved]) {
      expect(await bucket.get(keyOf(name))).toEqual(content);
      const served = await test.app.inject(url);
      expect([
        served.statusCode,
        served.headers["cache-control"],
        served.headers["content-security-policy"],
      ]).toEqual([200, "public, max-age=31536000, immutable", "default-src 'none'; sandbox"]);
      expect(served.rawPayload).toEqual(content);
      expect((await test.app.inject(url.replace(".webp", "-320.jpg"))).headers["content-type"]).toBe(
        "image/jpeg",
      );
    }
    expect(await look()).toMatchObject({ here: { count: 0, bytes: 0 }, there: { count: 3, isMore: false } });
    expect((await move()).json()).toEqual({
      message: "All pictures are in the cloud already.",
      totalImages: 0,
      totalCars: 0,
      results: [],
    });
  });

  it("a move sends again only what isn't completely there", async () => {
    const [whole, half, absent] = [await leaveOne(), await leaveOne(), await leaveOne()];
    const bucket = openBucket(s3.settings);
    await bucket.put(keyOf(whole.name), whole.content, {});
    await bucket.put(keyOf(half.name), half.content.subarray(0, 100), {});
    before.seen.length = 0;
    expect((await move()).json<ImagesMoved>().totalImages).toBe(3);
    const sent = before.seen.flatMap((request) =>
      request.startsWith("PUT") ? [request.slice(request.lastIndexOf("/") + 1)] : [],
    );
    expect(sent.toSorted()).toEqual([`${half.name}.webp`, `${absent.name}.webp`]);
    for (const { name, content } of [whole, half, absent])
      expect(await bucket.get(keyOf(name))).toEqual(content);
  });

  it("an interrupted move says how far it came, keeps the rest and continues later", async () => {
    const all = [];
    for (let i = 0; i < 8; i++) all.push(await leaveOne());
    let taken = 0;
    trouble = (request, response) => {
      if (request.method !== "PUT" || ++taken <= 3) return false;
      return away(request, response);
    };
    const refused = await move();
    expect(refusalOf(refused)).toMatchObject({ status: 503, code: "storage_unavailable" });
    expect(refused.json<{ message: string }>().message).toMatch(/ 3 of 8 pictures were moved/);
    expect(await filesHere()).toHaveLength(5);
    for (const { url, content } of all) expect((await test.app.inject(url)).rawPayload).toEqual(content);
    trouble = () => false;
    expect((await move()).json<ImagesMoved>().totalImages).toBe(5);
    expect(await filesHere()).toEqual([]);
  });

  it("a move removes no picture whose copy is shorter than what was sent", async () => {
    const image = await leaveOne();
    // A bucket that accepts the file and keeps nothing.
    trouble = (request, response) => {
      if (request.method !== "PUT") return false;
      request.resume().on("end", () => response.writeHead(200).end());
      return true;
    };
    expect(refusalOf(await move())).toMatchObject({ status: 503 });
    expect(await filesHere()).toEqual([`${image.name}.webp`]);
    trouble = () => false;
    await move();
  });

  it("only one move runs at a time, and it shows its progress", async () => {
    const id = crypto.randomUUID();
    for (let i = 0; i < 6; i++) await leaveOne();
    const open = Promise.withResolvers<void>();
    let heads = 0;
    trouble = async (request) => {
      if (request.method === "PUT" && ++heads > 3) await open.promise;
      return false;
    };
    const moving = move(`?uploadId=${id}`);
    const progress = async () =>
      (await ask("GET", `/api/admin/uploads/${id}`)).json<{ phase: string; done: number; total: number }>();
    await expect.poll(progress, { timeout: 15_000 }).toMatchObject({ phase: "pictures", total: 6 });
    expect((await progress()).done).toBeLessThan(6);
    expect(refusalOf(await move())).toMatchObject({ status: 409, code: "move_under_way" });
    open.resolve();
    expect((await moving).json<ImagesMoved>().totalImages).toBe(6);
    expect(await progress()).toEqual({ phase: "receiving", done: 0, total: 0 });
  });
});

describe("an upload with a storage", () => {
  it("an uploaded picture goes to the storage and is found by its address", async () => {
    const { imageUrls } = (await upload(10)).json<ImagesTaken>();
    expect(await filesHere()).toEqual([]);
    expect((await test.app.inject(imageUrls[0] ?? "")).statusCode).toBe(200);
    expect((await upload(10)).json<ImagesTaken>().imageUrls).toEqual(imageUrls);
  });

  it("an upload is refused while the storage is away, and leaves nothing", async () => {
    trouble = away;
    expect(refusalOf(await upload(20))).toMatchObject({ status: 503, code: "storage_unavailable" });
    expect(await filesHere()).toEqual([]);
    expect((await look()).isAnswering).toBe(false);
    expect((await look()).there).toBeNull();
    const health = (await ask("GET", "/api/admin/backend")).json<BackendHealth>();
    expect(health.storage).toMatchObject({ kind: "bucket", isAnswering: false });
    expect((await test.app.inject("/readyz")).statusCode).toBe(200);
  });

  it("a picture's existing sizes are shown while the storage is away, and a new size answers 503", async () => {
    const { imageUrls } = (await upload(30)).json<ImagesTaken>();
    const url = imageUrls[0] ?? "";
    expect((await test.app.inject(url.replace(".webp", "-480.webp"))).statusCode).toBe(200);
    // Another process, which has seen nothing of it yet but has the same folder.
    const other = await startTestApp({ STORAGE_URL: before.url, DATA_DIR: test.services.config.dataDir });
    trouble = away;
    const [ready, unmade, master] = [
      url.replace(".webp", "-480.webp"),
      url.replace(".webp", "-1000.webp"),
      url,
    ];
    expect((await other.app.inject(ready)).statusCode).toBe(200);
    for (const address of [unmade, master]) {
      const answer = await other.app.inject(address);
      expect([answer.statusCode, answer.headers["cache-control"], answer.headers.etag]).toEqual([
        503,
        "no-store",
        undefined,
      ]);
      expect(answer.json()).toMatchObject({ code: "storage_unavailable" });
    }
    await other.close();
  });
});

describe("the page without a storage", () => {
  it("the page without a storage says what to set and where the pictures are", async () => {
    const plain = await startTestApp();
    try {
      const person = await makePerson(plain, { role: "admin", permissions: ["upload_data"] });
      const call = (method: "GET" | "POST", url: string) =>
        plain.app.inject({ method, url, headers: person.authorization });
      await plain.services.imageStore.homes[0].keep("photo-1", Buffer.from("1234567"));
      expect((await call("GET", "/api/admin/cloud-storage")).json()).toEqual({
        isSet: false,
        bucket: null,
        host: null,
        isAnswering: false,
        here: { count: 1, bytes: 7, isMore: false },
        there: null,
      });
      const refused = await call("POST", "/api/admin/upload-to-cloud");
      expect(refusalOf(refused)).toMatchObject({ status: 409, code: "storage_not_set" });
      expect(refused.json<{ message: string }>().message).toContain("STORAGE_URL");
    } finally {
      await plain.close();
    }
  });
});
