import { describe, expect, it } from "vitest";
import { paintFor, paints } from "./paints.ts";

describe("paintFor", () => {
  it.each(paints)("the paint $name is found by its name in any case", ({ name, slug }) => {
    expect(paintFor(name).slug).toBe(slug);
    expect(paintFor(` ${name.toUpperCase()} `).slug).toBe(slug);
  });

  it.each([
    ["white", "pearl"],
    ["Off-White", "pearl"],
    ["grey", "graphite"],
    ["Gray metallic", "graphite"],
    ["blue", "midnight"],
    ["Silver Blue", "midnight"],
    ["red", "crimson"],
    ["green", "forest"],
    ["beige", "sand"],
    ["白色", "pearl"],
    ["银灰色", "graphite"],
    ["深蓝", "midnight"],
    ["", "silver"],
    ["tartan", "silver"],
    ["__proto__", "silver"],
  ])("the color %j is painted in %s", (colour, slug) => {
    expect(paintFor(colour).slug).toBe(slug);
  });
});
