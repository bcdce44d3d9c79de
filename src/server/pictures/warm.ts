import type { PictureStore } from "./store.ts";
import { variantWidths, type Variant } from "./variants.ts";

type Job = { readonly name: string; readonly hash: string; readonly variant: Variant };

/** Makes the variants that visitors will ask for, one at a time. Heroes first, because lists show them; AVIF after WebP, because it costs the most. */
export async function warmPictures(pictures: PictureStore): Promise<void> {
  for (const { name, hash, variant } of jobsFor(pictures)) await pictures.variant(name, hash, variant);
}

export function jobsFor({ manifest }: PictureStore): Job[] {
  const pictures = [...manifest].map(([name, { hash }]) => ({ name, hash }));
  const heroes = pictures.filter(({ name }) => name.endsWith("-hero"));
  const each = (list: typeof pictures, format: Variant["format"], widths: readonly Variant["width"][]): Job[] =>
    widths.flatMap((width) => list.map((picture) => ({ ...picture, variant: { width, format } })));
  const jobs = [
    ...each(heroes, "webp", [480, 780]),
    ...each(heroes, "avif", [480, 780]),
    ...each(pictures, "webp", variantWidths),
    ...each(pictures, "avif", variantWidths),
  ];
  const keyOf = ({ name, variant }: Job) => `${name} ${variant.width} ${variant.format}`;
  const seen = new Set<string>();
  return jobs.filter((job) => !seen.has(keyOf(job)) && seen.add(keyOf(job)));
}
