import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import { bodyStyleFor, bodyStyles, type BodyStyle } from "#domain/cars/body-styles.ts";
import { drawingsFor, lookOf } from "#domain/cars/drawings.ts";
import type { Maker } from "#domain/cars/makers.ts";
import { hashOfContent, type ImageEntry } from "#server/media/storage/manifest.ts";
import { parseImageName, imageFile } from "#server/media/storage/names.ts";
import { preparedVariants } from "#server/media/images/variants.ts";
import { draw, ordersFor, readFleet } from "./drawings.ts";
import { prepareSizes } from "./prepare.ts";
import { encoded, MASTER_LIMIT, rasterised, type Pixels } from "./raster.ts";

/** Bytes of masters and of prepared sizes: 40 MB together. */
const [ALL_MASTERS, ALL_PREPARED] = [28_600_000, 11_400_000];

const fleetDir = join(import.meta.dirname, "../../fleet");
const fleet = readFleet(join(fleetDir, "fleet.csv"));
const manifest: Record<string, ImageEntry> = JSON.parse(
  await readFile(join(fleetDir, "pictures.json"), "utf8"),
);

const look = (bodyStyle: BodyStyle, paint: string, maker?: Maker) => ({ bodyStyle, maker, paint });

describe("a drawing", () => {
  it("a drawing is a car in its paint on a transparent ground", async () => {
    const image = await rasterised(draw({ look: look("hatch", "crimson"), view: "side" }), 300);
    expect(image).toMatchObject({ width: 300, height: 200, channels: 4 });
    const box = solidBox(image);
    // A car from the side is some three times as long as it is high, and it nearly fills the picture's width.
    expect(box.width / image.width).toBeGreaterThan(0.8);
    expect(box.width / box.height).toBeGreaterThan(2.2);
    expect(box.width / box.height).toBeLessThan(3.6);
    const door = pixels(image).filter(({ x, y }) => x > 130 && x < 190 && y > 115 && y < 135);
    expect(share(door, ({ r, g, b, a }) => a === 255 && r > 1.5 * g && r > 1.5 * b)).toBeGreaterThan(0.9);
    const sky = pixels(image).filter(({ y }) => y < 25);
    expect(share(sky, ({ a }) => a === 0)).toBe(1);
  });

  it("a black car's drawing is black", async () => {
    const black = await rasterised(draw({ look: look("hatch", "black"), view: "side" }), 150);
    const solid = pixels(black).filter(({ a }) => a === 255);
    expect(share(solid, ({ r, g, b }) => Math.max(r, g, b) < 90)).toBeGreaterThan(0.5);
    expect(share(solid, ({ r, g, b }) => r > 1.5 * g && r > 1.5 * b)).toBeLessThan(0.02);
  });

  it("a half-transparent pixel keeps its color", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#e9eeeb" fill-opacity=".5"/></svg>';
    const drawn = await sharp(await encoded(await rasterised(svg, 150)))
      .raw()
      .toBuffer();
    const expected = [0xe9, 0xee, 0xeb, 128];
    expect([...drawn.subarray(0, 4)].every((v, i) => Math.abs(v - (expected[i] ?? 0)) <= 6)).toBe(true);
  });

  it("a drawing shows the maker's own front", async () => {
    const drawn = (maker: Maker) =>
      rasterised(draw({ look: look("sedan", "silver", maker), view: "hero" }), 150);
    expect((await drawn("nissan")).data.equals((await drawn("toyota")).data)).toBe(false);
  });

  it("a drawing is the same each time", () => {
    const drawn = () => draw({ look: look("sedan", "silver", "toyota"), view: "cabin" });
    // `toBe` would take ten times as long as the drawing to describe a difference between megabytes of text.
    expect(drawn() === drawn()).toBe(true);
  });

  it.each(["cabin", "bench"] as const)("a drawing of the %s has no transparent pixel", async (view) => {
    const image = await rasterised(draw({ look: look("luxury", "silver"), view }), 150);
    expect(share(pixels(image), ({ a }) => a === 255)).toBe(1);
  });
});

