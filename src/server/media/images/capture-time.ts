/** Where a camera writes when a picture was taken, and by which clock: tags of EXIF. */
const exifFolder = 0x8769;
const takenTag = 0x9003;
const offsetTag = 0x9011;
const mostTags = 200;

/**
 * When a picture was taken by its own EXIF data, as "2026-11-22T09:30:00", with its clock's offset if it names
 * one. Undefined where it names no valid time. A stranger's file can't make this read outside of its bytes.
 */
export function captureTime(exif: Buffer | undefined): string | undefined {
  if (!exif) return undefined;
  const start = exif.subarray(0, 6).toString("latin1") === "Exif\0\0" ? 6 : 0;
  const tiff = exif.subarray(start);
  const order = tiff.subarray(0, 2).toString("latin1");
  if (order !== "II" && order !== "MM") return undefined;
  const read = readerOf(tiff, order === "II");
  const folder = read.tagsAt(read.long(4) ?? -1).get(exifFolder);
  const tags = read.tagsAt(folder === undefined ? -1 : (read.long(folder + 8) ?? -1));
  const time = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(read.text(tags.get(takenTag), 19));
  if (!time) return undefined;
  const [, year, month, day, clock] = time;
  const offset = /^[+-]\d\d:\d\d$/.exec(read.text(tags.get(offsetTag), 6))?.[0] ?? "";
  const text = `${year}-${month}-${day}T${clock}`;
  return Number.isNaN(Date.parse(`${text}${offset || "Z"}`)) ? undefined : text + offset;
}

function readerOf(bytes: Buffer, isLittle: boolean) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fits = (at: number, length: number): boolean => at >= 0 && at + length <= bytes.length;
  const short = (at: number) => (fits(at, 2) ? view.getUint16(at, isLittle) : undefined);
  const long = (at: number) => (fits(at, 4) ? view.getUint32(at, isLittle) : undefined);
  return {
    long,
    /** Where the entry of each tag of a folder begins. */
    tagsAt(at: number): Map<number, number> {
      const found = new Map<number, number>();
      const count = Math.min(short(at) ?? 0, mostTags);
      for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
        const tag = short(entry);
        if (tag !== undefined) found.set(tag, entry);
      }
      return found;
    },
    /** Returns the first `length` characters of the text that an entry points to. */
    text(entry: number | undefined, length: number): string {
      const from = entry === undefined ? undefined : long(entry + 8);
      return from !== undefined && fits(from, length)
        ? bytes.subarray(from, from + length).toString("latin1")
        : "";
    },
  };
}
