import { degrees, PDFDocument, PDFHexString, PDFName, PDFString } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makePdf } from "#test/pdf.ts";
import { readPdf } from "#test/pdfium.ts";
import { makeFromPdf } from "./make-from-pdf.ts";

const sanitize = (bytes: Buffer) => makeFromPdf("sanitize", bytes);

async function sanitized(bytes: Buffer): Promise<Buffer> {
  const made = await sanitize(bytes);
  if ("error" in made) throw new Error(made.error);
  return Buffer.from(made.content);
}

const inert = { scripts: 0, files: 0, annotations: 0, form: 0 };

/** How many of a thousand pixels differ by much, page by page. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number[]> {
  const [first, second] = [await readPdf(one), await readPdf(other)];
  expect(second.pages.length).toBe(first.pages.length);
  return first.pages.map(({ drawn }, index) => {
    const against = second.pages[index]?.drawn;
    expect([against?.width, against?.height]).toEqual([drawn.width, drawn.height]);
    const far = drawn.data.filter((value, at) => Math.abs(value - (against?.data[at] ?? 0)) > 80);
    return (1000 * far.length) / drawn.data.length;
  });
}

/** An object of a file. If several objects have the same number, the table names the one with `isNamed`. */
type PdfObject = { number: number; body: string; isNamed?: boolean; at?: string };

function writePdf(objects: PdfObject[], tail = ""): Buffer {
  let text = "%PDF-1.7\n";
  const offsets = new Map<number, number>();
  for (const { number, body, isNamed = true, at } of objects) {
    const object = `${number} 0 obj\n${body}\nendobj\n`;
    if (at) offsets.set(4, text.length + object.indexOf(at));
    if (isNamed) offsets.set(number, text.length);
    text += object;
  }
  const size = Math.max(...offsets.keys()) + 1;
  const rows = Array.from({ length: size - 1 }, (_, index) => {
    const offset = offsets.get(index + 1);
    return `${String(offset ?? 0).padStart(10, "0")} 00000 ${offset ? "n" : "f"} \n`;
  });
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}`;
  return Buffer.from(
    `${text}${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n${tail}`,
    "latin1",
  );
}

const streamOf = (content: string) => `<</Length ${content.length}>>stream\n${content}\nendstream`;
const base = (catalog: string, page = ""): PdfObject[] => [
  { number: 1, body: `<</Type/Catalog/Pages 2 0 R ${catalog}>>` },
  { number: 2, body: "<</Type/Pages/Kids[3 0 R]/Count 1>>" },
  { number: 3, body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200] ${page}>>` },
];
const script = "<</JavaScript<</Names[(x) <</S/JavaScript/JS(app.alert\\(1\\))>>]>>>>";
const plainObject = { number: 4, body: "<</Dests null>>", isNamed: false };

