// Makes the sizes of the drawings that most visitors need. They are committed, because encoding all of them takes
// a processor more than a minute.
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashOfContent } from "#server/media/storage/manifest.ts";
import { imageFile } from "#server/media/storage/names.ts";
import { makeVariant, preparedVariants } from "#server/media/images/variants.ts";

/**
 * Makes the missing sizes of the masters in `folder`, and deletes the sizes of masters that no longer exist.
 * Returns how many sizes were made.
 */
export async function prepareSizes(folder: string, into: string): Promise<number> {
  await mkdir(into, { recursive: true });
  const there = new Set(await readdir(into));
  let made = 0;
  for (const file of (await readdir(folder)).filter((each) => each.endsWith(".webp"))) {
    const master = await readFile(join(folder, file));
    const image = { name: file.slice(0, -".webp".length), hash: hashOfContent(master) };
    for (const variant of preparedVariants) {
      const wanted = imageFile({ ...image, variant });
      if (there.delete(wanted)) continue;
      // The file first has another name: a file with the size's own name is always complete.
      await writeFile(join(into, `${wanted}.part`), await makeVariant(master, variant));
      await rename(join(into, `${wanted}.part`), join(into, wanted));
      made++;
    }
  }
  for (const left of there) await rm(join(into, left));
  return made;
}
