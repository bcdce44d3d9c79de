import { PDFDocument, PDFName, PDFString, rgb } from "@cantoo/pdf-lib";

type MadePdf = {
  pages?: number;
  size?: [number, number];
  /** Does something to the document before it is written. */
  with?: (document: PDFDocument) => void;
  isPacked?: boolean;
};

/** A PDF with a red square and words on each page. Packed, its objects are compressed in streams. */
export async function makePdf({
  pages = 1,
  size = [612, 792],
  isPacked = true,
  ...made
}: MadePdf = {}): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage(size);
    page.drawRectangle({ x: 0, y: 0, width: size[0] / 2, height: size[1] / 2, color: rgb(1, 0, 0) });
    page.drawText(`Proof of insurance, page ${number}`, { x: 50, y: size[1] - 100 });
  }
  made.with?.(document);
  return Buffer.from(await document.save({ useObjectStreams: isPacked }));
}

/** An action that says hello when the document is opened. */
export function openWith(document: PDFDocument, type: string): void {
  const action = document.context.obj({
    Type: "Action",
    S: type,
    JS: PDFString.of("app.alert(1)"),
    F: "calc.exe",
  });
  if (type !== "JavaScript") action.delete(PDFName.of("JS"));
  document.catalog.set(PDFName.of("OpenAction"), document.context.register(action));
}
