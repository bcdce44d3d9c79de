type Box = { type: string; from: number; to: number };
type Extent = { item: number; from: number; to: number };

/** Version and flags. */
const metaHead = 4;
/** The byte of `hvcC` that says how many bytes the length before each unit has. */
const lengthByte = 21;

/**
 * What a HEIC file's boxes say beside its pixels (ISO 14496-12, 23008-12): whether every byte of its items is
 * there, and the colour profile of the picture. A stranger's file can't make this read outside of its bytes. The
 * decoder itself says neither: it fills missing tiles with green, and leaves the profile out.
 */
export function readHeicBoxes(bytes: Buffer): { isWhole: boolean; profile: Buffer | "p3" | undefined } {
  const top = boxesIn(bytes, 0, bytes.length);
  const meta = top.find(({ type }) => type === "meta");
  if (!meta || meta.to > bytes.length) return { isWhole: !meta, profile: undefined };
  const inMeta = boxesIn(bytes, meta.from + metaHead, meta.to);
  const extents = extentsOf(bytes, inMeta);
  const properties = propertiesOf(bytes, inMeta);
  const coded = hasLongLengths(bytes, properties) ? codedItems(bytes, inMeta) : new Set<number>();
  const isWhole = extents.every(
    ({ item, from, to }) => to <= bytes.length && (!coded.has(item) || isOfUnits(bytes, from, to)),
  );
  return { isWhole, profile: profileOf(bytes, inMeta, properties) };
}

/** Returns the boxes between two places, in sequence. A box that is cut off ends beyond the bytes. */
function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const found: Box[] = [];
  for (let at = start; at + 8 <= Math.min(end, bytes.length);) {
    const [short, type] = [bytes.readUInt32BE(at), bytes.toString("latin1", at + 4, at + 8)];
    const isLong = short === 1 && at + 16 <= bytes.length;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short || end - at;
    if (size < (isLong ? 16 : 8)) break;
    found.push({ type, from: at + (isLong ? 16 : 8), to: at + size });
    at += size;
  }
  return found;
}

/** Reads numbers one after the other; beyond the end they are 0. */
function reader(bytes: Buffer, { from, to }: Box) {
  let at = from;
  const end = Math.min(to, bytes.length);
  return {
    isOver: () => at >= end,
    number(length: number): number {
      const start = at;
      at += length;
      if (at > end || ![1, 2, 3, 4, 8].includes(length)) return 0;
      return length === 8 ? Number(bytes.readBigUInt64BE(start)) : bytes.readUIntBE(start, length);
    },
    text(length: number): string {
      at += length;
      return bytes.toString("latin1", at - length, Math.min(at, end));
    },
  };
}

/** Where each item's bytes are in the file, by `iloc`. */
function extentsOf(bytes: Buffer, inMeta: readonly Box[]): Extent[] {
  const box = inMeta.find(({ type }) => type === "iloc");
  const data = inMeta.find(({ type }) => type === "idat");
  if (!box) return [];
  const read = reader(bytes, box);
  const version = read.number(1);
  read.number(3);
  const [sizes, more] = [read.number(1), read.number(1)];
  const wide = version < 2 ? 2 : 4;
  const found: Extent[] = [];
  for (let left = read.number(wide); left > 0 && !read.isOver(); left--) {
    const item = read.number(wide);
    const method = version > 0 ? read.number(2) & 15 : 0;
    read.number(2);
    const base = read.number(more >> 4);
    for (let extents = read.number(2); extents > 0 && !read.isOver(); extents--) {
      if (version > 0) read.number(more & 15);
      const from = base + read.number(sizes >> 4);
      const length = read.number(sizes & 15);
      if (method === 0) found.push({ item, from, to: from + length });
      else if (method === 1 && data)
        found.push({ item, from: data.from + from, to: data.from + from + length });
    }
  }
  return found;
}