describe("the committed pictures", () => {
  it("the pictures contain every drawing of every car in the fleet, and every body in silver", () => {
    const wanted = [
      ...fleet.map((car) => lookOf({ ...car, bodyStyle: bodyStyleFor(car) })),
      ...bodyStyles.map((bodyStyle) => look(bodyStyle, "silver")),
    ].flatMap(drawingsFor);
    expect(fleet.length).toBeGreaterThan(100);
    expect(wanted.map(({ name }) => name).filter((name) => !(name in manifest))).toEqual([]);
    expect(ordersFor(fleet).map(({ name }) => name)).toEqual(Object.keys(manifest));
  });

  it("the pictures agree with their list, and have the right size and weight", async () => {
    const files = (await readdir(join(fleetDir, "pictures"))).toSorted();
    expect(files).toEqual(Object.keys(manifest).map((name) => `${name}.webp`));
    let all = 0;
    for (const file of files) {
      const content = await readFile(join(fleetDir, "pictures", file));
      const { format, width, height } = await sharp(content).metadata();
      const entry = manifest[file.replace(".webp", "")];
      expect({ file, format, width, height, hash: hashOfContent(content) }).toEqual({
        file,
        format: "webp",
        width: 1500,
        height: 1000,
        hash: entry?.hash,
      });
      expect(entry).toMatchObject({ width, height });
      expect(content.length).toBeLessThan(MASTER_LIMIT);
      expect(entry?.placeholder?.length).toBeLessThan(300);
      all += content.length;
    }
    expect(all).toBeLessThan(ALL_MASTERS);
  });
});

describe("the prepared sizes", () => {
  const prepared = join(fleetDir, "prepared");

  it("the prepared sizes exist for every committed picture as it is now, and for no other", async () => {
    const wanted = Object.entries(manifest).flatMap(([name, { hash }]) =>
      preparedVariants.map((variant) => imageFile({ name, hash, variant })),
    );
    expect(wanted.length).toBeGreaterThan(500);
    expect((await readdir(prepared)).toSorted()).toEqual(wanted.toSorted());
  });

  it("the prepared sizes have the format and width in their names, and stay light", async () => {
    let all = 0;
    const files = await readdir(prepared);
    expect(files.length).toBeGreaterThan(500);
    for (const file of files) {
      const content = await readFile(join(prepared, file));
      const { format, width } = await sharp(content).metadata();
      expect({ file, format, width }).toEqual({
        file,
        format: "heif",
        width: parseImageName(file)?.variant?.width,
      });
      all += content.length;
    }
    expect(all).toBeLessThan(ALL_PREPARED);
  });

  it("the prepared sizes are made once, and are deleted together with their master", async () => {
    const root = await mkdtemp(join(tmpdir(), "longbay-sizes-"));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const [masters, into] = [join(root, "pictures"), join(root, "prepared")];
    await mkdir(masters);
    for (const [name, shade] of [
      ["a", 10],
      ["b", 200],
    ] as const) {
      const master = sharp({
        create: { width: 900, height: 600, channels: 4, background: { r: shade, g: 90, b: 120, alpha: 0.5 } },
      });
      await writeFile(join(masters, `${name}.webp`), await master.webp().toBuffer());
    }
    expect(await prepareSizes(masters, into)).toBe(2 * preparedVariants.length);
    expect(await prepareSizes(masters, into)).toBe(0);
    await rm(join(masters, "a.webp"));
    await prepareSizes(masters, into);
    expect((await readdir(into)).map((file) => file.split(".")[0])).toEqual(preparedVariants.map(() => "b"));
  });
});

type Pixel = { x: number; y: number; r: number; g: number; b: number; a: number };

const pixels = ({ data, width, height, channels }: Pixels): Pixel[] =>
  Array.from({ length: width * height }, (_, i) => {
    const [r = 0, g = 0, b = 0, a = 255] = data.subarray(i * channels, (i + 1) * channels);
    return { x: i % width, y: Math.floor(i / width), r, g, b, a };
  });

const share = (list: Pixel[], holds: (pixel: Pixel) => boolean): number =>
  list.filter(holds).length / list.length;

function solidBox(image: Pixels) {
  // Only pixels above the pale spot on the floor, which is wider than the car.
  const solid = pixels(image).filter(({ a, y }) => a === 255 && y < image.height * 0.66);
  const [xs, ys] = [solid.map(({ x }) => x), solid.map(({ y }) => y)];
  return { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) };
}
