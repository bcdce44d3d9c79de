// oxlint-disable-next-line import/no-named-as-default -- its types know the default alone
import PDFDocument from "pdfkit";
import { brand } from "#domain/brand.ts";
import { type Sheet, type SheetRow, textOf } from "#domain/documents/sheet.ts";
import type { Setting } from "./fonts/compose.ts";
import { openFacesFor } from "./fonts/faces.ts";
import { heightOf, setText } from "./fonts/set-text.ts";

export type Fonts = { regular: Buffer; bold: Buffer };

/** Lengths in points of 1/72 inch. US Letter is 612 × 792. */
const margin = 54;
const width = 612 - 2 * margin;
const bottom = 792 - margin - 24;
const labelWidth = 150;
const gap = 18;
const ink = "#14201c";
const muted = "#55635d";
const line = "#cfd8d3";

type Pdf = PDFKit.PDFDocument;

/** A document as a PDF of US Letter pages; the same sheet and moment make the same pages. */
export async function layOut(sheet: Sheet, fonts: Fonts, issuedAt: Date): Promise<Buffer> {
  await openFacesFor(textOf(sheet));
  const pdf = new PDFDocument({
    size: "LETTER",
    margins: { top: margin, left: margin, right: margin, bottom: margin },
    bufferPages: true,
    lang: sheet.language === "zh" ? "zh-Hans" : "en-US",
    displayTitle: true,
    info: {
      Title: `${sheet.title} ${sheet.number}`,
      Author: brand.name[sheet.language],
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  const parts: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  pdf
    .on("data", (part: Buffer) => parts.push(part))
    .on("end", () => resolve(Buffer.concat(parts)))
    .on("error", reject);
  pdf.registerFont("regular", fonts.regular).registerFont("bold", fonts.bold);
  head(pdf, sheet);
  for (const fact of sheet.facts) entry(pdf, fact);
  if (sheet.rows.length + (sheet.total ? 1 : 0) > 0) pdf.y += 14;
  for (const row of sheet.rows) amount(pdf, row);
  if (sheet.total) amount(pdf, sheet.total, true);
  if (sheet.clauses.length > 0) pdf.y += 14;
  for (const clause of sheet.clauses) beside(pdf, clause);
  if (sheet.notes.length > 0) pdf.y += 10;
  for (const note of sheet.notes) paragraph(pdf, note);
  foot(pdf, sheet);
  pdf.end();
  return promise;
}

function head(pdf: Pdf, { title, number, language, issuer = [] }: Sheet): void {
  const style: Setting = { weight: "regular", size: 9 };
  const column = width / 2 - gap;
  const titleWidth = issuer.length ? width / 2 : width;
  let end = margin;
  pdf.fillColor(muted);
  for (const said of issuer) {
    setText(pdf, said, style, { x: margin + width - column, y: end, width: column, align: "right" });
    end = pdf.y + 1;
  }
  pdf.fillColor(muted);
  setText(
    pdf,
    brand.name[language],
    { weight: "bold", size: 11 },
    { x: margin, y: margin, width: titleWidth },
  );
  pdf.fillColor(ink);
  setText(pdf, title, { weight: "bold", size: 22 }, { x: margin, y: pdf.y + 10, width: titleWidth });
  pdf.fillColor(muted);
  setText(pdf, number, { weight: "regular", size: 10 }, { x: margin, y: pdf.y + 2, width });
  pdf.y = Math.max(pdf.y, end) + 16;
}

/** A label and its text, in two columns; a long one wraps within its column. */
function entry(pdf: Pdf, { label, value }: SheetRow): void {
  const style: Setting = { weight: "regular", size: 10 };
  const height = Math.max(
    heightOf(pdf, label, style, labelWidth - gap),
    heightOf(pdf, value, style, width - labelWidth),
  );
  const y = room(pdf, height);
  pdf.fillColor(muted);
  setText(pdf, label, style, { x: margin, y, width: labelWidth - gap });
  pdf.fillColor(ink);
  setText(pdf, value, style, { x: margin + labelWidth, y, width: width - labelWidth });
  pdf.y = y + height + 5;
}

function amount(pdf: Pdf, { label, value }: SheetRow, isTotal = false): void {
  const style: Setting = isTotal ? { weight: "bold", size: 12 } : { weight: "regular", size: 10 };
  const height = heightOf(pdf, label, style, width - labelWidth);
  const top = room(pdf, height + 13);
  rule(pdf, top);
  pdf.fillColor(ink);
  setText(pdf, label, style, { x: margin, y: top + 6, width: width - labelWidth });
  setText(pdf, value, style, {
    x: margin + width - labelWidth,
    y: top + 6,
    width: labelWidth,
    align: "right",
  });
  pdf.y = top + height + 13;
}

/** The two languages of a clause, which stay together on a page. */
function beside(pdf: Pdf, clause: Sheet["clauses"][number]): void {
  const column = (width - gap) / 2;
  const sides = [clause.en, clause.zh];
  const bold: Setting = { weight: "bold", size: 9 };
  const regular: Setting = { weight: "regular", size: 9 };
  const height = Math.max(
    ...sides.map(
      ({ title, text }) => heightOf(pdf, title, bold, column) + heightOf(pdf, text, regular, column),
    ),
  );
  const y = room(pdf, height);
  for (const [index, { title, text }] of sides.entries()) {
    const x = margin + index * (column + gap);
    pdf.fillColor(ink);
    setText(pdf, title, bold, { x, y, width: column });
    setText(pdf, text, regular, { x, y: pdf.y, width: column });
  }
  pdf.y = y + height + 9;
}

function paragraph(pdf: Pdf, text: string): void {
  const style: Setting = { weight: "regular", size: 9 };
  pdf.fillColor(muted);
  const height = heightOf(pdf, text, style, width);
  setText(pdf, text, style, { x: margin, y: room(pdf, height), width });
  pdf.y += 2;
}

function foot(pdf: Pdf, { footer, number }: Sheet): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // The footer is below the margin: with a margin, its text would begin a new page.
    pdf.page.margins.bottom = 0;
    pdf.font("regular").fontSize(8).fillColor(muted);
    pdf.text(footer, margin, 792 - margin, { width: width - labelWidth, lineBreak: false });
    pdf.text(`${number} · ${page + 1}/${count}`, margin + width - labelWidth, 792 - margin, {
      width: labelWidth,
      align: "right",
      lineBreak: false,
    });
  }
}

const rule = (pdf: Pdf, y: number): Pdf =>
  pdf
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.75)
    .strokeColor(line)
    .stroke();

/** Where something of a height begins: here, or at the top of the next page where it has no room. */
function room(pdf: Pdf, height: number): number {
  if (pdf.y + height > bottom) pdf.addPage();
  return pdf.y;
}
