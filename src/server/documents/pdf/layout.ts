// oxlint-disable-next-line import/no-named-as-default -- its types know the default alone
import PDFDocument from "pdfkit";
import { brand } from "#domain/brand.ts";
import type { Sheet, SheetRow } from "#domain/documents/sheet.ts";

export type Fonts = { regular: Buffer; bold: Buffer };

/** In points of 1/72 inch. US Letter is 612 × 792. */
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
export function layOut(sheet: Sheet, fonts: Fonts, issuedAt: Date): Promise<Buffer> {
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

function head(pdf: Pdf, { title, number, language }: Sheet): void {
  pdf.font("bold").fontSize(11).fillColor(muted).text(brand.name[language], margin, margin);
  pdf
    .font("bold")
    .fontSize(22)
    .fillColor(ink)
    .text(title, margin, pdf.y + 10, { width });
  pdf
    .font("regular")
    .fontSize(10)
    .fillColor(muted)
    .text(number, margin, pdf.y + 2, { width });
  pdf.y += 16;
}

/** A label and what it says, in two columns; long ones wrap within theirs. */
function entry(pdf: Pdf, { label, value }: SheetRow): void {
  pdf.font("regular").fontSize(10);
  const height = Math.max(
    pdf.heightOfString(label, { width: labelWidth - gap }),
    pdf.heightOfString(value, { width: width - labelWidth }),
  );
  const top = room(pdf, height);
  pdf.fillColor(muted).text(label, margin, top, { width: labelWidth - gap });
  pdf.fillColor(ink).text(value, margin + labelWidth, top, { width: width - labelWidth });
  pdf.y = top + height + 5;
}

function amount(pdf: Pdf, { label, value }: SheetRow, isTotal = false): void {
  pdf.font(isTotal ? "bold" : "regular").fontSize(isTotal ? 12 : 10);
  const height = pdf.heightOfString(label, { width: width - labelWidth });
  const top = room(pdf, height + 13);
  rule(pdf, top);
  pdf.fillColor(ink).text(label, margin, top + 6, { width: width - labelWidth });
  pdf.text(value, margin + width - labelWidth, top + 6, { width: labelWidth, align: "right" });
  pdf.y = top + height + 13;
}

/** The two languages of a clause, which stay together on a page. */
function beside(pdf: Pdf, clause: Sheet["clauses"][number]): void {
  const column = (width - gap) / 2;
  const sides = [clause.en, clause.zh];
  const heightOf = (text: string, font: string) =>
    pdf.font(font).fontSize(9).heightOfString(text, { width: column });
  const height = Math.max(
    ...sides.map(({ title, text }) => heightOf(title, "bold") + heightOf(text, "regular")),
  );
  const top = room(pdf, height);
  for (const [index, { title, text }] of sides.entries()) {
    const left = margin + index * (column + gap);
    pdf.font("bold").fillColor(ink).text(title, left, top, { width: column });
    pdf.font("regular").text(text, left, pdf.y, { width: column });
  }
  pdf.y = top + height + 9;
}

function paragraph(pdf: Pdf, text: string): void {
  pdf.font("regular").fontSize(9).fillColor(muted);
  const height = pdf.heightOfString(text, { width });
  pdf.text(text, margin, room(pdf, height), { width });
  pdf.y += 2;
}

function foot(pdf: Pdf, { footer, number }: Sheet): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // Below the margin: text there would begin a page of its own.
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
