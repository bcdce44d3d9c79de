// The list of pictures: facts that a server needs about each picture without opening it.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { hashOfContent, type ImageEntry } from "#server/media/storage/manifest.ts";

/** Describes every WebP file of a folder, by its name without the ending. */
async function describe(folder: string): Promise<Record<string, ImageEntry>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".webp")).toSorted();
  const entries: [string, ImageEntry][] = [];
  for (const file of files) {
    const content = await readFile(join(folder, file));
    const { width, height } = await sharp(content).metadata();
    entries.push([
      file.slice(0, -".webp".length),
      { hash: hashOfContent(content), width, height, placeholder: await placeholderOf(content) },
    ]);
  }
  return Object.fromEntries(entries);
}

export async function writeManifest(folder: string, file: string): Promise<{ count: number; bytes: number }> {
  const entries = await describe(folder);
  const lines = Object.entries(entries).map(
    ([name, entry]) => `  ${JSON.stringify(name)}: ${JSON.stringify(entry)}`,
  );
  await writeFile(file, `{\n${lines.join(",\n")}\n}\n`);
  const sizes = await Promise.all(Object.keys(entries).map((name) => readFile(join(folder, `${name}.webp`))));
  return { count: sizes.length, bytes: sizes.reduce((sum, content) => sum + content.length, 0) };
}

/** A tiny blurred picture as a data URL, to be shown until the real one is there. */
async function placeholderOf(content: Buffer): Promise<string> {
  const tiny = await sharp(content).resize(12).webp({ quality: 30, alphaQuality: 30, effort: 6 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}