describe("a rewritten PDF", () => {
  it.each([
    [
      "a harmless object after the script that the table names",
      writePdf([...base("/Names 4 0 R"), { number: 4, body: script }, plainObject]),
    ],
    [
      "a script within a stream, where the table finds it",
      writePdf([
        ...base("/Names 4 0 R"),
        plainObject,
        { number: 5, body: streamOf(`4 0 obj\n${script}\nendobj\n`), at: "4 0 obj" },
      ]),
    ],
  ])("a rewritten PDF holds no script that hides: %s", async (_how, bytes) => {
    expect((await readPdf(bytes)).scripts).toBe(1);
    const kept = await sanitized(bytes);
    expect(await readPdf(kept)).toMatchObject(inert);
    expect(kept.toString("latin1")).not.toContain("app.alert");
  });

  it.each([
    "/Subtype/FileAttachment/FS<</Type/Filespec/F(a.exe)>>",
    "/Subtype/Text/FS<</Type/Filespec/F(a.exe)/EF<</F 5 0 R>>>>",
  ])("a PDF with a file is refused, of whatever type: %s", async (annotation) => {
    const program = { number: 5, body: streamOf("MZ") };
    const bytes = writePdf([...base("", `/Annots[<</Type/Annot/Rect[0 0 9 9]${annotation}>>]`), program]);
    expect(await sanitize(bytes)).toEqual({ error: "pdf_active" });
    const associated = writePdf([...base("/AF[<</Type/Filespec/F(a.exe)/EF<</F 5 0 R>>>>]"), program]);
    expect(await sanitize(associated)).toEqual({ error: "pdf_active" });
  });

  it("a rewritten PDF has no links, actions, outlines or metadata, and no bytes around its objects", async () => {
    const polyglot = "<html><script>alert(1)</script>";
    const bytes = writePdf(
      [
        ...base(
          "/OpenAction<</S/URI/URI(https://evil.example)>>/Metadata 4 0 R/PageLabels<<>>/Lang(en)/AA<<>>",
          "/AA<</O<</S/URI/URI(https://evil.example)>>>>/Contents 5 0 R/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(javascript:alert(1))>>>>]",
        ),
        { number: 4, body: streamOf(polyglot) },
        { number: 5, body: streamOf(`%${polyglot}\n1 0 0 rg 0 0 100 100 re f`) },
      ],
      polyglot,
    );
    const kept = await sanitized(bytes);
    expect(await readPdf(kept)).toMatchObject(inert);
    expect(Math.max(...(await difference(bytes, kept)))).toBe(0);
    expect(kept.toString("latin1")).not.toMatch(/<html|<script|evil|javascript/);
    const { catalog, context } = await PDFDocument.load(kept, { updateMetadata: false });
    expect(catalog.keys().map((key) => key.decodeText())).toEqual(["Type", "Pages"]);
    expect(context.trailerInfo.Info).toBeUndefined();
  });

  it("a rewritten PDF looks as readers draw it, even where pdf-lib finds another object", async () => {
    const bytes = writePdf([
      ...base("", "/Contents 4 0 R"),
      { number: 4, body: streamOf("1 0 0 rg 0 0 100 100 re f") },
      { number: 4, body: streamOf("0 0 1 rg 0 0 200 200 re f"), isNamed: false },
    ]);
    expect(Math.max(...(await difference(bytes, await sanitized(bytes))))).toBeLessThan(5);
  });

  it("a locked or broken PDF is refused", async () => {
    const lock = (document: PDFDocument) => document.encrypt({ userPassword: "x", ownerPassword: "y" });
    expect(await sanitize(await makePdf({ with: lock }))).toEqual({ error: "pdf_encrypted" });
    expect(await sanitize(Buffer.from("%PDF-1.7 broken"))).toEqual({ error: "pdf_broken" });
  });
});

/** A filled form, with a turned stamp and boxes, on pages that are turned or cut. */
async function filledForm(): Promise<Buffer> {
  return makePdf({
    pages: 2,
    with: (document) => {
      const [first, second] = document.getPages();
      if (!first || !second) throw new Error("There are two pages");
      const form = document.getForm();
      const name = form.createTextField("name");
      name.setText("Wei Zhang");
      name.addToPage(first, { x: 50, y: 500, width: 200, height: 30, rotate: degrees(90) });
      const agreed = form.createCheckBox("agreed");
      agreed.addToPage(second, { x: 50, y: 500, width: 30, height: 30 });
      agreed.check();
      form.createCheckBox("not").addToPage(second, { x: 100, y: 500, width: 30, height: 30 });
      const choice = form.createDropdown("choice");
      choice.setOptions(["One", "Two"]);
      choice.select("Two");
      choice.addToPage(second, { x: 50, y: 400, width: 100, height: 30 });
      second.setRotation(degrees(90));
      second.setCropBox(20, 20, 500, 700);
      const { context } = document;
      const look = context.register(
        context.stream("0 0 1 rg 0 0 10 10 re f", {
          Subtype: "Form",
          BBox: [0, 0, 10, 20],
          Matrix: [0, 1, -1, 0, 5, 5],
        }),
      );
      for (const flags of [4, 2])
        second.node.addAnnot(
          context.register(
            context.obj({
              Type: "Annot",
              Subtype: "Stamp",
              F: flags,
              Rect: [flags * 50, 300, 120 + flags * 50, 360],
              AP: { N: look },
            }),
          ),
        );
    },
  });
}

