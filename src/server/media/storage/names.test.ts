import { describe, expect, it } from "vitest";
import { parseImageName, imageFile, imageUrl, variantsUrl } from "./names.ts";

const master = { name: "sedan-midnight-hero", hash: "1a2b3c4d" };

describe("names of pictures", () => {
  it.each([
    ["sedan-midnight-hero.webp", { name: "sedan-midnight-hero" }],
    ["sedan-midnight-hero.1a2b3c4d.webp", master],
    ["sedan-midnight-hero.1a2b3c4d-780.avif", { ...master, variant: { width: 780, format: "avif" } }],
    ["sedan-midnight-hero.1a2b3c4d-1500.webp", { ...master, variant: { width: 1500, format: "webp" } }],
    ["x.00000000-320.jpg", { name: "x", hash: "00000000", variant: { width: 320, format: "jpg" } }],
  ])("the name %s is read and written the same", (file, image) => {
    expect(parseImageName(file)).toEqual(image);
    expect(imageFile(parseImageName(file) ?? { name: "none" })).toBe(file);
  });

  it.each([
    "",
    ".",
    "..",
    ".webp",
    "../secrets.webp",
    "..\\secrets.webp",
    "/etc/passwd",
    "%2e%2e%2fsecrets.webp",
    "%252f.webp",
    "a/b.webp",
    "a\\b.webp",
    "a\0.webp",
    "a.webp\n",
    "a b.webp",
    "A.webp",
    "ä.webp",
    "-a.webp",
    "a-.webp",
    "a.jpg",
    "a.svg",
    "a",
    "a.1a2b3c4d",
    "a.1a2b3c4.webp",
    "a.1A2B3C4D.webp",
    "a-780.webp.webp",
    "a.1a2b3c4d-781.avif",
    "a.1a2b3c4d-0780.avif",
    "a.1a2b3c4d-780.gif",
    "a.1a2b3c4d-780.jpeg",
    "a.1a2b3c4d-780.avif.webp",
    "a.b.webp",
    `${"a".repeat(81)}.webp`,
  ])("the text %j is no picture's name", (file) => {
    expect(parseImageName(file)).toBeUndefined();
  });

  it("the addresses are built from names", () => {
    expect(imageUrl(master)).toBe("/api/images/cars/sedan-midnight-hero.1a2b3c4d.webp");
    expect(variantsUrl("a", "1a2b3c4d")).toBe("/api/images/cars/a.1a2b3c4d");
  });

  it("a file name that leaves its folder is never written", () => {
    expect(() => imageFile({ name: "../a" })).toThrow("not the name of a picture");
  });
});
