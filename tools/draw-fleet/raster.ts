// From SVG to the committed files.
import sharp, { type OutputInfo } from "sharp";

/** Bytes that no master may exceed. */
export const MASTER_LIMIT = 70_000;
const MASTER_WIDTH = 1500;

export type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 };

/** The dots per inch at which the drawing is one and a half times as large as the master. */
const DENSITY = 135;

/**
 * Works in two steps on purpose: with a size in the first step, sharp would draw the SVG small at once and lose
 * fine lines. Cells overlap by less than half a pixel, so a small drawing would show seams.
 */
export async function rasterised(svg: string, width = MASTER_WIDTH): Promise<Pixels> {
  const large = await sharp(Buffer.from(svg), { unlimited: true, density: DENSITY })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = await sharp(large.data, { raw: plain(large.info) })
    .resize(width)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: small.data, ...plain(small.info) };
}

/**
 * sharp's own description says that resized pixels are premultiplied although they no longer are: handed on
 * whole, it would whiten everything half transparent.
 */
function plain({ width, height, channels }: OutputInfo) {
  if (channels !== 3 && channels !== 4) throw new Error(`a drawing with ${channels} channels`);
  return { width, height, channels } as const;
}

/**
 * The best WebP below the limit. Below 75, alpha has so few levels that the fading floor shows rings on a dark
 * card.
 */
export async function encoded({ data, ...raw }: Pixels): Promise<Buffer> {
  for (let quality = 84; quality > 50; quality -= 4) {
    const file = await sharp(data, { raw }).webp({ quality, alphaQuality: 75, effort: 6 }).toBuffer();
    if (file.length <= MASTER_LIMIT) return file;
  }
  throw new Error(`a drawing doesn't fit into ${MASTER_LIMIT} bytes`);
}
