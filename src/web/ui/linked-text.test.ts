import { describe, expect, it } from "vitest";
import { isLinkTarget, plainText, textParts } from "./linked-text.ts";

describe("a text with links", () => {
  it("links in a text are found in brackets and as bare addresses", () => {
    expect(textParts("See [the plans](/pricing-tiers) or https://www.dmv.ca.gov.")).toEqual([
      { text: "See " },
      { text: "the plans", to: "/pricing-tiers" },
      { text: " or " },
      { text: "https://www.dmv.ca.gov", to: "https://www.dmv.ca.gov" },
      { text: "." },
    ]);
  });

  it("an address ends before Chinese punctuation", () => {
    expect(textParts("详见 https://www.dmv.ca.gov，或[联系我们](/contact)。")).toEqual([
      { text: "详见 " },
      { text: "https://www.dmv.ca.gov", to: "https://www.dmv.ca.gov" },
      { text: "，或" },
      { text: "联系我们", to: "/contact" },
      { text: "。" },
    ]);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "/\\evil.example",
    "mailto:a@b.co",
    "https://",
    "JaVaScRiPt:1",
    "vbscript:x",
    "ftp://x",
  ])("the text %s never becomes a link", (target) => {
    expect(isLinkTarget(target)).toBe(false);
    expect(textParts(`[words](${target})`).filter(({ to }) => to !== undefined)).toEqual([]);
  });

  it("English words in another language's text are marked", () => {
    expect(textParts("说“{en:Chinese, please}”。")).toEqual([
      { text: "说“" },
      { text: "Chinese, please", language: "en" },
      { text: "”。" },
    ]);
  });

  it("a text without its links keeps every word", () => {
    expect(plainText("A [b](/c) d")).toBe("A b d");
    expect(plainText("No links, [only] (brackets)")).toBe("No links, [only] (brackets)");
  });

  it("a hostile text is parsed quickly", () => {
    const started = performance.now();
    for (const piece of ["[", "[a](", "{en:", "https://", "](", "[[a]("]) textParts(piece.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
