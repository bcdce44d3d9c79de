// @one-database
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ownImage } from "#domain/cars/image-addresses.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeCar } from "#test/factories.ts";
import { type S3Server, settingsOf, startS3, startTroubled } from "#test/stand-ins/s3.ts";
import { imageUrl } from "#server/media/storage/names.ts";
import { openImages, type CarImageStore } from "#server/media/images/open-images.ts";
import type { StorageSettings } from "#server/media/storage/storage-url.ts";
import { sweepImages } from "./sweep.ts";
import { plainImage, temporaryImages } from "#server/media/images/test-images.ts";
import { databaseJobClaims, type JobClaims } from "#server/media/storage/job-claims.ts";

const hour = 3_600_000;
let test: TestApp;
let s3: S3Server;
let turns: JobClaims;
beforeAll(async () => {
  [test, s3] = await Promise.all([startTestApp(), startS3()]);
  turns = databaseJobClaims(test.services.database);
});
afterAll(async () => {
  await Promise.all([test.close(), s3.close()]);
});

/** Dates the files there back by some time. */
async function pass(time: number, ...folders: string[]): Promise<void> {
  for (const folder of [...folders, s3.directory]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const found = await stat(path).catch(() => undefined);
      // A variant that was still being written has another name by now.
      if (found) await utimes(path, new Date(), new Date(found.mtimeMs - time)).catch(() => undefined);
    }
  }
}

async function open(
  storage?: StorageSettings,
  dataDir?: string,
  ownTurns = turns,
): Promise<{ imageStore: CarImageStore; dataDir: string }> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "longbay-sweep-")));
  const { fleetDir } = await temporaryImages(["a-hero"]);
  const imageStore = await openImages(folder, { fleetDir, storage, turns: ownTurns });
  onTestFinished(async () => {
    await imageStore.close();
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
  });
  return { imageStore, dataDir: folder };
}

const sweep = (imageStore: CarImageStore) =>
  sweepImages({
    database: test.services.database,
    imageStore,
    now: Date.now,
    log: pino({ level: "silent" }),
  });

let made = 0;
async function takeOne(imageStore: CarImageStore): Promise<{ name: string; hash: string; url: string }> {
  const name = `p-${String(made++).padStart(24, "0")}-900x600`;
  const hash = await imageStore.keepMaster(name, await plainImage(made % 20));
  return { name, hash, url: imageUrl({ name, hash }) };
}

/** Holds the removal of masters once it has begun, until it is let go. */
function heldRemoval({ homes }: CarImageStore): { begun: Promise<void>; letGo: () => void } {
  const home = homes[1] ?? homes[0];
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { remove } = home;
  home.remove = async (name) => {
    begun.resolve();
    await held.promise;
    await remove(name);
  };
  return { begun: begun.promise, letGo: () => held.resolve() };
}

/** The claims of all processes, and a promise of the first claim that is tried. */
function watchedTurns(): { turns: JobClaims; asked: Promise<void> } {
  const asked = Promise.withResolvers<void>();
  return {
    asked: asked.promise,
    turns: {
      ...turns,
      claimed(what, work) {
        const result = turns.claimed(what, work);
        asked.resolve();
        return result;
      },
    },
  };
}

const isThere = async (imageStore: CarImageStore, { name }: { name: string }) =>
  (await imageStore.read(name)) !== undefined;

