import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { mostPdfPages } from "#domain/papers/documents.ts";
import { makePdf, openWith } from "#test/pdf.ts";
import { usualLimits } from "#server/media/pools/limits.ts";
import { drawPdf, sanitizePdf } from "./pdf-process.ts";

describe("a PDF that is read in a process of its own", () => {
  it("a PDF becomes a picture or another PDF, or is refused with the reason", async () => {
    const bytes = await makePdf();
    expect(await drawPdf(bytes)).toHaveProperty("width");
    expect(await sanitizePdf(bytes)).toHaveProperty("content");
    const active = await makePdf({ with: (document) => openWith(document, "JavaScript") });
    expect(await drawPdf(active)).toEqual({ error: "pdf_active" });
    expect(await sanitizePdf(Buffer.from("%PDF-1.7 broken"))).toEqual({ error: "pdf_broken" });
  });

  it("a PDF that unpacks beyond its memory is refused, and the next is drawn", async () => {
    const packed = deflateSync(Buffer.alloc(900 * 1024 * 1024, " "));
    const objects = [
      "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj",
      "2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj",
      "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>\nendobj",
      `4 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    ];
    const bomb = Buffer.concat([
      Buffer.from(`%PDF-1.7\n${objects.join("\n")}`),
      packed,
      Buffer.from("\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF"),
    ]);
    expect(await drawPdf(bomb)).toEqual({ error: "pdf_broken" });
    expect(await drawPdf(await makePdf())).toHaveProperty("width");
  });

  it("a PDF that the machine has no time for is answered as busy", async () => {
    const limits = { ...usualLimits, longestWait: 1 };
    await expect(drawPdf(await makePdf(), { limits })).rejects.toMatchObject({ code: "busy" });
    await expect(sanitizePdf(await makePdf(), { limits })).rejects.toMatchObject({ code: "busy" });
    expect(await drawPdf(await makePdf())).toHaveProperty("width");
  });

  it("a person with many PDFs waits for their own, not everybody after them", async () => {
    const bytes = await makePdf();
    const done: string[] = [];
    const draw = (by: string) => drawPdf(bytes, { by }).then(() => done.push(by));
    await Promise.all([draw("many"), draw("many"), draw("many"), draw("one")]);
    expect(done).toEqual(["many", "one", "many", "many"]);
  });

  it("a PDF that takes too much processor time is refused, and the next is drawn", async () => {
    const heavy = await makePdf({ pages: mostPdfPages });
    // Less time than any machine needs, however seldom the thread that watches the time has a turn.
    expect(await drawPdf(heavy, { limits: { ...usualLimits, mostTime: 1 } })).toEqual({
      error: "pdf_broken",
    });
    expect(await drawPdf(heavy)).toHaveProperty("width");
  });
});