/** A PDF with a photo like a phone's, whose metadata says where it was taken. */
async function scanned(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const jpeg = await sharp({ create: { width: 600, height: 800, channels: 3, background: "white", noise } })
    .withExif({ IFD0: { Copyright: "Somebody" }, IFD3: { GPSLatitude: "37/1 46/1 30/1" } })
    .jpeg()
    .toBuffer();
  const document = await PDFDocument.create();
  const page = document.addPage([595, 842]);
  page.drawImage(await document.embedJpg(jpeg), { x: 0, y: 0, width: 595, height: 842 });
  return Buffer.from(await document.save());
}

/** A PDF with two layers, one of which is hidden. */
const layered = (): Buffer =>
  writePdf([
    ...base(
      "/OCProperties<</OCGs[6 0 R 7 0 R]/D<</OFF[7 0 R]>>>>",
      "/Contents 5 0 R/Resources<</Properties<</A 6 0 R/AA 7 0 R>>>>",
    ),
    {
      number: 5,
      body: streamOf("/OC/A BDC 1 0 0 rg 0 0 99 99 re f EMC /OC/AA BDC 0 0 1 rg 50 50 99 99 re f EMC"),
    },
    { number: 6, body: "<</Type/OCG/Name(shown)>>" },
    { number: 7, body: "<</Type/OCG/Name(hidden)>>" },
  ]);

/** A form with a field that has no drawn appearance: readers draw its value by themselves. */
const undrawnForm = (): Promise<Buffer> =>
  makePdf({
    with: (document) => {
      const field = document.getForm().createTextField("name");
      const [page] = document.getPages();
      if (!page) throw new Error("There is a page");
      field.addToPage(page, { x: 320, y: 300, width: 280, height: 80 });
      const { dict } = field.acroField;
      dict.set(PDFName.of("V"), PDFHexString.fromText("Wei Zhang"));
      dict.set(PDFName.of("DA"), PDFString.of("/Helv 48 Tf 0 g"));
      for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of("AP"));
      document.getForm().acroForm.dict.set(PDFName.of("NeedAppearances"), document.context.obj(true));
    },
  });

describe("an ordinary PDF", () => {
  it.each([
    ["several pages", () => makePdf({ pages: 3 })],
    ["loose objects", () => makePdf({ pages: 2, isPacked: false })],
    ["a form and a stamp", filledForm],
    ["a scan", scanned],
    ["layers", () => Promise.resolve(layered())],
  ] as [string, () => Promise<Buffer>][])("a rewritten PDF looks the same: %s", async (_, make) => {
    const bytes = await make();
    const kept = await sanitized(bytes);
    expect(Math.max(...(await difference(bytes, kept)))).toBeLessThan(0.05);
    expect(await readPdf(kept)).toMatchObject(inert);
  });

  it("a form that only readers can draw is kept as its picture", async () => {
    const bytes = await undrawnForm();
    const kept = await sanitized(bytes);
    expect((await readPdf(kept)).text.trim()).toBe("");
    const [blank = 0] = await difference(bytes, await makePdf());
    const [differing = 1] = await difference(bytes, kept);
    expect([blank > 3, differing < blank / 3]).toEqual([true, true]);
    expect(await readPdf(kept)).toMatchObject(inert);
  });

  it("a rewritten PDF keeps its pictures without their location data", async () => {
    const bytes = await scanned();
    const kept = (await sanitized(bytes)).toString("latin1");
    expect([bytes, kept].map((text) => /Exif|Somebody/.test(text.toString("latin1")))).toEqual([true, false]);
    expect(kept).toContain("/DCTDecode");
  });

  it("a rewritten PDF keeps its text as text, and that of its form", async () => {
    const bytes = await filledForm();
    const { text } = await readPdf(await sanitized(bytes));
    expect(text).toContain("Proof of insurance, page 2");
    expect(text).toContain("Wei Zhang");
  });
});
