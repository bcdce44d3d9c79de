import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { AdminCar } from "#contract/admin/cars.ts";
import type { ImagesTaken } from "#contract/images.ts";
import { databaseKind, migratedFolder } from "#test/app.ts";
import { photoOf, zipOf } from "#test/archives.ts";
import { multipart } from "#test/multipart.ts";
import { postJson, type Product, startProduct } from "#test/product.ts";

const cars = 36;

// Only the embedded database ends with its process; a server goes on.
it.runIf(databaseKind === "embedded")(
  "a killed and repeated ZIP upload leaves every car its pictures once and no file behind",
  async () => {
    const folder = migratedFolder();
    const password = "harbor fog 4";
    const env = { DATA_DIR: folder.path, DEMO: "on", DEMO_PASSWORD: password };
    const photos = Object.fromEntries(
      await Promise.all(
        Array.from(
          { length: cars },
          async (_, n) => [`${n + 2}/a.jpg`, await photoOf(n, 2000, 1300)] as const,
        ),
      ),
    );
    const { payload, headers } = await multipart([
      { field: "file", name: "photos.zip", type: "application/zip", content: await zipOf(photos) },
    ]);
    const signIn = async ({ address }: Product) => {
      const { body } = await postJson(address, "/api/auth/login", {
        email: "admin@longbay.example",
        password,
      });
      return {
        authorization: `Bearer ${(body as { session: { access_token: string } }).session.access_token}`,
      };
    };
    const send = ({ address }: Product, token: { authorization: string }) =>
      fetch(`${address}/api/admin/upload-images`, {
        method: "POST",
        headers: { ...headers, ...token },
        body: new Uint8Array(payload),
      });
    const withImages = async ({ address }: Product, token: { authorization: string }) => {
      const found: AdminCar[] = [];
      for (let next = "?limit=100"; next;) {
        const answer = await fetch(`${address}/api/admin/cars${next}`, { headers: token });
        found.push(...((await answer.json()) as AdminCar[]));
        next = /\?[^>]*/.exec(answer.headers.get("link") ?? "")?.[0] ?? "";
      }
      return found
        .map(({ images }) => images.filter((image) => image.includes("/p-")))
        .filter((images) => images.length);
    };
    const leftBehind = () => readdir(join(folder.path, "uploads"));

    try {
      const first = await startProduct(env);
      const token = await signIn(first);
      const sending = send(first, token).catch(() => undefined);
      await expect
        .poll(async () => (await withImages(first, token)).length, { timeout: 60_000, interval: 100 })
        .toBeGreaterThan(2);
      await first.stop("SIGKILL");
      await sending;
      expect(await leftBehind()).toHaveLength(1);

      const second = await startProduct(env);
      expect(await leftBehind()).toEqual([]);
      const again = await signIn(second);
      const kept = (await withImages(second, again)).length;
      expect(kept).toBeGreaterThan(2);
      expect(kept).toBeLessThan(cars);
      const done = (await (await send(second, again)).json()) as ImagesTaken;
      expect(done).toMatchObject({ totalImages: cars - kept, alreadyThere: kept, errors: 0 });
      const all = await withImages(second, again);
      expect([all.length, new Set(all.flat()).size]).toEqual([cars, cars]);
      for (const [url = ""] of all) expect((await fetch(second.address + url)).status).toBe(200);
      expect(await leftBehind()).toEqual([]);
      await second.stop();
    } finally {
      folder.remove();
    }
  },
);