describe.each([
  ["a folder", () => undefined],
  ["a bucket", () => s3.settings],
])("the sweep of %s", (_, storage) => {
  it("an unused picture is removed a day later with everything made of it, and nothing else", async () => {
    const { imageStore, dataDir } = await open(storage());
    const [unsaved, shown, bare, retired, again] = [
      await takeOne(imageStore),
      await takeOne(imageStore),
      await takeOne(imageStore),
      await takeOne(imageStore),
      await takeOne(imageStore),
    ];
    await makeCar(test, { images: ["https://elsewhere.example/a.jpg", shown.url] });
    await makeCar(test, { images: [`${bare.name}.webp`] });
    await makeCar(test, {
      images: [`https://longbay.example${retired.url}`],
      retiredAt: new Date(),
      available: false,
    });
    for (const { name, hash } of [unsaved, shown])
      await imageStore.variant(name, hash, { width: 320, format: "webp" });
    const made = async () =>
      (await readdir(join(dataDir, "pictures", "variants"))).map((file) => file.slice(0, file.indexOf(".")));

    await pass(24 * hour, dataDir);
    const young = await takeOne(imageStore);
    expect(await imageStore.keepMaster(again.name, Buffer.from("other bytes of the same photo"))).toBe(
      again.hash,
    );
    expect(await sweep(imageStore)).toBe(0);
    await pass(hour + 60_000, dataDir);
    expect(await sweep(imageStore)).toBe(1);
    expect(
      await Promise.all(
        [unsaved, shown, bare, retired, young, again].map((image) => isThere(imageStore, image)),
      ),
    ).toEqual([false, true, true, true, true, true]);
    expect((await made()).toSorted()).toEqual([shown.name]);
    expect((await imageStore.read("a-hero"))?.content.length).toBeGreaterThan(0);

    await pass(26 * hour, dataDir);
    expect(await sweep(imageStore)).toBe(2);
    expect(await sweep(imageStore)).toBe(0);
  });

  it("a picture that was renewed meanwhile is never removed", async () => {
    const { imageStore: sweeping, dataDir } = await open(storage());
    const watched = watchedTurns();
    const { imageStore: others } = await open(storage(), dataDir, watched.turns);
    const image = await takeOne(sweeping);
    await pass(30 * hour, dataDir);
    const removal = heldRemoval(sweeping);
    const swept = sweep(sweeping);
    await removal.begun;
    const renewed = others.renew(image.name);
    // A call that waits for no claim would answer now, and wrongly.
    await Promise.race([renewed, watched.asked]);
    removal.letGo();
    expect(await swept).toBe(1);
    expect([await renewed, await isThere(others, image)]).toEqual([undefined, false]);
  });

  it("a file that is sent again meanwhile counts as a new one", async () => {
    const { imageStore: sweeping, dataDir } = await open(storage());
    const watched = watchedTurns();
    const { imageStore: others } = await open(storage(), dataDir, watched.turns);
    const file = await plainImage(++made / 50);
    const before = await sweeping.takeIn(file);
    const url = "url" in before ? before.url : "";
    await pass(30 * hour, dataDir);
    const removal = heldRemoval(sweeping);
    const swept = sweep(sweeping);
    await removal.begun;
    const taken = others.takeIn(file);
    await Promise.race([taken, watched.asked]);
    removal.letGo();
    expect(await taken).toEqual({ url });
    await swept;
    expect(await others.read(ownImage(url)?.name ?? "")).toBeDefined();
  });
});

describe("a folder beside a bucket", () => {
  it("the folder is swept too, and a picture in both is removed from both", async () => {
    const first = await open();
    const [left, both] = [await takeOne(first.imageStore), await takeOne(first.imageStore)];
    const { imageStore } = await open(s3.settings, first.dataDir);
    expect(await isThere(imageStore, left)).toBe(true);
    const content = await first.imageStore.read(both.name);
    await imageStore.homes[1]?.keep(both.name, content?.content ?? Buffer.alloc(0));
    await pass(26 * hour, first.dataDir);
    expect(await sweep(imageStore)).toBeGreaterThanOrEqual(2);
    expect([
      await isThere(imageStore, left),
      await isThere(imageStore, both),
      await imageStore.homes[1]?.find(both.name),
    ]).toEqual([false, false, undefined]);
  });

  it("a sweep removes nothing while the bucket is away", async () => {
    const before = await startTroubled(s3.address, (_, response) => {
      response.writeHead(503).end();
      return true;
    });
    onTestFinished(() => before.close());
    const first = await open();
    const image = await takeOne(first.imageStore);
    const { imageStore } = await open(settingsOf(before.url), first.dataDir);
    await pass(26 * hour, first.dataDir);
    await expect(sweep(imageStore)).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await isThere(first.imageStore, image)).toBe(true);
  });
});

it("a sweep removes sizes of pictures that are gone, and half-written files after a day", async () => {
  const [{ imageStore, dataDir }, { imageStore: others }] = [
    await open(s3.settings),
    await open(s3.settings),
  ];
  const [gone, kept] = [await takeOne(imageStore), await takeOne(imageStore)];
  for (const { name, hash } of [gone, kept])
    await imageStore.variant(name, hash, { width: 320, format: "webp" });
  await imageStore.variant("a-hero", imageStore.manifest.get("a-hero")?.hash ?? "", {
    width: 320,
    format: "webp",
  });
  await writeFile(join(dataDir, "pictures", "masters", "p-1.webp.0a0b0c0d0e0f.part"), "half");
  await pass(26 * hour, dataDir);
  await others.removeOld(gone.name);
  await imageStore.tidy();
  expect(
    (await readdir(join(dataDir, "pictures", "variants")))
      .map((file) => file.slice(0, file.indexOf(".")))
      .toSorted(),
  ).toEqual(["a-hero", kept.name].toSorted());
  expect(await readdir(join(dataDir, "pictures", "masters"))).toEqual([]);
});
