import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ownPicture } from "#domain/cars/image-addresses.ts";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { makeCar } from "../../../../test/factories.ts";
import { type S3Server, settingsOf, startS3, startTroubled } from "../../../../test/s3.ts";
import { pictureUrl } from "./names.ts";
import { openPictures, type Pictures } from "#server/images/open-images.ts";
import type { StorageSettings } from "./storage-url.ts";
import { sweepPictures } from "./sweep.ts";
import { plainPicture, temporaryPictures } from "#server/images/test-images.ts";
import { databaseTurns, type Turns } from "./job-claims.ts";

const hour = 3_600_000;
let test: TestApp;
let s3: S3Server;
let turns: Turns;
beforeAll(async () => {
  [test, s3] = await Promise.all([startTestApp(), startS3()]);
  turns = databaseTurns(test.services.database);
});
afterAll(async () => {
  await Promise.all([test.close(), s3.close()]);
});

/** Lets time pass for what lies there now. */
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

async function open(storage?: StorageSettings, dataDir?: string): Promise<{ pictures: Pictures; dataDir: string }> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "longbay-sweep-")));
  const { fleetDir } = await temporaryPictures(["a-hero"]);
  const pictures = await openPictures(folder, { fleetDir, storage, turns });
  onTestFinished(async () => {
    await pictures.close();
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
  });
  return { pictures, dataDir: folder };
}

const sweep = (pictures: Pictures) => sweepPictures({ database: test.services.database, pictures, now: Date.now, log: pino({ level: "silent" }) });

let made = 0;
async function takeOne(pictures: Pictures): Promise<{ name: string; hash: string; url: string }> {
  const name = `p-${String(made++).padStart(24, "0")}-900x600`;
  const hash = await pictures.keepMaster(name, await plainPicture(made % 20));
  return { name, hash, url: pictureUrl({ name, hash }) };
}

/** Lets the removal of masters take its time once it has begun; answers when it has. */
function removingSlowly({ homes }: Pictures): Promise<void> {
  const home = homes[1] ?? homes[0];
  const begun = Promise.withResolvers<void>();
  const { remove } = home;
  home.remove = async (name) => {
    begun.resolve();
    await wait(1500);
    await remove(name);
  };
  return begun.promise;
}

const isThere = async (pictures: Pictures, { name }: { name: string }) => (await pictures.read(name)) !== undefined;

describe.each([
  ["a folder", () => undefined],
  ["a bucket", () => s3.settings],
])("the sweep of %s", (_, storage) => {
  it("removes a day later what no car shows, with everything made of it, and nothing else", async () => {
    const { pictures, dataDir } = await open(storage());
    const [unsaved, shown, bare, retired, again] = [
      await takeOne(pictures),
      await takeOne(pictures),
      await takeOne(pictures),
      await takeOne(pictures),
      await takeOne(pictures),
    ];
    await makeCar(test, { images: ["https://elsewhere.example/a.jpg", shown.url] });
    await makeCar(test, { images: [`${bare.name}.webp`] });
    await makeCar(test, { images: [`https://longbay.example${retired.url}`], retiredAt: new Date(), available: false });
    for (const { name, hash } of [unsaved, shown]) await pictures.variant(name, hash, { width: 320, format: "webp" });
    const made = async () => (await readdir(join(dataDir, "pictures", "variants"))).map((file) => file.slice(0, file.indexOf(".")));

    await pass(24 * hour, dataDir);
    const young = await takeOne(pictures);
    expect(await pictures.keepMaster(again.name, Buffer.from("other bytes of the same photo"))).toBe(again.hash);
    expect(await sweep(pictures)).toBe(0);
    await pass(hour + 60_000, dataDir);
    expect(await sweep(pictures)).toBe(1);
    expect(await Promise.all([unsaved, shown, bare, retired, young, again].map((picture) => isThere(pictures, picture)))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect((await made()).toSorted()).toEqual([shown.name]);
    expect((await pictures.read("a-hero"))?.content.length).toBeGreaterThan(0);

    await pass(26 * hour, dataDir);
    expect(await sweep(pictures)).toBe(2);
    expect(await sweep(pictures)).toBe(0);
  });

  it("never removes a picture that somebody is told is there while it is at it", async () => {
    const { pictures: sweeping, dataDir } = await open(storage());
    const { pictures: others } = await open(storage(), dataDir);
    const picture = await takeOne(sweeping);
    await pass(30 * hour, dataDir);
    const isAtIt = removingSlowly(sweeping);
    const swept = sweep(sweeping);
    await isAtIt;
    const told = await others.renew(picture.name);
    expect(await swept).toBe(1);
    expect([told, await isThere(others, picture)]).toEqual([undefined, false]);
  });

  it("takes a file that is sent again meanwhile for a new one", async () => {
    const { pictures: sweeping, dataDir } = await open(storage());
    const { pictures: others } = await open(storage(), dataDir);
    const file = await plainPicture(++made / 50);
    const before = await sweeping.takeIn(file);
    const url = "url" in before ? before.url : "";
    await pass(30 * hour, dataDir);
    const isAtIt = removingSlowly(sweeping);
    const swept = sweep(sweeping);
    await isAtIt;
    expect(await others.takeIn(file)).toEqual({ url });
    await swept;
    expect(await others.read(ownPicture(url)?.name ?? "")).toBeDefined();
  });
});

describe("a folder beside a bucket", () => {
  it("is swept too, and a picture that is in both goes from both", async () => {
    const first = await open();
    const [left, both] = [await takeOne(first.pictures), await takeOne(first.pictures)];
    const { pictures } = await open(s3.settings, first.dataDir);
    expect(await isThere(pictures, left)).toBe(true);
    const content = await first.pictures.read(both.name);
    await pictures.homes[1]?.keep(both.name, content?.content ?? Buffer.alloc(0));
    await pass(26 * hour, first.dataDir);
    expect(await sweep(pictures)).toBeGreaterThanOrEqual(2);
    expect([await isThere(pictures, left), await isThere(pictures, both), await pictures.homes[1]?.find(both.name)]).toEqual([false, false, undefined]);
  });

  it("leaves everything where it is while the bucket is away", async () => {
    const before = await startTroubled(s3.address, (_, response) => {
      response.writeHead(503).end();
      return true;
    });
    onTestFinished(() => before.close());
    const first = await open();
    const picture = await takeOne(first.pictures);
    const { pictures } = await open(settingsOf(before.url), first.dataDir);
    await pass(26 * hour, first.dataDir);
    await expect(sweep(pictures)).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await isThere(first.pictures, picture)).toBe(true);
  });
});

it("tidies away what was made of pictures that another process removed, and half-written files of a day ago", async () => {
  const [{ pictures, dataDir }, { pictures: others }] = [await open(s3.settings), await open(s3.settings)];
  const [gone, kept] = [await takeOne(pictures), await takeOne(pictures)];
  for (const { name, hash } of [gone, kept]) await pictures.variant(name, hash, { width: 320, format: "webp" });
  await pictures.variant("a-hero", pictures.manifest.get("a-hero")?.hash ?? "", { width: 320, format: "webp" });
  await writeFile(join(dataDir, "pictures", "masters", "p-1.webp.0a0b0c0d0e0f.part"), "half");
  await pass(26 * hour, dataDir);
  await others.removeOld(gone.name);
  await pictures.tidy();
  expect((await readdir(join(dataDir, "pictures", "variants"))).map((file) => file.slice(0, file.indexOf("."))).toSorted()).toEqual(
    ["a-hero", kept.name].toSorted(),
  );
  expect(await readdir(join(dataDir, "pictures", "masters"))).toEqual([]);
});
