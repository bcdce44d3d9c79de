import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { onTestFinished } from "vitest";
import { hashOfContent } from "#server/media/storage/manifest.ts";
import { openImageStore, type ImageStoreOptions } from "#server/media/storage/store.ts";

/** A small fleet of plain pictures in a folder of its own, gone after the test. */
export async function temporaryImages(names: readonly string[], more: Partial<ImageStoreOptions> = {}) {
  const root = await mkdtemp(join(tmpdir(), "longbay-pictures-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [fleetDir, dataDir] = [join(root, "fleet"), join(root, "data")];
  await mkdir(join(fleetDir, "pictures"), { recursive: true });
  const hashes: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const content = await plainImage(i);
    await writeFile(join(fleetDir, "pictures", `${name}.webp`), content);
    hashes[name] = hashOfContent(content);
  }
  const manifest = Object.fromEntries(
    names.map((name) => [
      name,
      { hash: hashes[name], width: 900, height: 600, placeholder: "data:image/webp;base64,AA" },
    ]),
  );
  await writeFile(join(fleetDir, "pictures.json"), JSON.stringify(manifest));
  const open = () => openImageStore({ fleetDir, dataDir, ...more });
  return {
    store: await open(),
    open,
    root,
    fleetDir,
    dataDir,
    hash: (name: string) => hashes[name] ?? "none",
  };
}

export const plainImage = (shade: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 900,
      height: 600,
      channels: 4,
      background: { r: 10 * shade, g: 90, b: 120, alpha: 0.5 },
    },
  })
    .webp()
    .toBuffer();
