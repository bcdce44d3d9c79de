// @one-database
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportBatch } from "#contract/admin/imports.ts";
import type { ImagesTaken } from "#contract/images.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { photoOf, type RawEntry, rawZip, zipOf } from "#test/archives.ts";
import { refusalOf } from "#test/client.ts";
import { multipart } from "#test/multipart.ts";

const test = await startTestApp();
afterAll(test.close);
const admin = await makePerson(test, { role: "admin", permissions: ["upload_data"] });

const uploads = () => readdir(join(test.services.config.dataDir, "uploads")).catch(() => []);
const masters = () => readdir(join(test.services.config.dataDir, "pictures", "masters"));
const rows = <Row>(text: string, parameters: unknown[] = []) =>
  test.services.database.rows<Row>(text, parameters);

/** Imports cars of these names, from row 2 on; an empty name is a bad row. */
async function importCars(...names: string[]): Promise<string> {
  const lines = names.map((name) =>
    name ? `${name},Ford,Escape,2019,SUV,749.00,San Mateo,CA` : "Bad,Ford,Escape,1885,SUV,1,San Mateo,CA",
  );
  const content = ["name,brand,model,year,category,monthlyPrice,city,state", ...lines].join("\n");
  const { payload, headers } = await multipart([
    { field: "file", name: "cars.csv", type: "text/csv", content },
  ]);
  const answer = await test.app.inject({
    method: "POST",
    url: "/api/admin/upload-csv",
    payload,
    headers: { ...headers, ...admin.authorization },
  });
  return answer.json<{ batchId: string }>().batchId;
}

async function send(content: Buffer, query = "", file: { name?: string; type?: string } = {}) {
  const { payload, headers } = await multipart([
    { field: "file", name: file.name ?? "photos.zip", type: file.type ?? "application/zip", content },
  ]);
  return test.app.inject({
    method: "POST",
    url: `/api/admin/upload-images${query}`,
    payload,
    headers: { ...headers, ...admin.authorization },
  });
}

/** Sends the same upload, and checks that no file is left behind. */
async function upload(...sent: Parameters<typeof send>) {
  const answer = await send(...sent);
  expect(await uploads()).toEqual([]);
  return answer;
}