/** The items that are HEVC pictures. */
function codedItems(bytes: Buffer, inMeta: readonly Box[]): Set<number> {
  const box = inMeta.find(({ type }) => type === "iinf");
  if (!box) return new Set();
  const isShort = bytes[box.from] === 0;
  const entries = boxesIn(bytes, box.from + (isShort ? 6 : 8), box.to);
  const items = entries.map((entry) => {
    const read = reader(bytes, entry);
    const version = read.number(1);
    read.number(3);
    const item = read.number(version > 2 ? 4 : 2);
    read.number(2);
    return { item, type: version > 1 ? read.text(4) : "" };
  });
  return new Set(items.filter(({ type }) => type === "hvc1").map(({ item }) => item));
}

/** Whether bytes are HEVC units in sequence, each after its length. A part that was never written is zeros. */
function isOfUnits(bytes: Buffer, from: number, to: number): boolean {
  let at = from;
  while (at + 4 <= to) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return false;
    at += 4 + length;
  }
  return at === to;
}

function inProperties(bytes: Buffer, inMeta: readonly Box[]): Box[] {
  const box = inMeta.find(({ type }) => type === "iprp");
  return box ? boxesIn(bytes, box.from, box.to) : [];
}

function propertiesOf(bytes: Buffer, inMeta: readonly Box[]): Box[] {
  const container = inProperties(bytes, inMeta).find(({ type }) => type === "ipco");
  return container ? boxesIn(bytes, container.from, container.to) : [];
}

/** Whether the lengths before HEVC units have four bytes, as they have in every camera's file. */
const hasLongLengths = (bytes: Buffer, properties: readonly Box[]): boolean =>
  properties
    .filter(({ type }) => type === "hvcC")
    .every(({ from }) => ((bytes[from + lengthByte] ?? 0) & 3) === 3);

/**
 * The colour profile (ICC) of the primary item, or "p3" if it names Display P3 by numbers only. If the primary
 * item has none, the first profile of any item: a grid's tiles may have it.
 */
function profileOf(
  bytes: Buffer,
  inMeta: readonly Box[],
  properties: readonly Box[],
): Buffer | "p3" | undefined {
  const own = new Set(
    inProperties(bytes, inMeta)
      .filter(({ type }) => type === "ipma")
      .flatMap((box) => ofPrimary(bytes, inMeta, box)),
  );
  const colours = properties.filter(({ type }) => type === "colr");
  const ofItem = colours.filter((property) => own.has(properties.indexOf(property) + 1));
  const said = (ofItem.length > 0 ? ofItem : colours).map((box) => profileIn(bytes, box));
  return said.find((profile) => profile instanceof Buffer) ?? said.find(Boolean);
}

/** The number of Display P3's primary colours (ISO 23091-2). */
const p3Primaries = 12;

function profileIn(bytes: Buffer, { from, to }: Box): Buffer | "p3" | undefined {
  const kind = bytes.toString("latin1", from, from + 4);
  if (kind === "prof" || kind === "rICC") return bytes.subarray(from + 4, Math.min(to, bytes.length));
  const primaries = reader(bytes, { type: kind, from: from + 4, to }).number(2);
  return kind === "nclx" && primaries === p3Primaries ? "p3" : undefined;
}

/** The numbers, from 1, of the primary item's properties. */
function ofPrimary(bytes: Buffer, inMeta: readonly Box[], box: Box): number[] {
  const primary = inMeta.find(({ type }) => type === "pitm");
  if (!primary) return [];
  const named = reader(bytes, primary);
  const isShort = named.number(1) === 0;
  named.number(3);
  const id = named.number(isShort ? 2 : 4);
  const read = reader(bytes, box);
  const version = read.number(1);
  const isWide = (read.number(3) & 1) === 1;
  for (let left = read.number(4); left > 0 && !read.isOver(); left--) {
    const item = read.number(version < 1 ? 2 : 4);
    const count = read.number(1);
    const numbers = Array.from({ length: count }, () =>
      isWide ? read.number(2) & 0x7fff : read.number(1) & 0x7f,
    );
    if (item === id) return numbers;
  }
  return [];
}
