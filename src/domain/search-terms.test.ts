import { describe, expect, it } from "vitest";
import { type CarCounts, tally } from "./car-counts.ts";
import { searchTerms } from "./search-terms.ts";

describe("searchTerms", () => {
  it.each<[string, string[]]>([
    ["Toyota Camry", ["toyota", "camry"]],
    ["  F-150 / XLT ", ["f", "150", "xlt"]],
    ["Mercedes-Benz", ["mercedes", "benz"]],
    ["Citroën", ["citroen"]],
    ["ŠKODA Škoda", ["skoda", "skoda"]],
    ["ＴＥＳＬＡ　Ｍｏｄｅｌ　３", ["tesla", "model", "3"]],
    ["特斯拉", ["tesla"]],
    ["特斯拉Model Y", ["tesla", "model", "y"]],
    ["丰田凯美瑞", ["toyota", "camry"]],
    ["豐田 卡罗拉", ["toyota", "corolla"]],
    ["寶馬", ["bmw"]],
    ["本田思域", ["honda", "civic"]],
    ["奔驰", ["mercedes"]],
    ["小车", ["小车"]],
    ["", []],
    ["%", []],
    ["_ \\ ' ; --", []],
    ["100%", ["100"]],
    ["🚗", []],
    ["\u0000", []],
  ])("reads %j", (text, terms) => {
    expect(searchTerms(text)).toEqual(terms);
  });

  it("looks at eight words and no more", () => {
    expect(searchTerms("a b c d e f g h i j")).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
  });
});

describe("tally", () => {
  const part = (brand: string, city: string, count: number, lowestPrice: number): CarCounts => ({
    category: "Sedan",
    brand,
    city,
    state: "CA",
    count,
    lowestPrice,
  });
  const counts = [part("Ford", "Fremont", 2, 70_000), part("Audi", "Fremont", 1, 90_000), part("Ford", "San Jose", 3, 60_000)];

  it("adds up what is named alike and keeps the lowest price", () => {
    expect([...tally(counts, ({ brand }) => brand)]).toEqual([
      ["Ford", { count: 5, lowestPrice: 60_000 }],
      ["Audi", { count: 1, lowestPrice: 90_000 }],
    ]);
    expect(tally(counts, ({ city }) => city).get("Fremont")).toEqual({ count: 3, lowestPrice: 70_000 });
  });

  it("has nothing of nothing", () => {
    expect(tally([], ({ brand }) => brand).size).toBe(0);
  });
});
