import { basename } from "node:path";
import type { Font } from "fontkit";
import { compose, type Line, type Run, type Setting } from "./compose.ts";
import { mainFace } from "./faces.ts";
import { isPlain } from "./runs.ts";

type Pdf = PDFKit.PDFDocument;
export type Place = { x: number; y: number; width: number; align?: "left" | "right" };

/** The height of a text in a column of this width. */
export function heightOf(pdf: Pdf, text: string, setting: Setting, width: number): number {
  choose(pdf, setting);
  if (isPlain(text)) return pdf.heightOfString(text, { width });
  return compose(text, setting, width).reduce((sum, line) => sum + boxOf(line, setting).height, 0);
}

/** Sets a text in a column, and leaves the position below it. A plain text is set by the library alone. */
export function setText(pdf: Pdf, text: string, setting: Setting, { x, y, width, align }: Place): void {
  choose(pdf, setting);
  if (isPlain(text)) {
    pdf.text(text, x, y, { width, ...(align && { align }) });
    return;
  }
  let top = y;
  for (const line of compose(text, setting, width)) {
    const { ascent, height } = boxOf(line, setting);
    setLine(pdf, line, setting, {
      left: align === "right" ? x + width - line.width : x,
      baseline: top + ascent,
    });
    top += height;
  }
  pdf.x = x;
  pdf.y = top;
}

const choose = (pdf: Pdf, { weight, size }: Setting): Pdf => pdf.font(weight).fontSize(size);

/** As high as the main font's lines, or its highest letters. */
function boxOf({ runs }: Line, { weight, size }: Setting): { ascent: number; height: number } {
  const fonts = [
    mainFace.fontOf(weight, "ltr"),
    ...runs.map(({ face, direction }) => face.fontOf(weight, direction)),
  ];
  const most = (measure: (font: Font) => number) =>
    Math.max(...fonts.map((font) => (measure(font) / font.unitsPerEm) * size));
  const ascent = most((font) => font.ascent);
  return { ascent, height: ascent + most((font) => -font.descent + font.lineGap) };
}

type Start = { left: number; baseline: number };

function setLine(pdf: Pdf, line: Line, setting: Setting, { left, baseline }: Start): void {
  let x = left;
  for (const run of line.runs) {
    // The run's text is written beside it (ISO 32000-2, 14.9.4). Readers would reverse it from right to left.
    const isMarked = run.isReordered && run.direction === "ltr";
    if (isMarked) pdf.markContent("Span", { actual: run.text });
    if (run.drawn !== "") drawRun(pdf, run, setting, { left: x, baseline });
    if (isMarked) pdf.endMarkedContent();
    x += run.width;
  }
}

function drawRun(
  pdf: Pdf,
  { drawn, face, direction }: Run,
  { weight, size }: Setting,
  { left, baseline }: Start,
): void {
  if (face === mainFace) pdf.font(weight);
  else {
    const name = `${basename(face.name)} ${weight} ${direction}`;
    pdf.font(fontSource(face.fontOf(weight, direction), name), name);
  }
  pdf.fontSize(size).text(drawn, left, baseline, { lineBreak: false, baseline: "alphabetic", features: [] });
}

/**
 * A font that is already open. The library accepts it as a source, although its types allow files only. For the
 * library, fonts with the same name are the same: each weight of a variable font gets a name of its own.
 */
const fontSource = (font: Font, name: string): Uint8Array =>
  Object.create(font, { postscriptName: { value: name.replaceAll(/[^\w-]/g, "-") } }) as Uint8Array;
