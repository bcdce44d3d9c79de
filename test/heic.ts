import { readFile } from "node:fs/promises";
import sharp from "sharp";

// HEIC pictures of tiles, as telephones make them, built from the photo beside this file.

const tileSize = { width: 320, height: 240 };

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
}
const full = (type: string, ...parts: Buffer[]) => box(type, u32(0), ...parts);

/** Display P3, the colours of telephones, as a profile or by its numbers. */
export async function displayP3(how: "profile" | "numbers"): Promise<Buffer> {
  if (how === "numbers") return Buffer.from("nclx\0\x0c\0\x0d\0\x06\x80", "latin1");
  const made = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .withIccProfile("p3")
    .png()
    .toBuffer();
  const { icc } = await sharp(made).metadata();
  if (!icc) throw new Error("sharp has no Display P3");
  return Buffer.concat([Buffer.from("prof"), icc]);
}

/** A picture of two by two tiles, with `colours` as its colour description. */
export async function makeTiledHeic({ colours }: { colours?: Buffer } = {}): Promise<Buffer> {
  const photo = await readFile(new URL("photo.heic", import.meta.url));
  const hvcC = partOf(photo, "hvcC");
  // The place of the picture, by the photo's own table.
  const tile = photo.subarray(0x1a4, 0x1a4 + 0x266);
  const grid = Buffer.concat([Buffer.from([0, 0, 1, 1]), u16(2 * tileSize.width), u16(2 * tileSize.height)]);
  const items = [1, 2, 3, 4, 5];
  const [gridId = 5, ...tiles] = items.toReversed();
  tiles.reverse();
  const ispe = (times: number) => full("ispe", u32(times * tileSize.width), u32(times * tileSize.height));
  const properties = [hvcC, ispe(1), ispe(2), ...(colours ? [box("colr", colours)] : [])];
  const association = (item: number, numbers: number[]) =>
    Buffer.concat([u16(item), Buffer.from([numbers.length, ...numbers])]);
  const entry = (item: number, type: string) =>
    box("infe", Buffer.from([2, 0, 0, item === gridId ? 0 : 1]), u16(item), u16(0), Buffer.from(`${type}\0`));
  const meta = (base: number) =>
    full(
      "meta",
      full("hdlr", u32(0), Buffer.from("pict"), Buffer.alloc(13)),
      full("pitm", u16(gridId)),
      full("iinf", u16(items.length), entry(gridId, "grid"), ...tiles.map((item) => entry(item, "hvc1"))),
      full("iref", box("dimg", u16(gridId), u16(tiles.length), ...tiles.map(u16))),
      box(
        "iprp",
        box("ipco", ...properties),
        full(
          "ipma",
          u32(items.length),
          ...tiles.map((item) => association(item, [1 | 0x80, 2])),
          association(gridId, colours ? [3, 4] : [3]),
        ),
      ),
      full(
        "iloc",
        Buffer.from([0x44, 0]),
        u16(items.length),
        ...items.map((item) => {
          const from = base + (item === gridId ? 0 : grid.length + (item - 1) * tile.length);
          return Buffer.concat([
            u16(item),
            u16(0),
            u16(1),
            u32(from),
            u32(item === gridId ? grid.length : tile.length),
          ]);
        }),
      ),
    );
  const head = box("ftyp", Buffer.from("heic\0\0\0\0mif1heic"));
  const data = box("mdat", grid, ...tiles.map(() => tile));
  const before = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(before), data]);
}

function partOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type) - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}
