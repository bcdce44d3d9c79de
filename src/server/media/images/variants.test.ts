import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makeVariant, variantFormats, variantWidths } from "./variants.ts";

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 20, b: 20, alpha: 0 } } });

describe("makeVariant", () => {
  const TYPES = { avif: "heif", webp: "webp", jpg: "jpeg" };

  it.each(variantFormats)("a variant in %s is made in every width", async (format) => {
    const master = await plain(1500, 1000).webp().toBuffer();
    for (const width of variantWidths) {
      const made = await sharp(await makeVariant(master, { width, format })).metadata();
      expect(made).toMatchObject({ format: TYPES[format], width, height: Math.round((width * 2) / 3) });
    }
  });

  it("a variant is never enlarged", async () => {
    const master = await plain(600, 400).png().toBuffer();
    const made = await sharp(await makeVariant(master, { width: 1000, format: "webp" })).metadata();
    expect(made).toMatchObject({ width: 600, height: 400 });
  });

  it("a variant in JPEG has the card's background, and the other formats keep transparency", async () => {
    const master = await plain(600, 400).png().toBuffer();
    const jpeg = await sharp(await makeVariant(master, { width: 320, format: "jpg" }))
      .raw()
      .toBuffer();
    const ground = [0xe9, 0xee, 0xeb];
    expect([...jpeg.subarray(0, 3)].every((v, i) => Math.abs(v - (ground[i] ?? 0)) <= 2)).toBe(true);
    for (const format of ["webp", "avif"] as const) {
      const { hasAlpha } = await sharp(await makeVariant(master, { width: 320, format })).metadata();
      expect(hasAlpha).toBe(true);
    }
  });

  it("a variant is upright and has no location", async () => {
    const master = await plain(600, 400)
      .flatten()
      .jpeg()
      .withExif({ IFD0: { Make: "Camera" }, IFD3: { GPSLatitude: "37/1 46/1 30/1" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(master).metadata()).orientation).toBe(6);
    const made = await sharp(await makeVariant(master, { width: 320, format: "jpg" })).metadata();
    expect(made).toMatchObject({ width: 320, height: 480 });
    expect(made.exif).toBeUndefined();
    expect(made.orientation).toBeUndefined();
  });

  it.each([
    ["nothing", "empty", async () => Buffer.alloc(0)],
    ["a page", "unsupported", async () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    [
      "an SVG",
      "can't be svg",
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ["a GIF", "can't be gif", () => plain(9, 9).gif().toBuffer()],
    ["half a picture", "premature end", async () => (await noisyJpeg()).subarray(0, 4000)],
    ["more than 50 megapixels", "pixel limit", () => plain(8000, 7000).png().toBuffer()],
  ])("the content is refused: %s", async (_, message, content) => {
    await expect(makeVariant(await content(), { width: 320, format: "webp" })).rejects.toThrow(message);
  });
});

const noisyJpeg = () =>
  sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
