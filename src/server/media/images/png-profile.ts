import { crc32, deflateSync } from "node:zlib";

/** After the signature (8 bytes) and the head (25). */
const afterHead = 33;

/** Adds a colour profile (ICC) to a PNG that we made. */
export function withPngProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from("iCCPicc\0\0", "latin1"), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, afterHead), length, body, sum, png.subarray(afterHead)]);
}
