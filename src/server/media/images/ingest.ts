import { createHash } from "node:crypto";
import heicDecode from "heic-decode";
import sharp, { type Sharp } from "sharp";
import { type ImageError, mostPixels } from "#contract/images.ts";
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
type Recoded = { content: Buffer; width: number; height: number; takenAt: string | undefined };

/**
 * The name is the file's own hash, so that the same file sent twice is one picture; its size stands in the
 * name (`domain/cars/image-addresses.ts`).
 */
const nameStart = (bytes: Uint8Array, audience: ImageAudience): string =>
  `${imagePrefixes[audience]}${createHash("sha256").update(bytes).digest("hex").slice(0, 24)}`;

/**
 * Encodes a file from outside anew: a photograph by its first bytes, decoded, made upright and no larger than
 * needed, without anything that it carried along; only when it was taken is told beside it. Throws ImageRefused for
 * whatever is none.
 */
export async function recode(bytes: Buffer): Promise<Recoded> {
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

/** No larger than a master is kept. */
const fitted = (image: Sharp): Sharp =>
  image.resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true });

/** What a file carries along, which is read before it is left behind; a HEIC picture's too. */
const exifOf = (bytes: Buffer): Promise<Buffer | undefined> =>
  sharp(bytes, { limitInputPixels: mostPixels })
    .metadata()
    .then(
      ({ exif }) => exif,
      () => undefined,
    );

/** Encodes a car's picture anew as the master of all its sizes, named after the file's hash and its own size. */
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
  // The decoder gives bare pixels: to be turned into sRGB they need what their numbers mean.
  if (!profile) return decoded;
  return withProfile(decoded, profile === "p3" ? await displayP3() : profile);
}

/** The encoder carries this profile along: a picture that is written in it has its bytes. */
async function displayP3(): Promise<Buffer> {
  const image = sharp({ create: { width: 1, height: 1, channels: 3, background: "black" } });
  const { icc } = await sharp(await image.withIccProfile("p3").png().toBuffer()).metadata();
  if (!icc) throw new Error("There's no profile of Display P3");
  return icc;
}

/** The same picture, no larger than is kept, with a colour profile that its colours are read by. */
async function withProfile(image: Sharp, profile: Buffer): Promise<Sharp> {
  const png = await fitted(image).png({ compressionLevel: 1 }).toBuffer();
  const tagged = sharp(withPngProfile(png, profile));
  // A profile that can't be read says nothing of the picture.
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
