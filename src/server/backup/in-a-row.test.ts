// @one-database
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { readConfig } from "#server/config.ts";
import { ordersOf, placeOrders, putFiles, secret } from "#test/backups.ts";
import { emptyPlace, migratedPlace, type Place } from "#test/places.ts";
import { startProduct, temporaryFolder } from "#test/product.ts";
import { restoreBackup } from "./restore-backup.ts";
import { backUp } from "./sources.ts";

/** Two backups in the test suite; BACKUPS=20 makes as many as we promise. */
const count = Number(process.env.BACKUPS ?? 2);
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Restores a backup into a place of its own, which goes once `look` has seen it. */
async function inRestored(path: string, look: (place: Place) => Promise<void>): Promise<void> {
  const place = await emptyPlace();
  try {
    const env = { ...place.env, ...secret };
    await restoreBackup(readConfig(env), path);
    await look({ ...place, env });
  } finally {
    place.remove();
  }
}

it(
  "each of several backups in a row holds what was acknowledged before it began",
  async () => {
    const place = await migratedPlace();
    onTestFinished(place.remove);
    const files = putFiles(place, 20);
    const product = await startProduct({ ...place.env, ...secret });
    const load = placeOrders(product.address);
    const taken: { path: string; before: string[] }[] = [];
    for (let at = 0; at < count; at++) {
      const least = load.acknowledged.length + 3;
      await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(least);
      const path = join(folder.path, `${at}.tar`);
      const before = [...load.acknowledged];
      expect(await backUp(readConfig({ ...place.env, ...secret }), path)).toMatchObject({
        unnoted: undefined,
      });
      taken.push({ path, before });
    }
    await load.stop();
    expect(await product.stop()).toBe(0);
    const source = { ...place, env: { ...place.env, ...secret } };
    for (const { path, before } of taken) {
      const expected = await ordersOf(source, before);
      expect(expected).toHaveLength(before.length);
      await inRestored(path, async (restored) => {
        expect(await ordersOf(restored, before)).toEqual(expected);
        for (const [name, content] of files)
          expect(readFileSync(join(restored.env.DATA_DIR ?? "", name)).equals(content)).toBe(true);
      });
      rmSync(path);
    }
  },
  120_000 + count * 60_000,
);
