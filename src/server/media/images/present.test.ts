import { describe, expect, it } from "vitest";
import { drawingsFor, lookOf } from "#domain/cars/drawings.ts";
import type { ImageEntry, ImageManifest } from "#server/media/storage/manifest.ts";
import { carImages } from "./present.ts";

const entry = { hash: "1a2b3c4d", width: 1500, height: 1000, placeholder: "data:image/webp;base64,AA" };
const drawn = [
  { brand: "Honda", bodyStyle: "suv", colour: "Crimson" },
  { brand: "Honda", bodyStyle: "suv", colour: "Silver" },
  { brand: "", bodyStyle: "suv", colour: "Silver" },
  { brand: "Kia", bodyStyle: "coupe", colour: "Sand" },
  { brand: "", bodyStyle: "sedan", colour: "Silver" },
] as const;
const manifest: ImageManifest = new Map<string, ImageEntry>([
  ...drawn.flatMap((each) => drawingsFor(lookOf(each)).map(({ name }) => [name, entry] as const)),
  ["photo-1", { hash: "99999999", width: 900, height: 600 }],
]);
const car = { brand: "Honda", bodyStyle: "suv", colour: "crimson", images: [] } as const;
const file = (url: string) => url.split("/").at(-1)?.split(".")[0];

describe("carPictures", () => {
  it("a car without photos shows the five drawings of its body in its paint", () => {
    const { image, images, pictures } = carImages(car, manifest);
    expect(image).toBe("/api/images/cars/suv-honda-crimson-hero.1a2b3c4d.webp");
    expect(images.map(file)).toEqual([
      "suv-honda-crimson-hero",
      "suv-honda-crimson-side",
      "suv-crimson-rear",
      "suv-cabin",
      "suv-bench",
    ]);
    expect(pictures[0]).toEqual({
      url: image,
      width: 1500,
      height: 1000,
      widths: [320, 480, 780, 1000, 1500],
      placeholder: entry.placeholder,
      view: "hero",
      illustration: true,
      variants: "/api/images/cars/suv-honda-crimson-hero.1a2b3c4d",
    });
    expect(pictures.map(({ view }) => view)).toEqual(["hero", "side", "rear", "cabin", "bench"]);
    expect(pictures.slice(1).every(({ placeholder }) => placeholder === undefined)).toBe(true);
  });

  it.each([
    ["Subaru", "suv", "Crimson", "suv-honda-crimson-hero"], // the paint before the face
    ["Honda", "suv", "Midnight blue", "suv-honda-silver-hero"],
    ["Subaru", "suv", "Midnight blue", "suv-silver-hero"],
    ["Honda", "coupe", "Black", "coupe-kia-sand-hero"],
    ["Honda", "minivan", "Black", "sedan-silver-hero"],
  ] as const)("a %s %s in %s has the nearest drawing", (brand, bodyStyle, colour, name) => {
    expect(file(carImages({ brand, bodyStyle, colour, images: [] }, manifest).image)).toBe(name);
  });

  it("a car's own photos are preferred", () => {
    const images = [
      "https://example.com/a.jpg",
      "photo-1",
      "/api/images/cars/photo-1.webp",
      "/api/images/cars/photo-2.0badcafe.webp",
    ];
    const shown = carImages({ ...car, images }, manifest);
    const own = "/api/images/cars/photo-1.99999999";
    expect(shown.images).toEqual([
      "https://example.com/a.jpg",
      `${own}.webp`,
      `${own}.webp`,
      "/api/images/cars/photo-2.0badcafe.webp",
    ]);
    expect(shown.pictures[0]).toMatchObject({ view: "photo", illustration: false, widths: [] });
    expect(shown.pictures[0]?.variants).toBeUndefined();
    expect(shown.pictures[1]).toMatchObject({
      width: 900,
      widths: [320, 480, 780],
      variants: own,
      illustration: false,
    });
    expect(shown.pictures[3]).toMatchObject({ variants: "/api/images/cars/photo-2.0badcafe", view: "photo" });
  });

  it("a drawing among a car's photos is labeled as one", () => {
    const [found] = carImages({ ...car, images: ["coupe-sand-rear.webp"] }, manifest).pictures;
    expect(found).toMatchObject({ view: "rear", illustration: true });
  });

  it.each([
    "http://example.com/a.jpg",
    "javascript:alert(1)",
    "data:image/png;base64,AA",
    "//example.com/a.jpg",
    "../a",
    "/etc/passwd",
    "https://",
    "",
  ])("a car shows the drawings instead of the address %j", (image) => {
    expect(carImages({ ...car, images: [image] }, manifest)).toBe(carImages(car, manifest));
  });

  it("a look's drawings are computed once for long lists", () => {
    expect(carImages({ ...car, images: [] }, manifest)).toBe(carImages({ ...car, images: [] }, manifest));
  });
});
