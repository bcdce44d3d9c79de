import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRef,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from "@cantoo/pdf-lib";

/** Bits of an annotation's `F`: Hidden and NoView. */
const unseen = 2 | 32;

type Rectangle = { left: number; bottom: number; right: number; top: number };
type Appearance = { ref: PDFRef; stream: PDFStream };

/** Draws a page's annotations and form fields as a part of the page. */
export function flattenAnnotations(page: PDFPage): void {
  const { node } = page;
  const annotations = node.Annots()?.asArray() ?? [];
  for (const item of annotations) {
    const annotation = node.context.lookup(item);
    if (annotation instanceof PDFDict) drawAnnotation(page, annotation);
  }
  node.delete(PDFName.of("Annots"));
}

function drawAnnotation(page: PDFPage, annotation: PDFDict): void {
  if ((numberOf(annotation, "F") ?? 0) & unseen) return;
  if (annotation.lookup(PDFName.of("Subtype")) === PDFName.of("Popup")) return;
  const appearance = appearanceOf(annotation);
  const place = rectangleOf(annotation, "Rect");
  const box = appearance && rectangleOf(appearance.stream.dict, "BBox");
  if (!appearance || !place || !box) return;
  const { ref, stream } = appearance;
  // The appearance's matrix is applied to its box, and the result is fitted into the annotation's rectangle.
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(stream.dict, "Matrix") ?? [];
  const corners = [box.left, box.right].flatMap((x) => [box.bottom, box.top].map((y) => [x, y] as const));
  const turned = around(corners.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]));
  const wide = (place.right - place.left) / (turned.right - turned.left);
  const high = (place.top - place.bottom) / (turned.top - turned.bottom);
  if (!Number.isFinite(wide) || !Number.isFinite(high)) return;
  stream.dict.set(PDFName.of("Subtype"), PDFName.of("Form"));
  const layer = annotation.get(PDFName.of("OC"));
  if (layer) stream.dict.set(PDFName.of("OC"), layer);
  const name = page.node.newXObject("Flat", ref);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(
      wide,
      0,
      0,
      high,
      place.left - turned.left * wide,
      place.bottom - turned.bottom * high,
    ),
    drawObject(name),
    popGraphicsState(),
  );
}

/** An annotation's normal appearance, without a pointer on it, in its present state. */
function appearanceOf(annotation: PDFDict): Appearance | undefined {
  const appearances = annotation.lookup(PDFName.of("AP"));
  if (!(appearances instanceof PDFDict)) return undefined;
  let ref = appearances.get(PDFName.of("N"));
  const states = annotation.context.lookup(ref);
  if (states instanceof PDFDict) {
    const state = annotation.lookup(PDFName.of("AS"));
    ref = state instanceof PDFName ? states.get(state) : undefined;
  }
  const stream = annotation.context.lookup(ref);
  return ref instanceof PDFRef && stream instanceof PDFStream ? { ref, stream } : undefined;
}

function numberOf(dict: PDFDict, key: string): number | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

function numbersOf(dict: PDFDict, key: string): number[] | undefined {
  const value = dict.lookup(PDFName.of(key));
  if (!(value instanceof PDFArray)) return undefined;
  return value.asArray().map((item) => {
    const number = dict.context.lookup(item);
    return number instanceof PDFNumber ? number.asNumber() : 0;
  });
}

function rectangleOf(dict: PDFDict, key: string): Rectangle | undefined {
  const [x = 0, y = 0, otherX = 0, otherY = 0] = numbersOf(dict, key) ?? [];
  return around([
    [x, y],
    [otherX, otherY],
  ]);
}

function around(points: (readonly [number, number])[]): Rectangle {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
  };
}
