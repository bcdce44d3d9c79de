// The public names of pictures. A name alone is a stable link; with the hash of its content it never changes.
//   sedan-midnight-hero.webp                    the master, whatever it is now
//   sedan-midnight-hero.1a2b3c4d.webp           the master
//   sedan-midnight-hero.1a2b3c4d-780.avif       a variant
import { variantFormats, variantWidths, type Variant } from "#server/media/images/variants.ts";

export const IMAGES_PATH = "/api/images/cars/";

export type ImageName = {
  readonly name: string;
  /** First eight hexadecimal digits of the SHA-256 of the master. */
  readonly hash?: string;
  readonly variant?: Variant;
};

const longestName = 80;
const nameShape = /^[a-z0-9][a-z0-9-]*$/;
const grammar =
  /^(?<name>[a-z0-9-]+)(?:\.(?<hash>[0-9a-f]{8})(?:-(?<width>\d{3,4})\.(?<format>[a-z]{3,4}))?)?(?<ending>\.webp)?$/;
const isName = (text: string): boolean =>
  text.length <= longestName && nameShape.test(text) && !text.endsWith("-");

/** Parses a picture's file name. A name with a folder, another dot, an escape or a capital is none. */
export function parseImageName(file: string): ImageName | undefined {
  const { name, hash, width, format, ending } = grammar.exec(file)?.groups ?? {};
  if (name === undefined || !isName(name)) return undefined;
  if (width === undefined) {
    if (ending === undefined) return undefined;
    return hash === undefined ? { name } : { name, hash };
  }
  const variant = {
    width: variantWidths.find((known) => String(known) === width),
    format: variantFormats.find((known) => known === format),
  };
  if (!hash || !variant.width || !variant.format || ending !== undefined) return undefined;
  return { name, hash, variant: { width: variant.width, format: variant.format } };
}

export function imageFile({ name, hash, variant }: ImageName): string {
  if (!isName(name)) throw new Error(`not the name of a picture: ${JSON.stringify(name)}`);
  if (hash === undefined) return `${name}.webp`;
  return variant === undefined
    ? `${name}.${hash}.webp`
    : `${name}.${hash}-${variant.width}.${variant.format}`;
}

export const imageUrl = (image: ImageName): string => IMAGES_PATH + imageFile(image);

/** The address to which `-{width}.{format}` is appended. */
export const variantsUrl = (name: string, hash: string): string => `${IMAGES_PATH}${name}.${hash}`;
