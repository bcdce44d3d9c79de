import { setTimeout as sleep } from "node:timers/promises";
import type { PictureStore } from "./store.ts";
import { variantWidths, type Variant } from "./variants.ts";

type Job = { readonly name: string; readonly hash: string; readonly variant: Variant };

/**
 * Makes the variants that visitors will ask for, one at a time, resting between two as long as the last one took, so
 * that the site stays quick. Heroes first, because lists show them; AVIF last, because it costs the most. Call it after
 * the server listens; it ends early and quietly when the signal is given.
 */
export async function warmPictures(pictures: PictureStore, signal?: AbortSignal): Promise<void> {
  for (const { name, hash, variant } of jobsFor(pictures)) {
    if (signal?.aborted) return;
    const started = performance.now();
    await pictures.variant(name, hash, variant);
    const rest = Math.max(1, performance.now() - started);
    await sleep(rest, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined);
  }
}

export function jobsFor({ manifest }: PictureStore): Job[] {
  const pictures = [...manifest].map(([name, { hash }]) => ({ name, hash }));
  const heroes = pictures.filter(({ name }) => name.endsWith("-hero"));
  const each = (list: typeof pictures, format: Variant["format"], widths: readonly Variant["width"][]): Job[] =>
    widths.flatMap((width) => list.map((picture) => ({ ...picture, variant: { width, format } })));
  const jobs = [
    ...each(heroes, "webp", [480, 780]),
    ...each(pictures, "webp", variantWidths),
    ...each(heroes, "avif", [480, 780]),
    ...each(pictures, "avif", variantWidths),
  ];
  const keyOf = ({ name, variant }: Job) => `${name} ${variant.width} ${variant.format}`;
  const seen = new Set<string>();
  return jobs.filter((job) => !seen.has(keyOf(job)) && seen.add(keyOf(job)));
}
