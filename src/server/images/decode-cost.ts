import type { Metadata } from "sharp";
import { longestImageSide, mostPixels } from "#contract/images.ts";
import { imageType } from "./image-type.ts";

/** Bytes of a picture that its decoder may hold at once. Most are decoded line by line, and hold next to none. */
const mostHeld = 200_000_000;
/** Of an AVIF picture, as measured: its frames, their colours, and what is turned upright of them. */
const avifBytesPerPixel = 12;

/** Whether decoding a picture of this size costs more time or memory than one picture may. */
export const isTooLarge = (width: number, height: number): boolean =>
  width * height > mostPixels || Math.max(width, height) > longestImageSide;

/** The same of what else a file's head says: in some ways of storing it, a picture is held whole. */
export function costsTooMuch(head: Metadata): boolean {
  const pixels = head.width * head.height;
  return isTooLarge(head.width, head.height) || pixels * heldPerPixel(head) > mostHeld;
}

function heldPerPixel({ format, isProgressive, channels, depth, chromaSubsampling }: Metadata): number {
  if (format === "heif") return avifBytesPerPixel;
  if (!isProgressive) return 0;
  if (format === "png") return channels * (depth === "ushort" ? 2 : 1);
  // Of each sample a coefficient of two bytes, until the last scan has come.
  return 2 * (chromaSubsampling === "4:2:0" ? 1.5 : channels);
}

/** Whether a file is of the kinds that are decoded as a whole, by its first bytes alone. */
export function isHeldWhole(bytes: Buffer): boolean {
  const type = imageType(bytes);
  if (type === "heic" || type === "avif") return true;
  return type === "png" ? bytes[28] === 1 : type === "jpeg" && isProgressiveJpeg(bytes);
}

/** Goes from segment to segment up to the one that names the way of encoding. */
function isProgressiveJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xc2) return true;
    if (marker === 0xc0 || marker === 0xc1 || marker === 0xda) return false;
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}