async function take(content: Buffer, query = ""): Promise<ImagesTaken> {
  const answer = await upload(content, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const imagesOf = async (name: string) =>
  (await rows<{ images: string[] }>("select images from cars where name = $1", [name]))[0]?.images ?? [];
let shades = 0;
const nextPhoto = () => photoOf(++shades);

describe("a ZIP of pictures", () => {
  it("a ZIP is refused without an import for its folders", async () => {
    const photos = await zipOf({ "2/a.jpg": await nextPhoto() });
    expect(refusalOf(await upload(photos))).toMatchObject({ status: 404, code: "import_not_found" });
    expect(refusalOf(await upload(photos, `?batchId=${crypto.randomUUID()}`))).toMatchObject({
      status: 404,
      code: "import_not_found",
    });
  });

  it("a dry run shows which folder belongs to which car and writes nothing", async () => {
    const batch = await importCars("First", "Second", "", "Fourth");
    const photos = await zipOf({
      "2/a.jpg": await nextPhoto(),
      "2/b.jpg": await nextPhoto(),
      "2/notes.txt": "not a picture",
      "4/a.jpg": await nextPhoto(),
      "5/a.jpg": await nextPhoto(),
      "99/a.jpg": await nextPhoto(),
      "a.jpg": await nextPhoto(),
      "__MACOSX/2/._a.jpg": "x",
      "2/.DS_Store": "x",
    });
    const before = await masters();
    const looked = await take(photos, "?dryRun=true");
    expect(looked).toMatchObject({
      dryRun: true,
      totalImages: 0,
      carsUpdated: 0,
      imageUrls: [],
      batch: { id: batch, fileName: "cars.csv", rows: 3 },
    });
    expect(looked.preview).toEqual([
      { row: 2, carName: "First", year: 2019, city: "San Mateo", pictures: 2, already: 0 },
      { row: 5, carName: "Fourth", year: 2019, city: "San Mateo", pictures: 1, already: 0 },
    ]);
    expect(looked.faults).toEqual([
      { file: "a.jpg", fault: "not_numbered" },
      { file: "4/", fault: "no_car" },
      { file: "99/", fault: "no_car" },
      { file: "2/notes.txt", fault: "not_a_picture" },
    ]);
    expect([looked.errors, looked.errorDetails[3]]).toEqual([
      4,
      "2/notes.txt isn't a JPEG, PNG, WebP, AVIF or HEIC photo",
    ]);
    expect([await imagesOf("First"), await masters()]).toEqual([[], before]);
    expect(await rows("select * from audit_events where reason like 'pictures%'")).toEqual([]);
  });

  it("a ZIP adds each folder's pictures to its car, and adds nothing when sent again", async () => {
    const batch = await importCars("Alpha", "Beta", "Gamma");
    const tagged = await sharp({ create: { width: 300, height: 200, channels: 3, background: "teal" } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "37/1 23/1 0/1" } })
      .jpeg()
      .toBuffer();
    const [one, two, same, other] = [
      await nextPhoto(),
      await nextPhoto(),
      await nextPhoto(),
      await nextPhoto(),
    ];
    const photos = await zipOf({
      "2/10.jpg": one,
      "2/9.jpg": two,
      "2/9 again.jpg": two,
      "3/x.JPG": tagged,
      "3/broken.jpg": one.subarray(0, 400),
      "4/x.jpg": same,
    });
    const done = await take(photos);
    expect(done).toMatchObject({ dryRun: false, carsUpdated: 3, totalImages: 4, errors: 1, alreadyThere: 0 });
    expect(done.results).toEqual([
      { row: 2, carName: "Alpha", imagesAdded: 2 },
      { row: 3, carName: "Beta", imagesAdded: 1 },
      { row: 4, carName: "Gamma", imagesAdded: 1 },
    ]);
    expect(done.faults).toEqual([{ file: "3/broken.jpg", fault: "broken" }]);
    expect(done.message).toBe("4 pictures added to 3 cars, 1 error.");
    const alpha = await imagesOf("Alpha");
    expect(done.imageUrls.slice(0, 2)).toEqual(alpha);
    const [url = ""] = await imagesOf("Beta");
    const shown = await sharp((await test.app.inject(url)).rawPayload).metadata();
    expect([shown.width, shown.height, shown.exif]).toEqual([200, 300, undefined]);
    const found = await test.app.inject("/api/cars?q=gamma");
    expect(found.json<{ images: string[] }[]>()[0]?.images).toEqual(await imagesOf("Gamma"));
    const audits = await rows<{ actor: string; after: unknown }>(
      "select actor, after from audit_events where reason = $1",
      [`pictures for import ${batch}`],
    );
    expect(audits).toHaveLength(3);
    expect(audits).toContainEqual({ actor: admin.id, after: { images: alpha } });

    expect(await take(photos)).toMatchObject({
      carsUpdated: 0,
      totalImages: 0,
      alreadyThere: 4,
      results: [],
      imageUrls: [],
    });
    const more = await take(await zipOf({ "photos/2/0.jpg": other, "photos/2/9.jpg": two }));
    expect(more).toMatchObject({ carsUpdated: 1, totalImages: 1, alreadyThere: 1 });
    expect(await imagesOf("Alpha")).toEqual([...alpha, ...more.imageUrls]);
  });

  it("a ZIP belongs to the latest import or the named one", async () => {
    const [older, newer] = [await importCars("Older"), await importCars("Newer")];
    const photos = await zipOf({ "2/a.jpg": await nextPhoto() });
    expect(await take(photos, `?batchId=${older}`)).toMatchObject({
      batch: { id: older },
      results: [{ carName: "Older" }],
    });
    expect(await take(photos)).toMatchObject({ batch: { id: newer }, results: [{ carName: "Newer" }] });
    const listed = await test.app.inject({ url: "/api/admin/imports", headers: admin.authorization });
    expect(
      listed
        .json<ImportBatch[]>()
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual([newer, older]);
    expect(listed.json<ImportBatch[]>()[0]).toMatchObject({ fileName: "cars.csv", rows: 1 });
    await rows("update import_batches set undone_at = now() where id = $1", [newer]);
    expect(await take(photos)).toMatchObject({ batch: { id: older } });
  });

  it("a ZIP skips retired and deleted cars, and pictures beyond a car's limit", async () => {
    await importCars("Retired", "Full", "Deleted");
    await rows("update cars set retired_at = now() where name = 'Retired'");
    await rows("delete from cars where name = 'Deleted'");
    await rows(
      "update cars set images = array(select 'https://example.com/' || n || '.jpg' from generate_series(1, 29) as n) where name = 'Full'",
    );
    const done = await take(
      await zipOf({
        "2/a.jpg": await nextPhoto(),
        "3/a.jpg": await nextPhoto(),
        "3/b.jpg": await nextPhoto(),
        "4/a.jpg": await nextPhoto(),
      }),
    );
    expect(done.faults).toEqual([
      { file: "2/", fault: "car_gone" },
      { file: "4/", fault: "car_gone" },
      { file: "3/b.jpg", fault: "too_many_pictures" },
    ]);
    expect((await imagesOf("Full")).length).toBe(30);
    const many = Object.fromEntries(
      await Promise.all(
        Array.from({ length: 33 }, async (_, n) => [`3/${n}.jpg`, await photoOf(7000 + n)] as const),
      ),
    );
    expect((await take(await zipOf(many))).errors).toBe(33);
  });

  it("a ZIP sent twice simultaneously gives every car its pictures once", async () => {
    await importCars("Twice one", "Twice two");
    const photos = await zipOf({
      "2/a.jpg": await nextPhoto(),
      "2/b.jpg": await nextPhoto(),
      "3/a.jpg": await nextPhoto(),
    });
    const both = await Promise.all([send(photos), send(photos)]).then((answers) =>
      answers.map((answer) => answer.json<ImagesTaken>()),
    );
    expect(both.reduce((sum, { totalImages }) => sum + totalImages, 0)).toBe(3);
    expect([(await imagesOf("Twice one")).length, (await imagesOf("Twice two")).length]).toEqual([2, 1]);
  });

  it.each([
    ["a ZIP64", async (photo: Buffer) => zipOf({ "2/a.jpg": photo }, { isZip64: true })],
    ["one that is only stored", async (photo: Buffer) => zipOf({ "2/a.jpg": photo }, { isStored: true })],
    [
      "names with backslashes",
      async (photo: Buffer) => rawZip([{ name: "photos\\2\\a.jpg", content: photo }]),
    ],
    [
      "Chinese names of Windows",
      async (photo: Buffer) =>
        rawZip([{ name: Buffer.from("322f815c2e6a7067", "hex"), flags: 0, content: photo }]),
    ],
    [
      "a reversed name",
      async (photo: Buffer) => rawZip([{ name: "2/\u202egpj.exe", content: photo, isDeflated: true }]),
    ],
  ])("a ZIP is read as %s", async (_name, make) => {
    await importCars("Readable");
    expect(await take(await make(await photoOf(5000 + ++shades)))).toMatchObject({
      totalImages: 1,
      errors: 0,
    });
  });

  it("a ZIP is accepted under Windows's names for it and refused under others", async () => {
    const photos = await zipOf({ "2/a.jpg": await nextPhoto() });
    for (const type of ["application/x-zip-compressed", "application/octet-stream"])
      expect((await upload(photos, "?dryRun=true", { type })).statusCode).toBe(200);
    for (const file of [{ type: "text/csv" }, { type: "application/octet-stream", name: "photos.jpg" }]) {
      const refused = await upload(photos, "", file);
      expect([refusalOf(refused).status, refused.json<{ message: string }>().message]).toEqual([
        422,
        "Please select a ZIP file containing images",
      ]);
    }
  });

  it("a ZIP sent together with another file is refused", async () => {
    const photo = await nextPhoto();
    const { payload, headers } = await multipart([
      { field: "images", name: "a.jpg", content: photo },
      {
        field: "file",
        name: "photos.zip",
        type: "application/zip",
        content: await zipOf({ "2/a.jpg": photo }),
      },
    ]);
    const answer = await test.app.inject({
      method: "POST",
      url: "/api/admin/upload-images",
      payload,
      headers: { ...headers, ...admin.authorization },
    });
    expect(refusalOf(answer)).toMatchObject({ status: 422, code: "file_refused" });
  });

  it("a ZIP stops being processed when its sender disconnects", async () => {
    await importCars(...Array.from({ length: 12 }, (_, n) => `Stopped ${n}`));
    const files = await Promise.all(
      Array.from(
        { length: 12 },
        async (_, n) => [`${n + 2}/a.jpg`, await photoOf(9000 + n, 2400, 1600)] as const,
      ),
    );
    const { payload, headers } = await multipart([
      {
        field: "file",
        name: "photos.zip",
        type: "application/zip",
        content: await zipOf(Object.fromEntries(files)),
      },
    ]);
    const address = new URL(await test.app.listen({ port: 0 }));
    const sending = request({
      host: address.hostname,
      port: address.port,
      method: "POST",
      path: "/api/admin/upload-images",
      headers: { ...headers, ...admin.authorization },
    });
    sending.on("error", () => undefined).end(payload);
    const have = async () =>
      (
        await rows<{ count: number }>(
          "select count(*)::int as count from cars where name like 'Stopped%' and images <> '{}'",
        )
      )[0]?.count ?? 0;
    await expect.poll(have, { timeout: 30_000 }).toBeGreaterThan(0);
    sending.destroy();
    await expect.poll(uploads, { timeout: 10_000 }).toEqual([]);
    expect(await have()).toBeLessThan(12);
  });
});

/** The number of changed archives in the suite; ZIP_ROUNDS=150 changes more. */
const rounds = Number(process.env.ZIP_ROUNDS ?? 50);

describe("a hostile ZIP", () => {
  let good: Buffer;
  beforeAll(async () => {
    await importCars("Target");
    good = await photoOf(4242);
  });

  /** Adds a good picture to the archive, which must be taken. */
  const takeBeside = async (...entries: RawEntry[]) =>
    take(rawZip([{ name: "2/good.jpg", content: good }, ...entries]));
  const many = (length: number) => Array.from({ length }, (_, n) => ({ name: `${n + 2}/a.jpg` }));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const image = Buffer.from("ffd8ffe000104a464946", "hex");

  it.each<[string, RawEntry, string]>([
    ["leads upwards", { name: "2/../../../../tmp/evil.jpg" }, "unsafe_name"],
    ["is absolute", { name: "/etc/cron.d/evil" }, "unsafe_name"],
    ["leads upwards by backslashes", { name: "..\\..\\evil.jpg" }, "unsafe_name"],
    ["names a drive", { name: "C:\\2\\evil.jpg" }, "unsafe_name"],
    ["hides behind a NUL", { name: "2/evil.jpg\0.txt" }, "unsafe_name"],
    ["has 60,000 letters in its name", { name: `2/${"x".repeat(60_000)}.jpg` }, "name_too_long"],
    ["has 60,000 bytes of other fields", { name: "2/a.jpg", comment: Buffer.alloc(60_000) }, "name_too_long"],
    ["is a symbolic link", { name: "2/link.jpg", content: "/etc/passwd", mode: 0o120777 }, "link"],
    ["is a device", { name: "2/device.jpg", mode: 0o020666 }, "link"],
    ["says it is encrypted", { name: "2/secret.jpg", content: "x", flags: 0x801 }, "encrypted"],
    ["is packed as nobody does", { name: "2/odd.jpg", content: "x", method: 99 }, "unknown_packing"],
    [
      "is a bomb and says so",
      { name: "2/bomb.jpg", content: Buffer.alloc(15_000_000), isDeflated: true },
      "packed_too_much",
    ],
    [
      "is a bomb and says less",
      { name: "2/bomb.jpg", content: Buffer.alloc(15_000_000), isDeflated: true, size: 50_000 },
      "broken",
    ],
    [
      "says it is larger than allowed",
      { name: "2/large.jpg", content: "x", size: 21 * 1024 * 1024, packedSize: 21 * 1024 * 1024 },
      "too_large",
    ],
    [
      "says more than it holds",
      { name: "2/lie.jpg", content: image, isDeflated: true, size: 5000 },
      "broken",
    ],
    ["says less than it holds", { name: "2/lie.jpg", content: image, size: 3 }, "broken"],
    [
      "reaches beyond the file",
      { name: "2/lie.jpg", content: image, packedSize: 5_000_000, size: 5_000_000 },
      "broken",
    ],
    ["begins beyond the file", { name: "2/lie.jpg", content: image, offset: 0xfffffff0 }, "broken"],
    ["begins at another's content", { name: "2/lie.jpg", content: image, offset: 1 }, "broken"],
    ["has another sum", { name: "2/sum.jpg", content: image, sum: 1 }, "broken"],
    ["is a drawing with a script", { name: "2/drawing.png", content: svg }, "not_a_picture"],
    ["is a page", { name: "2/page.jpg", content: "<html><script>alert(1)</script>" }, "not_a_picture"],
    [
      "is an archive",
      { name: "2/more.jpg", content: rawZip([{ name: "2/good.jpg", content: "x" }]) },
      "not_a_picture",
    ],
    ["is an archive of its own", { name: "more.zip", content: rawZip([]) }, "not_numbered"],
    ["is empty", { name: "2/empty.jpg" }, "empty"],
    ["lies too deep", { name: "2/3/a.jpg", content: image }, "too_deep"],
    ["counts otherwise", { name: "٢/a.jpg", content: image }, "not_numbered"],
  ])("a ZIP whose entry %s is read without that entry", async (_name, entry, error) => {
    const before = await masters();
    const done = await takeBeside(entry);
    expect(done.faults.map((found) => found.fault)).toEqual([error]);
    expect(done.totalImages + (done.alreadyThere ?? 0)).toBe(1);
    expect(done.faults[0]?.file.length).toBeLessThanOrEqual(120);
    expect((await masters()).length).toBeLessThanOrEqual(before.length + 1);
  });

  it("a file name is shown without characters that reverse the text", async () => {
    const done = await takeBeside(
      { name: "x/\u202egpj.exe\u0007", content: "x" },
      { name: "y\u2066/a.jpg", content: "x" },
    );
    expect(done.faults.map(({ file }) => file)).toEqual(["x/gpj.exe", "y/a.jpg"]);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    [
      "is something else",
      () => Buffer.from("not an archive at all, but long enough to be looked at"),
      /damaged or incomplete/,
    ],
    ["is empty", () => Buffer.alloc(0), /damaged or incomplete/],
    ["holds nothing", () => rawZip([]), /no photos in numbered folders/],
    ["is cut off", async () => (await zipOf({ "2/a.jpg": good })).subarray(0, -10), /damaged or incomplete/],
    [
      "has lost its beginning",
      async () => (await zipOf({ "2/a.jpg": good })).subarray(100),
      /damaged or incomplete/,
    ],
    [
      "says it has more than it has",
      () => rawZip([{ name: "2/a.jpg", content: good }], { count: 7 }),
      /damaged or incomplete/,
    ],
    [
      "is strongly encrypted",
      () => rawZip([{ name: "2/a.jpg", content: good, flags: 0x841 }]),
      /is encrypted/,
    ],
    ["has 2,001 files", () => rawZip(many(2001)), /more than 2,000 files/],
    ["has 66,000 files and says 464", () => rawZip(many(66_000), { count: 464 }), /more files than it lists/],
    [
      "unpacks to a lot in all",
      () =>
        rawZip(
          Array.from({ length: 300 }, (_, n) => ({
            name: `2/${n}.jpg`,
            content: "x",
            size: 19 * 1024 * 1024,
            isDeflated: true,
          })),
        ),
      /more than 2 GB/,
    ],
  ])("a ZIP that %s is refused in a sentence", async (_name, make, sentence) => {
    const content = await make();
    for (const query of ["", "?dryRun=true"]) {
      const answer = await upload(content, query);
      expect([refusalOf(answer).status, refusalOf(answer).code]).toEqual([422, "file_refused"]);
      expect(answer.json<{ message: string }>().message).toMatch(sentence);
    }
  });

  it("a ZIP with changed bytes is read or refused, and never a server error", async () => {
    const whole = await zipOf({ "2/a.jpg": good, "3/b.jpg": "x" }, { isZip64: true });
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < rounds; round++) {
      const changed = Buffer.from(whole);
      // Most changes are in the archive's directory.
      for (let change = 0; change < 3; change++)
        changed[
          random(2) ? changed.length - 1 - random(Math.min(300, changed.length)) : random(changed.length)
        ] = [0, 255, random(256)][change] ?? 0;
      const answer = await upload(changed, "?dryRun=true");
      expect([200, 422], answer.body).toContain(answer.statusCode);
    }
  });
});
