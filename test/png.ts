import { crc32, deflateSync } from "node:zlib";

type Head = { width: number; height: number; bits: 1 | 8 | 16; isInterlaced?: boolean; isTurned?: boolean };
const colours = { 1: { type: 0, channels: 1 }, 8: { type: 6, channels: 4 }, 16: { type: 6, channels: 4 } };
/** The start and the steps of each of the seven passes of an interlaced picture. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
/** EXIF data which says that the picture lies on its side. */
const turned = Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex");

/** A black PNG: it has few bytes, whatever its size. */
export function blackPng({ width, height, bits, isInterlaced = false, isTurned = false }: Head): Buffer {
  const { type, channels } = colours[bits];
  const rows = (w: number, h: number) => (w > 0 ? h * (1 + Math.ceil((w * channels * bits) / 8)) : 0);
  const unpacked = isInterlaced
    ? passes
        .map(([x, y, dx, dy]) => rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)))
        .reduce((sum, bytes) => sum + bytes, 0)
    : rows(width, height);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, type, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    ...(isTurned ? [chunk("eXIf", turned)] : []),
    chunk("IDAT", deflateSync(Buffer.alloc(unpacked), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
