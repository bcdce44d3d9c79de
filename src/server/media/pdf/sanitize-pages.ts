import { deflateSync } from "node:zlib";
import {
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFObjectCopier,
  PDFPage,
  PDFRawStream,
} from "@cantoo/pdf-lib";
import type { PDFContext } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { longestSide, rawOf } from "./draw-pages.ts";
import { flattenAnnotations } from "./flatten-annotations.ts";
import { withoutJpegMetadata } from "./jpeg-metadata.ts";
import { type Bitmap, openPages, type Pages } from "./open-pages.ts";
import { loadPdf } from "./pdf-contents.ts";

/** The keys that draw a page; it may inherit some from its `Parent`. All other keys are actions or data. */
const pageKeys = new Set([
  "Type",
  "Parent",
  "MediaBox",
  "CropBox",
  "BleedBox",
  "TrimBox",
  "ArtBox",
  "Rotate",
  "UserUnit",
  "Resources",
  "Contents",
  "Group",
]);
/** Data that a picture, font or form may contain and that isn't needed to draw it. */
const carriedKeys = ["Metadata", "PieceInfo", "AF", "OPI", "Ref", "Alternates"];

/** The most bytes of a written PDF. Resources that pages share may be repeated in each page. */
const mostWritten = 20 * 1024 * 1024;

/** The side at which pages are compared, and how many channel values may differ by more than `muchOfAChannel`. */
const comparedSide = 800;
const mostDiffering = 20;
const muchOfAChannel = 80;

/**
 * Makes a new PDF of a PDF's pages. PDF readers find objects in more than one way: if PDFium draws the PDF that
 * pdf-lib wrote differently, or if pdf-lib can't write it, the new PDF has pictures of the pages. In both cases
 * the names in the new PDF are checked again.
 */
export async function sanitizePages(bytes: Uint8Array, pages: Pages): Promise<Uint8Array> {
  const written = await writeAnew(bytes).catch(() => undefined);
  if (written && written.length <= mostWritten && (await looksLike(pages, written).catch(() => false)))
    return written;
  const pictured = await picturesOf(pages);
  await openPages(pictured);
  return pictured;
}

async function writeAnew(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await loadPdf(bytes);
  const made = await PDFDocument.create({ updateMetadata: false });
  const copier = PDFObjectCopier.for(source.context, made.context);
  for (const page of source.getPages()) {
    flattenAnnotations(page);
    for (const key of page.node.keys()) if (!pageKeys.has(key.decodeText())) page.node.delete(key);
    const copied = copier.copy(page.node);
    made.addPage(PDFPage.of(copied, made.context.register(copied), made));
  }
  // The catalog says which layers are shown.
  const layers = PDFName.of("OCProperties");
  const shown = source.catalog.get(layers);
  if (shown) made.catalog.set(layers, copier.copy(shown));
  stripCarried(made.context);
  return made.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false });
}

function stripCarried(context: PDFContext): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    // pdf-lib would write an invalid object unchanged, and no check here reads it.
    if (object instanceof PDFInvalidObject) context.delete(ref);
    if (!(object instanceof PDFRawStream)) continue;
    for (const key of carriedKeys) object.dict.delete(PDFName.of(key));
    const filter = object.dict.lookup(PDFName.of("Filter"));
    if (filter === PDFName.of("DCTDecode"))
      context.assign(ref, PDFRawStream.of(object.dict, withoutJpegMetadata(object.contents)));
    // Packed, so that no bytes of the sent file can be read in the new one.
    if (filter) continue;
    object.dict.delete(PDFName.of("DecodeParms"));
    object.dict.set(PDFName.of("Filter"), PDFName.of("FlateDecode"));
    context.assign(ref, PDFRawStream.of(object.dict, deflateSync(object.contents)));
  }
}

async function looksLike(pages: Pages, written: Uint8Array): Promise<boolean> {
  const others = await openPages(written);
  if (others.count !== pages.count) return false;
  for (let index = 0; index < pages.count; index++)
    if (differs(await pages.draw(index, comparedSide), await others.draw(index, comparedSide))) return false;
  return true;
}

function differs(one: Bitmap, other: Bitmap): boolean {
  if (one.width !== other.width || one.height !== other.height) return true;
  let differing = 0;
  for (let at = 0; at < one.data.length; at++)
    if (Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0)) > muchOfAChannel) differing++;
  return differing > mostDiffering;
}

async function picturesOf({ count, draw }: Pages): Promise<Uint8Array> {
  const made = await PDFDocument.create({ updateMetadata: false });
  for (let index = 0; index < count; index++) {
    const bitmap = await draw(index, longestSide);
    const jpeg = await sharp(bitmap.data, { raw: rawOf(bitmap) })
      .flatten({ background: "white" })
      .jpeg({ quality: 86 })
      .toBuffer();
    const [width, height] = bitmap.points;
    made.addPage([width, height]).drawImage(await made.embedJpg(jpeg), { x: 0, y: 0, width, height });
  }
  return made.save();
}
