/** Exif and XMP (place, camera), IPTC, and comments. Other segments describe the colours. */
const metadataMarkers = new Set([0xe1, 0xed, 0xfe]);
const startOfScan = 0xda;

/** A JPEG without its metadata. From the first part on that isn't built like a JPEG, the bytes stay unchanged. */
export function withoutJpegMetadata(jpeg: Uint8Array): Uint8Array {
  const kept = [jpeg.subarray(0, 2)];
  let at = 2;
  while (jpeg[at] === 0xff) {
    const marker = jpeg[at + 1] ?? startOfScan;
    if (marker === startOfScan) break;
    const end = at + 2 + (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0);
    if (end < at + 4 || end > jpeg.length) break;
    if (!metadataMarkers.has(marker)) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, jpeg.subarray(at)]);
}
