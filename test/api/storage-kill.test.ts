import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import type { ImagesMoved } from "#contract/admin/storage.ts";
import { openBucket } from "#server/media/storage/bucket.ts";
import { keyOf } from "#server/media/storage/storage-backends.ts";
import { hashOfContent } from "#server/media/storage/manifest.ts";
import { databaseKind, migratedFolder } from "../app.ts";
import { type Product, startProduct } from "../product.ts";
import { allOf, startS3, startTroubled } from "#test/stand-ins/s3.ts";

const password = "harbor fog 4";
const count = 12;
const takenFirst = 5;

async function move({ address }: Product): Promise<ImagesMoved> {
  const json = { "content-type": "application/json" };
  const credentials = JSON.stringify({ email: "admin@longbay.example", password });
  const signedIn = await fetch(`${address}/api/auth/login`, {
    method: "POST",
    headers: json,
    body: credentials,
  });
  const cookie = signedIn.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(";")));
  const answer = await fetch(`${address}/api/admin/upload-to-cloud`, {
    method: "POST",
    headers: { cookie: cookie.join("; ") },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ImagesMoved;
}

it.runIf(databaseKind === "embedded")(
  "a move of pictures goes on after kill -9: nothing is lost, sent twice or not shown",
  async () => {
    const folder = migratedFolder();
    const s3 = await startS3();
    // The storage takes five pictures, and of later ones only the first bytes.
    let isHolding = true;
    let arrived = 0;
    const isStuck = Promise.withResolvers<void>();
    const before = await startTroubled(s3.address, ({ method }) => {
      if (method !== "PUT" || !isHolding || ++arrived <= takenFirst) return false;
      isStuck.resolve();
      return true;
    });
    try {
      const env = {
        DATA_DIR: folder.path,
        DATABASE_URL: "",
        DEMO: "on",
        DEMO_PASSWORD: password,
        STORAGE_URL: before.url,
      };
      const first = await startProduct(env);
      const masters = join(folder.path, "pictures", "masters");
      const imageStore = await Promise.all(
        Array.from({ length: count }, async (_, i) => {
          const name = `p-${String(i).padStart(24, "0")}-300x200`;
          const content = await sharp({
            create: { width: 300, height: 200, channels: 3, background: { r: 20 * i, g: 40, b: 90 } },
          })
            .webp()
            .toBuffer();
          await writeFile(join(masters, `${name}.webp`), content);
          return { name, content, url: `/api/images/cars/${name}.${hashOfContent(content)}.webp` };
        }),
      );
      const interrupted = move(first).catch(() => "ended");
      await isStuck.promise;
      await first.stop("SIGKILL");
      expect(await interrupted).toBe("ended");
      const bucket = openBucket(s3.settings);
      const there = (await allOf(bucket.list("pictures/"))).map(({ key }) => key);
      const here = (await readdir(masters)).map((file) => `pictures/${file}`);
      expect(new Set([...there, ...here])).toEqual(new Set(imageStore.map(({ name }) => keyOf(name))));
      expect(there.length).toBeGreaterThan(0);
      expect(here.length).toBeGreaterThanOrEqual(count - takenFirst);

      isHolding = false;
      before.seen.length = 0;
      const second = await startProduct(env);
      for (const { url, content } of imageStore)
        expect(Buffer.from(await (await fetch(second.address + url)).arrayBuffer())).toEqual(content);
      expect((await move(second)).totalImages).toBe(here.length);
      expect(before.seen.filter((request) => request.startsWith("PUT"))).toHaveLength(count - there.length);
      expect(await readdir(masters)).toEqual([]);
      expect(await allOf(bucket.list("pictures/"))).toHaveLength(count);
      for (const { name, url, content } of imageStore) {
        expect(await bucket.get(keyOf(name))).toEqual(content);
        expect(Buffer.from(await (await fetch(second.address + url)).arrayBuffer())).toEqual(content);
      }
      expect((await move(second)).totalImages).toBe(0);
      expect(await second.stop()).toBe(0);
    } finally {
      await before.close();
      await s3.close();
      folder.remove();
    }
  },
);
