import { describe, expect, it } from "vitest";
import { type SearchTerm, searchTerms } from "./search-terms.ts";

describe("searchTerms", () => {
  it.each<[string, SearchTerm[] | undefined]>([
    ["Toyota Camry", ["toyota", "camry"]],
    ["  F-150 / XLT ", ["f", "150", "xlt"]],
    ["Citroën ŠKODA", ["citroen", "skoda"]],
    ["ＴＥＳＬＡ　Ｍｏｄｅｌ　３", ["tesla", "model", "3"]],
    ["特斯拉Model Y", [["tesla"], "model", "y"]],
    ["丰田凯美瑞", [["toyota"], ["camry"]]],
    ["2023年的豐田 卡罗拉混动", ["2023", ["toyota"], ["corolla"], ["hybrid", "prius", "prime", "phev"]]],
    ["我想租一辆特斯拉", [["tesla"]]],
    ["旧金山七座", [["san francisco"], ["minivan", "suv large"]]],
    ["特斯垃", [["tesla"]]],
    ["雷克塞斯ES350", [["lexus"], "es350"]],
    ["飞碟", ["飞碟"]],
    ["的", []],
    ["", undefined],
    ["%", undefined],
    ["_ \\ ' ; --", undefined],
    ["100%", ["100"]],
    ["🚗", undefined],
    ["\u0000", undefined],
  ])("the search words %j are split into terms", (text, terms) => {
    expect(searchTerms(text)).toEqual(terms);
  });

  it("a search uses its first eight words only", () => {
    expect(searchTerms("a b c d e f g h i j")).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
  });

  it("a search uses its first hundred letters only", () => {
    expect(searchTerms("x".repeat(1_000_000))).toEqual(["x".repeat(100)]);
  });
});
