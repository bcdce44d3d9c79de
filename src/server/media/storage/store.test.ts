import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { withMutex } from "#server/media/pools/mutex.ts";
import { hashOfContent } from "./manifest.ts";
import { plainImage, temporaryImages } from "#server/media/images/test-images.ts";

const small = { width: 320, format: "webp" } as const;

describe("the picture store", () => {
  it("a variant is made once and kept, across a restart too", async () => {
    const { store, open, dataDir, hash } = await temporaryImages(["a-hero"]);
    const made = await store.variant("a-hero", hash("a-hero"), small);
    expect(await sharp(made).metadata()).toMatchObject({ format: "webp", width: 320 });
    const kept = join(dataDir, "pictures", "variants");
    expect(await readdir(kept)).toEqual([`a-hero.${hash("a-hero")}-320.webp`]);

    await writeFile(join(kept, `a-hero.${hash("a-hero")}-320.webp`), "what was kept");
    expect(await store.variant("a-hero", hash("a-hero"), small)).toBe(made); // from memory
    const again = await open();
    expect(String(await again.variant("a-hero", hash("a-hero"), small))).toBe("what was kept");
  });

  it("a drawing's prepared size is used as it is, and an upload's never", async () => {
    const { store, fleetDir, dataDir, hash } = await temporaryImages(["a-hero"]);
    await mkdir(join(fleetDir, "prepared"));
    const size = { width: 480, format: "avif" } as const;
    await writeFile(join(fleetDir, "prepared", `a-hero.${hash("a-hero")}-480.avif`), "prepared");
    expect(String(await store.variant("a-hero", hash("a-hero"), size))).toBe("prepared");
    expect(await readdir(join(dataDir, "pictures", "variants"))).toEqual([]);

    const upload = await plainImage(3);
    const uploaded = await store.keepMaster("photo-1", upload);
    await writeFile(join(fleetDir, "prepared", `photo-1.${uploaded}-480.avif`), "planted");
    expect(String(await store.variant("photo-1", uploaded, size))).not.toBe("planted");
  });

  it("simultaneous requests for a variant share the work", async () => {
    const { store, hash } = await temporaryImages(["a-hero"]);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => store.variant("a-hero", hash("a-hero"), small)),
    );
    expect(all[0]).toBeInstanceOf(Buffer);
    expect(new Set(all).size).toBe(1);
  });

  it("a written variant leaves no half-written file behind", async () => {
    const { store, dataDir, hash } = await temporaryImages(["a-hero", "b-hero"]);
    await Promise.all(["a-hero", "b-hero"].map((name) => store.variant(name, hash(name), small)));
    expect(
      (await readdir(join(dataDir, "pictures", "variants"))).filter((file) => file.endsWith(".part")),
    ).toEqual([]);
  });

  it("a variant that can't be kept is answered and reported", async () => {
    const unkept: string[] = [];
    const { store, dataDir, hash } = await temporaryImages(["a-hero"], {
      onUnkept: (_, file) => unkept.push(file),
    });
    await mkdir(join(dataDir, "pictures", "variants", `a-hero.${hash("a-hero")}-320.webp`));
    expect(await store.variant("a-hero", hash("a-hero"), small)).toBeInstanceOf(Buffer);
    expect(unkept).toEqual([`a-hero.${hash("a-hero")}-320.webp`]);
  });

  it("an unknown hash or name has no picture", async () => {
    const { store } = await temporaryImages(["a-hero"]);
    expect(await store.variant("a-hero", "00000000", small)).toBeUndefined();
    expect(await store.variant("z-hero", "00000000", small)).toBeUndefined();
    expect(await store.read("z-hero")).toBeUndefined();
    expect(await store.hashOf("z-hero")).toBeUndefined();
  });

  it("an uploaded photo is a master like any other, and its change is noticed", async () => {
    const { store, dataDir } = await temporaryImages(["a-hero"]);
    const file = join(dataDir, "pictures", "masters", "photo-1.webp");
    for (const shade of [3, 7]) {
      const photo = await plainImage(shade);
      await writeFile(file, photo);
      const hash = hashOfContent(photo);
      expect(await store.read("photo-1")).toEqual({ content: photo, hash });
      expect(await store.hashOf("photo-1")).toBe(hash);
      expect(await store.variant("photo-1", hash, small)).toBeInstanceOf(Buffer);
    }
  });

  it("a symbolic link is not followed", async () => {
    const { store, dataDir, fleetDir } = await temporaryImages(["a-hero"]);
    const link = join(dataDir, "pictures", "masters", "linked.webp");
    await symlink(join(fleetDir, "pictures", "a-hero.webp"), link);
    expect(await store.read("linked")).toBeUndefined();
    expect(await store.hashOf("linked")).toBeUndefined();
  });

  it("the memory holds no more than its limit", async () => {
    const { store, dataDir, hash } = await temporaryImages(["a-hero"], { memoryBytes: 1 });
    await store.variant("a-hero", hash("a-hero"), small);
    await writeFile(join(dataDir, "pictures", "variants", `a-hero.${hash("a-hero")}-320.webp`), "from disk");
    expect(String(await store.variant("a-hero", hash("a-hero"), small))).toBe("from disk");
  });
});

describe("claimed jobs", () => {
  it("the queue runs one job at a time, in order, past one that fails", async () => {
    const queue = withMutex();
    const seen: string[] = [];
    const hold = Promise.withResolvers<void>();
    const job = (name: string) => async () => {
      seen.push(`${name} begins`);
      if (name === "a") await hold.promise;
      seen.push(`${name} ends`);
      if (name === "b") throw new Error("no");
    };
    const queued = [queue(job("a")), queue(job("b")), queue(job("c"))];
    // A job that doesn't wait for the first one has begun by the time this folder is read.
    await readdir(import.meta.dirname);
    expect(seen).toEqual(["a begins"]);
    hold.resolve();
    const all = await Promise.allSettled(queued);
    expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });
});
