import { describe, expect, it } from "vitest";
import { drawingsFor } from "./drawings.ts";

describe("drawingsFor", () => {
  it("names the five drawings of a car, outside first", () => {
    expect(drawingsFor({ bodyStyle: "suv-large", colour: "Midnight blue" })).toEqual([
      { view: "hero", name: "suv-large-midnight-hero" },
      { view: "side", name: "suv-large-midnight-side" },
      { view: "rear", name: "suv-large-midnight-rear" },
      { view: "cabin", name: "suv-large-cabin" },
      { view: "bench", name: "suv-large-bench" },
    ]);
  });

  it("paints a car of an unknown colour silver", () => {
    expect(drawingsFor({ bodyStyle: "sedan", colour: "" })[0]).toEqual({
      view: "hero",
      name: "sedan-silver-hero",
    });
  });
});
