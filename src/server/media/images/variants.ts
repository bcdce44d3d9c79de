import sharp from "sharp";

export const variantWidths = [320, 480, 780, 1000, 1500] as const;
export const variantFormats = ["avif", "webp", "jpg"] as const;
type VariantWidth = (typeof variantWidths)[number];
type VariantFormat = (typeof variantFormats)[number];
export type Variant = { readonly width: VariantWidth; readonly format: VariantFormat };

/**
 * What browsers ask for on lists and phones. Of the drawn fleet these are committed beside the masters, so
 * that a first visit waits for no encoder.
 */
export const preparedVariants: readonly Variant[] = [
  { width: 480, format: "avif" },
  { width: 780, format: "avif" },
];

/** The light card's ground: JPEG has no transparency, so cut-outs are laid on it. */
const GROUND = "#e9eeeb";
const MAX_PIXELS = 50_000_000;
/** What a master may be; SVG above all may not. */
const MASTER_FORMATS = new Set<string>(["webp", "jpeg", "png", "heif"]);

/**
 * A master made smaller and encoded anew: upright, without any metadata, never enlarged. Refuses what is
 * broken, too large or no photograph.
 */
export async function makeVariant(master: Buffer, { width, format }: Variant): Promise<Buffer> {
  const image = sharp(master, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  const metadata = await image.metadata();
  if (!MASTER_FORMATS.has(metadata.format)) throw new Error(`a picture can't be ${metadata.format}`);
  const small = image.autoOrient().resize({ width, withoutEnlargement: true });
  if (format === "avif") return small.avif({ quality: 55, effort: 1 }).toBuffer();
  if (format === "webp") return small.webp({ quality: 78, alphaQuality: 80, effort: 4 }).toBuffer();
  return small.flatten({ background: GROUND }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}
