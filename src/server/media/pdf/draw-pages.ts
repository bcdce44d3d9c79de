import sharp from "sharp";
import type { RecodedImage } from "#server/media/images/image-worker.ts";
import type { Bitmap, Pages } from "./open-pages.ts";

/** The longest side of a page, and the longest picture that WebP can hold. */
export const longestSide = 2000;
const longestPicture = 16_000;
const background = { r: 255, g: 255, b: 255 };

export const rawOf = ({ width, height }: Bitmap) => ({ width, height, channels: 4 }) as const;

/** The pages as one picture, below one another. */
export async function drawPages({ count, draw }: Pages): Promise<RecodedImage> {
  const side = Math.min(longestSide, Math.floor(longestPicture / count));
  const pages = [];
  for (let index = 0; index < count; index++) pages.push(await draw(index, side));
  const width = Math.max(...pages.map((page) => page.width));
  const height = pages.reduce((sum, page) => sum + page.height, 0);
  let top = 0;
  const layers = pages.map((page) => {
    const layer = { input: Buffer.from(page.data), raw: rawOf(page), left: 0, top };
    top += page.height;
    return layer;
  });
  const content = await sharp({ create: { width, height, channels: 3, background } })
    .composite(layers)
    .webp({ quality: 86, effort: 2 })
    .toBuffer();
  return { content, width, height };
}
