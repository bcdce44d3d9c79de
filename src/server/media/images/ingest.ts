import { createHash } from "node:crypto";
import heicDecode from "heic-decode";
import sharp, { type Sharp } from "sharp";
import type { ImageError } from "#contract/images.ts";
import { mostPixels } from "#domain/file-limits.ts";
import { type ImageAudience, imagePrefixes } from "#domain/cars/image-addresses.ts";
import { captureTime } from "./capture-time.ts";
import { costsTooMuch, isTooLarge } from "./decode-cost.ts";
import { readHeicBoxes } from "./heic-boxes.ts";
import { imageType } from "#server/files/image-type.ts";
import { withPngProfile } from "./png-profile.ts";

/** The longest side of a master that is kept. */
const longestSide = 2000;

export class ImageRefused extends Error {
  override name = "ImageRefused";
  readonly code: ImageError;

  constructor(code: ImageError) {
    super(code);
    this.code = code;
  }
}

export type Master = { name: string; content: Buffer };
type RecodedImage = { content: Buffer; width: number; height: number; takenAt: string | undefined };

/**
 * The name is the file's own hash, so that the same file sent twice is one picture; its size is in the name
 * (`domain/cars/image-addresses.ts`).
 */
const nameStart = (bytes: Uint8Array, audience: ImageAudience): string =>
  `${imagePrefixes[audience]}${createHash("sha256").update(bytes).digest("hex").slice(0, 24)}`;

/**
 * Encodes a file from outside again: it must be a photograph by its first bytes, and is decoded, turned upright and
 * made no larger than needed. All metadata is dropped; only the time when it was taken is returned. Throws
 * ImageRefused for a file that isn't a photograph.
 */
export async function recode(bytes: Buffer): Promise<RecodedImage> {
  const type = imageType(bytes);
  if (bytes.length === 0) throw new ImageRefused("empty");
  if (!type) throw new ImageRefused("not_a_picture");
  const image = type === "heic" ? await readHeic(bytes) : await openImage(bytes);
  try {
    const { data, info } = await fitted(image.autoOrient())
      .toColourspace("srgb")
      .webp({ quality: 86, alphaQuality: 90, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    const takenAt = captureTime(await exifOf(bytes));
    return { content: data, width: info.width, height: info.height, takenAt };
  } catch {
    throw new ImageRefused("broken");
  }
}

/** Makes a picture no larger than a stored master. */
const fitted = (image: Sharp): Sharp =>
  image.resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true });

/** The EXIF data of a file, also of a HEIC picture. It is read here and then dropped. */
const exifOf = (bytes: Buffer): Promise<Buffer | undefined> =>
  sharp(bytes, { limitInputPixels: mostPixels })
    .metadata()
    .then(
      ({ exif }) => exif,
      () => undefined,
    );

/** Re-encodes a car's picture as the master of all its sizes, named after the file's hash and its own size. */
export async function makeMaster(bytes: Buffer, audience: ImageAudience = "public"): Promise<Master> {
  const { content, width, height } = await recode(bytes);
  return { name: `${nameStart(bytes, audience)}-${width}x${height}`, content };
}

async function openImage(bytes: Buffer): Promise<Sharp> {
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" });
  const metadata = await image.metadata().catch((error: Error) => {
    throw new ImageRefused(/pixel limit/i.test(error.message) ? "too_many_pixels" : "broken");
  });
  if (costsTooMuch(metadata)) throw new ImageRefused("too_many_pixels");
  if (!["jpeg", "png", "webp", "heif"].includes(metadata.format)) throw new ImageRefused("not_a_picture");
  return image;
}

async function readHeic(bytes: Buffer): Promise<Sharp> {
  const { isWhole, profile } = readHeicBoxes(bytes);
  if (!isWhole) throw new ImageRefused("broken");
  const decoded = await decodeHeic(bytes);
  // The decoder returns pixels without a profile: to turn them into sRGB, the profile has to be added.
  if (!profile) return decoded;
  return withProfile(decoded, profile === "p3" ? await displayP3() : profile);
}

/** The encoder contains this profile: a picture that is written with it has the profile's bytes. */
async function displayP3(): Promise<Buffer> {
  const image = sharp({ create: { width: 1, height: 1, channels: 3, background: "black" } });
  const { icc } = await sharp(await image.withIccProfile("p3").png().toBuffer()).metadata();
  if (!icc) throw new Error("There's no profile of Display P3");
  return icc;
}

/** The same picture, no larger than a stored master, with the colour profile of its pixels. */
async function withProfile(image: Sharp, profile: Buffer): Promise<Sharp> {
  const png = await fitted(image).png({ compressionLevel: 1 }).toBuffer();
  const tagged = sharp(withPngProfile(png, profile));
  // A profile that can't be read is left out: the picture itself may be sound.
  return (await tagged.stats().catch(() => undefined)) ? tagged : sharp(png);
}

async function decodeHeic(bytes: Buffer): Promise<Sharp> {
  const found = await heicDecode.all({ buffer: bytes }).catch(() => undefined);
  try {
    const [first] = found ?? [];
    if (!first) throw new ImageRefused("heic");
    if (isTooLarge(first.width, first.height)) throw new ImageRefused("too_many_pixels");
    const { width, height, data } = await first.decode().catch(() => {
      throw new ImageRefused("heic");
    });
    return sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
      raw: { width, height, channels: 4 },
    });
  } finally {
    found?.dispose();
  }
}
