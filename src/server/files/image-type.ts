export type ImageType = "jpeg" | "png" | "webp" | "avif" | "heic";

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));
const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);

/** A file's type by its first bytes, whatever its name; undefined for a type of photograph that we don't take. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return "jpeg";
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "webp";
  if (ascii(bytes, 4, 8) !== "ftyp") return undefined;
  // The brands of an ISO media file: the main brand, then the compatible ones.
  const length = Math.min(bytes[3] ?? 0, 64, bytes.length);
  const brands = [
    ascii(bytes, 8, 12),
    ...Array.from({ length: Math.max(0, (length - 16) >> 2) }, (_, i) =>
      ascii(bytes, 16 + 4 * i, 20 + 4 * i),
    ),
  ];
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "avif";
  return brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? "heic" : undefined;
}
