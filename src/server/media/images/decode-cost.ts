import { longestImageSide, mostPixels } from "#domain/file-limits.ts";
import type { Metadata } from "sharp";
import { imageType } from "#server/files/image-type.ts";

/** Bytes that a picture's decoder may hold at once. Most pictures are decoded line by line and need hardly any. */
const mostHeld = 200_000_000;
/** Measured for AVIF pictures: the decoder's frames, their colours, and the copy that is turned upright. */
const avifBytesPerPixel = 12;

/** Whether decoding a picture of this size costs more time or memory than one picture may. */
export const isTooLarge = (width: number, height: number): boolean =>
  width * height > mostPixels || Math.max(width, height) > longestImageSide;

/** Whether decoding costs too much, by a file's head: its size, and its memory if the decoder holds it whole. */
export function costsTooMuch(head: Metadata): boolean {
  const pixels = head.width * head.height;
  return isTooLarge(head.width, head.height) || pixels * heldPerPixel(head) > mostHeld;
}

function heldPerPixel({ format, isProgressive, channels, depth, chromaSubsampling }: Metadata): number {
  if (format === "heif") return avifBytesPerPixel;
  if (!isProgressive) return 0;
  if (format === "png") return channels * (depth === "ushort" ? 2 : 1);
  // A progressive JPEG's decoder holds two bytes for each sample until the last scan.
  return 2 * (chromaSubsampling === "4:2:0" ? 1.5 : channels);
}

/** A picture with more pixels, in any format, is decoded alone. Most cameras make smaller pictures. */
const mostBesideOthers = 16_000_000;

/** Whether decoding a file takes so much memory that such files go one at a time, by the file's first bytes. */
export function isHeavy(bytes: Buffer): boolean {
  const type = imageType(bytes);
  if (type === "heic" || type === "avif") return true;
  if (type === "png") {
    if (bytes.length < 29) return false;
    const [depth, isInterlaced] = [bytes[24] ?? 0, bytes[28] === 1];
    return isInterlaced || (bytes.readUInt32BE(16) * bytes.readUInt32BE(20) * depth) / 8 > mostBesideOthers;
  }
  return type === "webp" ? webpPixels(bytes) > mostBesideOthers : type === "jpeg" && isHeavyJpeg(bytes);
}

/** Goes through a JPEG's segments up to the one with the encoding and the size. */
function isHeavyJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xc2) return true;
    if (marker === 0xc0 || marker === 0xc1)
      return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7) > mostBesideOthers;
    if (marker === 0xda) return false;
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** A WebP file begins in one of three ways, and each has its size in another place. */
function webpPixels(bytes: Buffer): number {
  if (bytes.length < 30) return 0;
  const begins = bytes.toString("latin1", 12, 16);
  if (begins === "VP8X") return (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1);
  if (begins === "VP8 ") return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff);
  const sides = bytes.readUInt32LE(21);
  return ((sides & 0x3fff) + 1) * (((sides >>> 14) & 0x3fff) + 1);
}
