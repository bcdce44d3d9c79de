import { inflateSync } from "node:zlib";

const headBytes = 44;
const entryBytes = 20;
const sfntHeadBytes = 12;
const sfntEntryBytes = 16;

/**
 * The OpenType font inside a WOFF 1.0 file (W3C Recommendation "WOFF File Format 1.0", sections 3 to 5). Its
 * tables are unpacked once: a font's reader would unpack a table for every use. Throws for any other file.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is no WOFF font");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = headBytes + index * entryBytes;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field));
    const bytes = woff.subarray(offset, Number(offset) + Number(packed));
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      content: Number(packed) < Number(length) ? inflateSync(bytes) : bytes,
    };
  });
  const head = Buffer.alloc(sfntHeadBytes + count * sfntEntryBytes);
  woff.copy(head, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);
  const parts: Uint8Array[] = [head];
  let offset = head.length;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const at = sfntHeadBytes + index * sfntEntryBytes;
    tag.copy(head, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(content.length, at + 12);
    const padding = (4 - (content.length % 4)) % 4;
    parts.push(content, Buffer.alloc(padding));
    offset += content.length + padding;
  }
  return Buffer.concat(parts);
}
