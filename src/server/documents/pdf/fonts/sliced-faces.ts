import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";
import { type Face, openFont, type Weight, weights } from "./face.ts";
import { includesCodePoint, type Range } from "./unicode-ranges.ts";

export type Slice = { file: string; ranges: Range[]; isVariable: boolean };

/** A font in slices, each a file with some of its letters. */
export type SlicedFont = {
  /** Opens the slice of a code point. Call it before `faceOf`. */
  open: (codePoint: number) => Promise<void>;
  faceOf: (codePoint: number) => Face | undefined;
};

export function slicedFont(slices: () => Slice[], letters: RegExp): SlicedFont {
  let known: Slice[] | undefined;
  const opened = new Map<string, Face>();
  const sliceOf = (codePoint: number): Slice | undefined =>
    letters.test(String.fromCodePoint(codePoint))
      ? (known ??= slices()).find(({ ranges }) => includesCodePoint(ranges, codePoint))
      : undefined;
  return {
    open: async (codePoint) => {
      const slice = sliceOf(codePoint);
      if (slice && !opened.has(slice.file)) opened.set(slice.file, await openSlice(slice));
    },
    faceOf: (codePoint) => opened.get(sliceOf(codePoint)?.file ?? ""),
  };
}

/** Unpacks a slice, for a variable font once for each weight: the PDF library can't vary a font. */
async function openSlice({ file, isVariable }: Slice): Promise<Face> {
  const content = await readFile(file);
  const at = async (weight: Weight) =>
    openFont(
      await subsetFont(content, "", {
        ...wholeFont,
        ...(isVariable && { variationAxes: { wght: weights[weight] } }),
      }),
    );
  const regular = await at("regular");
  const bold = isVariable ? await at("bold") : regular;
  return {
    name: file,
    isShaped: false,
    covers: (codePoint) => regular.hasGlyphForCodePoint(codePoint),
    fontOf: (weight) => (weight === "bold" ? bold : regular),
  };
}

const wholeFont = { targetFormat: "sfnt" as const, keepAllGlyphs: true };
