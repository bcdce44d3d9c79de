import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { blackPng } from "#test/png.ts";
import { isHeavy } from "./decode-cost.ts";

const photo = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: "teal" } });

describe("a heavy picture", () => {
  it.each([
    ["an AVIF", () => photo(64, 64).avif({ effort: 0 }).toBuffer()],
    ["a JPEG in scans", () => photo(64, 64).jpeg({ progressive: true }).toBuffer()],
    ["an interlaced PNG", () => blackPng({ width: 64, height: 64, bits: 8, isInterlaced: true })],
    ["a JPEG of 20 megapixels", () => photo(5000, 4000).jpeg().toBuffer()],
    ["a PNG of 16 bits and 9 megapixels", () => blackPng({ width: 3000, height: 3000, bits: 16 })],
    ["a PNG of 20 megapixels", () => blackPng({ width: 5000, height: 4000, bits: 8 })],
    ["a WebP of 20 megapixels", () => photo(5000, 4000).webp({ effort: 0 }).toBuffer()],
    ["one that is seen through", () => photo(5000, 4000, 4).webp({ effort: 0 }).toBuffer()],
    ["one without loss", () => photo(5000, 4000).webp({ effort: 0, lossless: true }).toBuffer()],
  ])("a heavy picture is %s", async (_name, make) => {
    expect(isHeavy(await make())).toBe(true);
  });

  it.each([
    ["a JPEG of 12 megapixels", () => photo(4032, 3024).jpeg().toBuffer()],
    ["a PNG of 12 megapixels", () => blackPng({ width: 4032, height: 3024, bits: 8 })],
    ["a WebP of 12 megapixels", () => photo(4032, 3024).webp({ effort: 0 }).toBuffer()],
    ["one that is seen through", () => photo(4032, 3024, 4).webp({ effort: 0 }).toBuffer()],
    ["one without loss", () => photo(4032, 3024).webp({ effort: 0, lossless: true }).toBuffer()],
    ["a file that is cut off", () => blackPng({ width: 64, height: 64, bits: 8 }).subarray(0, 20)],
    ["no picture", () => Buffer.from("GIF89a")],
  ])("a light picture is %s", async (_name, make) => {
    expect(isHeavy(await make())).toBe(false);
  });
});
