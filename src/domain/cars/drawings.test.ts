import { describe, expect, it } from "vitest";
import { bodyStyles, knownBodyStyle, knownModels } from "./body-styles.ts";
import { drawingName, drawingsFor, lookOf } from "./drawings.ts";
import { makerFor, makers } from "./makers.ts";
import { paints } from "./paints.ts";

const names = (brand: string, bodyStyle: (typeof bodyStyles)[number], colour: string) =>
  drawingsFor(lookOf({ brand, bodyStyle, colour })).map(({ name }) => name);

describe("drawingsFor", () => {
  it("a car has five drawings, the outside first, with its maker's front", () => {
    expect(drawingsFor(lookOf({ brand: "Kia", bodyStyle: "suv-large", colour: "Midnight blue" }))).toEqual([
      { view: "hero", name: "suv-large-kia-midnight-hero" },
      { view: "side", name: "suv-large-kia-midnight-side" },
      { view: "rear", name: "suv-large-midnight-rear" },
      { view: "cabin", name: "suv-large-cabin" },
      { view: "bench", name: "suv-large-bench" },
    ]);
  });

  it.each([
    ["Mercedes-Benz", "luxury", "luxury-mercedes-benz-black-hero"],
    ["mercedes benz", "luxury", "luxury-mercedes-benz-black-hero"],
    ["Nobody", "sedan", "sedan-black-hero"],
    ["", "sedan", "sedan-black-hero"],
    ["__proto__", "sedan", "sedan-black-hero"],
    ["Toyota", "electric-crossover", "electric-crossover-black-hero"], // Toyota has no electric face
    ["Rivian", "pickup-electric", "pickup-electric-black-hero"],
    ["Ford", "pickup", "pickup-black-hero"], // the body was drawn after a Ford
  ] as const)("the front of a car by %s, %s, is the drawing %s", (brand, bodyStyle, name) => {
    expect(names(brand, bodyStyle, "Black")[0]).toBe(name);
  });

  it("a car of an unknown color is drawn in silver", () => {
    expect(names("", "sedan", "")[0]).toBe("sedan-silver-hero");
  });

  it("every look has a drawing name of its own", () => {
    const looks = bodyStyles.flatMap((bodyStyle) =>
      [undefined, ...makers].flatMap((maker) =>
        paints.map(({ slug }) => drawingName({ bodyStyle, maker, paint: slug }, "hero")),
      ),
    );
    expect(new Set(looks).size).toBe(looks.length);
  });
});

describe("makerFor", () => {
  it("the known models have different fronts, except related models", () => {
    const fronts = knownModels.map(({ brand, model }) => {
      const bodyStyle = knownBodyStyle({ brand, model }) ?? "sedan";
      return { model: `${brand} ${model}`, front: `${bodyStyle}/${makerFor({ brand, bodyStyle }) ?? ""}` };
    });
    const alike = [...Map.groupBy(fronts, ({ front }) => front).values()]
      .filter((group) => group.length > 1)
      .map((group) => group.map(({ model }) => model));
    expect(alike).toEqual([
      ["Chevrolet Bolt EUV", "Chevrolet Bolt EV"],
      ["Toyota Corolla", "Toyota Corolla Hybrid"],
      ["Toyota RAV4", "Toyota RAV4 Prime"],
    ]);
  });
});
