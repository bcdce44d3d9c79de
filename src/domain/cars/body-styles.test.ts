import { describe, expect, it } from "vitest";
import { bodyStyleFor, bodyStyles, isBodyStyle } from "./body-styles.ts";

describe("bodyStyleFor", () => {
  it.each([
    ["Toyota", "Camry", "Sedan", "sedan"],
    ["Lexus", "RX 350", "Luxury", "luxury-suv"],
    ["Tesla", "Model 3", "Electric", "electric"],
    ["Tesla", "Model S", "Electric", "electric-large"],
    ["Tesla", "Model X", "Electric", "electric-suv"],
    ["Rivian", "R1T", "Truck", "pickup-electric"],
    ["Polestar", "2", "Electric", "electric"],
    ["tesla", "  model   y ", "electric", "electric-crossover"],
    ["MERCEDES-BENZ", "c 300", "LUXURY", "luxury"],
  ])("the model decides the body of a %s %s", (brand, model, category, body) => {
    expect(bodyStyleFor({ brand, model, category })).toBe(body);
  });

  it.each([
    ["Compact", "compact"],
    ["Sedan", "sedan"],
    ["SUV", "suv"],
    ["Truck", "pickup"],
    ["Minivan", "minivan"],
    ["Electric", "electric"],
    ["luxury", "luxury"],
    ["Boat", "sedan"],
    ["", "sedan"],
    ["constructor", "sedan"],
  ])("an unknown model has the usual body of category %j", (category, body) => {
    expect(bodyStyleFor({ brand: "Unheard", model: "Of", category })).toBe(body);
  });
});

describe("isBodyStyle", () => {
  it("isBodyStyle accepts the listed words and nothing else", () => {
    expect(new Set(bodyStyles).size).toBe(bodyStyles.length);
    expect(bodyStyles.every(isBodyStyle)).toBe(true);
    expect(isBodyStyle("SUV")).toBe(false);
    expect(isBodyStyle("toString")).toBe(false);
  });
});
