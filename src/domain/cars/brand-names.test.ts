import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { foldText } from "#domain/fold-text.ts";
import { brandNameIn, carNameIn, chineseBrands } from "./brand-names.ts";
import { chineseAliases } from "./search-aliases.ts";

const fleetBrands = [
  ...new Set(
    readFileSync("fleet/fleet.csv", "utf8")
      .split("\n")
      .slice(1)
      .flatMap((line) => line.split(",")[1] ?? []),
  ),
];

describe("Chinese names of makes", () => {
  it("every make of the fleet has a Chinese name", () => {
    expect(fleetBrands.length).toBeGreaterThan(15);
    expect(fleetBrands.filter((brand) => !(brand in chineseBrands))).toEqual([]);
  });

  it("a search understands the Chinese name of every make", () => {
    for (const [latin, chinese] of Object.entries(chineseBrands)) {
      const phrases = chineseAliases.get(foldText(chinese).replaceAll("-", " "));
      expect([latin, phrases?.some((phrase) => foldText(latin).includes(phrase))]).toEqual([latin, true]);
    }
  });

  it.each([
    ["Toyota Camry Hybrid", "丰田 Toyota Camry Hybrid"],
    ["Mercedes-Benz C 300", "奔驰 Mercedes-Benz C 300"],
    ["LAND ROVER Defender", "路虎 LAND ROVER Defender"],
    ["Tesla Model 3", "特斯拉 Tesla Model 3"],
    ["Kia", "起亚 Kia"],
    ["丰田 Toyota Camry", "丰田 Toyota Camry"],
    ["Fordson Tractor", "Fordson Tractor"],
    ["", ""],
  ])("the car name %s becomes %s in Chinese", (name, read) => {
    expect([carNameIn(name, "zh"), carNameIn(name, "en")]).toEqual([read, name]);
  });

  it("a Chinese reader sees the Chinese make beside its Latin name", () => {
    expect([brandNameIn("honda", "zh"), brandNameIn("Honda", "en"), brandNameIn("Zoox", "zh")]).toEqual([
      "本田 honda",
      "Honda",
      "Zoox",
    ]);
  });
});
