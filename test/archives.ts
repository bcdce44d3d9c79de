import { buffer } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import sharp from "sharp";
import { ZipFile } from "yazl";

type Content = Buffer | string;

/** An archive as a well-behaved program makes it. */
export async function zipOf(
  files: Readonly<Record<string, Content>>,
  options: { isStored?: boolean; isZip64?: boolean } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(content), path, {
      compress: !options.isStored,
      forceZip64Format: options.isZip64 === true,
    });
  }
  zip.end({ forceZip64Format: options.isZip64 === true, comment: "" });
  return buffer(zip.outputStream);
}

/** An entry of a hostile archive: its header may claim anything. */
export type RawEntry = {
  name: Content;
  content?: Content;
  isDeflated?: boolean;
  method?: number;
  flags?: number;
  sum?: number;
  size?: number;
  packedSize?: number;
  /** The Unix file type and mode. */
  mode?: number;
  comment?: Buffer;
  extra?: Buffer;
  /** The offset that the entry claims. */
  offset?: number;
};

/**
 * An archive, byte by byte. `count` is the number of entries it claims; a number too big for ZIP gives a ZIP64.
 */
export function rawZip(
  entries: readonly RawEntry[],
  { count = entries.length }: { count?: number } = {},
): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { flags = 0x800, comment = Buffer.alloc(0), extra = Buffer.alloc(0), mode = 0o100644 } = entry;
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? "");
    const packed = entry.isDeflated ? deflateRawSync(content) : content;
    const said = Buffer.alloc(26);
    said.writeUInt16LE(20, 0);
    said.writeUInt16LE(flags, 2);
    said.writeUInt16LE(entry.method ?? (entry.isDeflated ? 8 : 0), 4);
    said.writeUInt32LE(entry.sum ?? crc32(content), 10);
    said.writeUInt32LE(entry.packedSize ?? packed.length, 14);
    said.writeUInt32LE(entry.size ?? content.length, 18);
    said.writeUInt16LE(name.length, 22);
    said.writeUInt16LE(extra.length, 24);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), said, name, extra, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt16LE(comment.length, 0);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(entry.offset ?? offset, 10);
    centrals.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), said, rest, name, extra, comment);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([
    ...locals,
    directory,
    ...(count > 0xffff ? [zip64End(count, directory.length, offset)] : []),
    end,
  ]);
}

function zip64End(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(76);
  end.write("PK\x06\x06", "latin1");
  for (const [place, value] of [
    [4, 44],
    [24, count],
    [32, count],
    [40, length],
    [48, offset],
    [64, offset + length],
  ] as const)
    end.writeBigUInt64LE(BigInt(value), place);
  end.write("PK\x06\x07", 56, "latin1");
  end.writeUInt32LE(1, 72);
  return end;
}

/** A small photograph, different for each number. */
export const photoOf = (number: number, width = 300, height = 200): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: { r: number & 255, g: (number >> 8) & 255, b: 120 } },
  })
    .withExif({ IFD0: { ImageDescription: `Photograph ${number}` } })
    .jpeg()
    .toBuffer();
