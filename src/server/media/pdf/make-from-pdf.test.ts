import { PDFName } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { mostPdfPages } from "#domain/papers/documents.ts";
import { makePdf, openWith } from "#test/pdf.ts";
import { makeFromPdf } from "./make-from-pdf.ts";

const draw = (bytes: Buffer) => makeFromPdf("draw", bytes);

const colourAt = async (content: Uint8Array, left: number, top: number) => [
  ...(await sharp(content).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

const owned = { ownerPassword: "y", userPassword: "", allowWeakCryptography: true };

describe("a PDF", () => {
  it("a PDF becomes one picture of its pages, in their colors", async () => {
    const drawn = await draw(await makePdf({ pages: 2 }));
    if ("error" in drawn) throw new Error(drawn.error);
    expect([drawn.width, drawn.height]).toEqual([1545, 2 * 1999]);
    const [red = 0, green = 255] = await colourAt(drawn.content, 300, 3900);
    expect([red > 240, green < 20]).toEqual([true, true]);
    expect(await colourAt(drawn.content, 1400, 3500)).toEqual([255, 255, 255]);
  });

  it("a PDF of any size stays within the limits of a picture", async () => {
    for (const size of [
      [1e7, 1e7],
      [14_400, 3],
    ] as [number, number][]) {
      const drawn = await draw(await makePdf({ size, pages: 2 }));
      expect("error" in drawn || Math.max(drawn.width, drawn.height) <= 4000).toBe(true);
    }
    const many = await draw(await makePdf({ pages: mostPdfPages }));
    expect("height" in many && many.height <= 16_000).toBe(true);
    expect(await draw(await makePdf({ pages: mostPdfPages + 1 }))).toEqual({
      error: "pdf_too_many_pages",
    });
  });

  it.each([true, false])(
    "a PDF with a script, a program or files in it is refused (packed: %s)",
    async (isPacked) => {
      for (const type of ["JavaScript", "Launch"]) {
        const active = await makePdf({ isPacked, with: (document) => openWith(document, type) });
        expect(active.includes("/Launch") || active.includes("/JavaScript")).toBe(!isPacked);
        expect(await draw(active)).toEqual({ error: "pdf_active" });
      }
      const files = await makePdf({
        isPacked,
        with: (document) => {
          const file = document.context.register(document.context.stream("MZ", { Type: "EmbeddedFile" }));
          document.catalog.set(PDFName.of("AF"), document.context.obj([file]));
        },
      });
      expect(await draw(files)).toEqual({ error: "pdf_active" });
    },
  );

  it("a PDF with a script under another spelling is refused", async () => {
    const plain = (
      await makePdf({ isPacked: false, with: (document) => openWith(document, "JavaScript") })
    ).toString("latin1");
    const spelt = plain.replaceAll("/JavaScript", "/J#61vaScript").replaceAll("/JS ", "/#4a#53 ");
    expect(spelt).not.toContain("/JavaScript");
    expect(await draw(Buffer.from(spelt, "latin1"))).toEqual({ error: "pdf_active" });
  });

  it("a PDF that only says where to begin reading is accepted", async () => {
    const drawn = await draw(
      await makePdf({
        with: (document) => {
          const first = document.getPage(0).ref;
          document.catalog.set(PDFName.of("OpenAction"), document.context.obj([first, "Fit"]));
        },
      }),
    );
    expect(drawn).toHaveProperty("width");
  });

  it.each(["RC4-40", "RC4-128", "AES-128", "AES-256"] as const)(
    "a PDF that everybody may open and only its owner may change is accepted (%s)",
    async (algorithm) => {
      for (const isPacked of [true, false]) {
        const protectedPdf = await makePdf({
          isPacked,
          with: (document) => document.encrypt({ ...owned, algorithm }),
        });
        const drawn = await draw(protectedPdf);
        if ("error" in drawn) throw new Error(drawn.error);
        const [red = 0, green = 255] = await colourAt(drawn.content, 300, 1900);
        expect([red > 240, green < 20]).toEqual([true, true]);
        const sanitized = await makeFromPdf("sanitize", protectedPdf);
        if ("error" in sanitized) throw new Error(sanitized.error);
        expect(Buffer.from(sanitized.content).includes("/Encrypt")).toBe(false);
        expect(await draw(Buffer.from(sanitized.content))).toHaveProperty("width", drawn.width);
      }
      const active = await makePdf({
        with(document) {
          openWith(document, "JavaScript");
          document.encrypt({ ...owned, algorithm });
        },
      });
      expect(await draw(active)).toEqual({ error: "pdf_active" });
    },
  );

  it("a PDF that is locked, cut off or no PDF is refused", async () => {
    const locked = await makePdf({
      with: (document) => document.encrypt({ userPassword: "x", ownerPassword: "y" }),
    });
    expect(await draw(locked)).toEqual({ error: "pdf_encrypted" });
    const whole = await makePdf();
    for (const odd of [
      whole.subarray(0, whole.length / 2),
      Buffer.from("%PDF-1.7\n<script>"),
      Buffer.from("%PDF-"),
    ])
      expect(await draw(odd)).toEqual({ error: "pdf_broken" });
  });
});
