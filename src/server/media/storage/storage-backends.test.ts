import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { allOf, type S3Server, settingsOf, startS3, startTroubled } from "#test/stand-ins/s3.ts";
import { openBucket } from "./bucket.ts";
import { bucketBackend, folderBackend, type StorageBackend, keyOf } from "./storage-backends.ts";
import { hashOfContent } from "./manifest.ts";

const hour = 3_600_000;
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const clock = { offset: 0 };
const now = () => Date.now() + clock.offset;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "longbay-home-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const content = Buffer.from("a photo");
const listed = async (home: StorageBackend) =>
  (await allOf(home.list())).map(({ name, bytes }) => `${name} ${bytes}`).toSorted();
let made = 0;
const fresh = () => `photo-${made++}`;

describe.each([
  ["a folder", async () => folderBackend(await temporaryFolder(), now)],
  ["a bucket", () => Promise.resolve(bucketBackend(openBucket(s3.settings), now))],
])("%s of masters", (_, open) => {
  it("the storage keeps, finds, hashes, renews and removes a master", async () => {
    clock.offset = 0;
    const home = await open();
    const name = fresh();
    const began = Date.now();
    expect([await home.read(name), await home.hashOf(name), await home.find(name)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await home.renew(name);
    expect(await home.find(name)).toBeUndefined();
    await home.keep(name, content);
    expect([await home.read(name), await home.hashOf(name)]).toEqual([content, hashOfContent(content)]);
    expect(await listed(home)).toContain(`${name} 7`);
    const before = await home.find(name);
    // A store may tell whole seconds.
    expect(before?.at).toBeGreaterThan(began - 1000);
    expect(before?.at).toBeLessThan(Date.now() + 1000);

    await home.remove(name);
    expect([await home.read(name), await home.hashOf(name), await home.find(name)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await listed(home)).not.toContain(`${name} 7`);
  });
});

it("a folder renews a file's age and lists only masters", async () => {
  clock.offset = 0;
  const folder = await temporaryFolder();
  const home = folderBackend(folder, now);
  await home.keep("photo", content);
  await utimes(join(folder, "photo.webp"), new Date(now() - 30 * hour), new Date(now() - 30 * hour));
  expect((await home.find("photo"))?.at).toBeLessThan(now() - 29 * hour);
  await home.renew("photo");
  expect((await home.find("photo"))?.at).toBeGreaterThan(now() - hour);
  for (const file of ["photo.webp.0a0b.part", "Photo.webp", "notes.txt", "photo.1a2b3c4d.webp"])
    await writeFile(join(folder, file), "x");
  expect(await listed(home)).toEqual(["photo 7"]);
});

describe("a bucket's master", () => {
  it("a bucket's master is rewritten with the same bytes only once it is an hour old", async () => {
    clock.offset = 0;
    const before = await startTroubled(s3.address, () => false);
    onTestFinished(() => before.close());
    const home = bucketBackend(openBucket(settingsOf(before.url)), now);
    const name = fresh();
    await home.keep(name, content);
    const writes = () => before.seen.filter((request) => request.startsWith("PUT")).length;
    await home.renew(name);
    expect(writes()).toBe(1);
    clock.offset = 2 * hour;
    await home.renew(name);
    expect(writes()).toBe(2);
    expect(await openBucket(s3.settings).get(keyOf(name))).toEqual(content);
  });

  it("a bucket's master is known for five minutes without a request", async () => {
    clock.offset = 0;
    const [home, other] = [
      bucketBackend(openBucket(s3.settings), now),
      bucketBackend(openBucket(s3.settings), now),
    ];
    const name = fresh();
    await home.keep(name, content);
    await other.remove(name);
    expect(await home.hashOf(name)).toBe(hashOfContent(content));
    clock.offset = 6 * 60_000;
    expect(await home.hashOf(name)).toBeUndefined();
  });

  it("a bucket's known master stays known while the storage is away, and an unknown one doesn't", async () => {
    clock.offset = 0;
    let isAway = false;
    const before = await startTroubled(s3.address, (_, response) => {
      if (isAway) response.destroy();
      return isAway;
    });
    onTestFinished(() => before.close());
    const home = bucketBackend(openBucket(settingsOf(before.url)), now);
    const [seen, unseen] = [fresh(), fresh()];
    for (const name of [seen, unseen]) await bucketBackend(openBucket(s3.settings), now).keep(name, content);
    expect(await home.hashOf(seen)).toBe(hashOfContent(content));
    isAway = true;
    clock.offset = 6 * 60_000;
    expect(await home.hashOf(seen)).toBe(hashOfContent(content));
    await expect(home.hashOf(unseen)).rejects.toMatchObject({ code: "storage_unavailable" });
  });

  it("a bucket's master copied by another program needs no checksum of ours", async () => {
    const name = fresh();
    const put = await fetch(`${s3.settings.address}${keyOf(name)}`, {
      method: "PUT",
      body: content,
      headers: { authorization: "AWS S3RVER:" },
    });
    expect(put.status).not.toBe(200); // nobody writes without a key
    const bucket = openBucket(s3.settings);
    const plain = {
      ...bucket,
      head: async (key: string) => ({ ...(await bucket.head(key)), sha256: undefined, bytes: 7, at: 0 }),
    };
    await bucket.put(keyOf(name), content, {});
    expect(await bucketBackend(plain, now).hashOf(name)).toBe(hashOfContent(content));
  });
});
