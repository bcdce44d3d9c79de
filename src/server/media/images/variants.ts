import { mostPixels } from "#domain/file-limits.ts";
import sharp from "sharp";

export const variantWidths = [320, 480, 780, 1000, 1500] as const;
export const variantFormats = ["avif", "webp", "jpg"] as const;
type VariantWidth = (typeof variantWidths)[number];
type VariantFormat = (typeof variantFormats)[number];
export type Variant = { readonly width: VariantWidth; readonly format: VariantFormat };

/**
 * The variants for lists and phones. The drawn fleet has them in the repository beside the masters, so that a
 * first visit waits for no encoder.
 */
export const preparedVariants: readonly Variant[] = [
  { width: 480, format: "avif" },
  { width: 780, format: "avif" },
];

/** The light card's ground: JPEG has no transparency, so cut-outs are laid on it. */
const GROUND = "#e9eeeb";
/** The formats that a master may have. SVG above all is not allowed. */
const MASTER_FORMATS = new Set<string>(["webp", "jpeg", "png", "heif"]);

/**
 * Makes a master smaller and encodes it again: upright, without any metadata, never enlarged. Throws for a master
 * that is broken, too large or no photograph.
 */
export async function makeVariant(master: Buffer, { width, format }: Variant): Promise<Buffer> {
  const image = sharp(master, { limitInputPixels: mostPixels, failOn: "error" });
  const metadata = await image.metadata();
  if (!MASTER_FORMATS.has(metadata.format)) throw new Error(`a picture can't be ${metadata.format}`);
  const small = image.autoOrient().resize({ width, withoutEnlargement: true });
  if (format === "avif") return small.avif({ quality: 55, effort: 1 }).toBuffer();
  if (format === "webp") return small.webp({ quality: 78, alphaQuality: 80, effort: 4 }).toBuffer();
  return small.flatten({ background: GROUND }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}
