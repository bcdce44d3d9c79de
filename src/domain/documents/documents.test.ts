import { describe, expect, it } from "vitest";
import { amendmentOf, documentNumber, isDocumentNumber, orderDocumentKinds } from "./documents.ts";

describe("a document's number", () => {
  it("a document's number has a letter for its kind and is recognized", () => {
    const numbers = orderDocumentKinds.map((kind) => documentNumber(kind, 2026, 42));
    expect(new Set(numbers).size).toBe(orderDocumentKinds.length);
    for (const number of numbers) expect(isDocumentNumber(number)).toBe(true);
    for (const odd of ["B-2026-000042", "I-2026-42", "I-26-000042", "I-2026-000042 "])
      expect(isDocumentNumber(odd)).toBe(false);
  });
});

describe("documents with a sum that may have changed", () => {
  const of = (...amounts: number[]) => amounts.map((amount) => ({ amount }));

  it("documents stay as they are while their sum is right", () => {
    expect(amendmentOf(0, [])).toEqual({ voided: [], rest: 0 });
    expect(amendmentOf(70, of(50, 20))).toEqual({ voided: [], rest: 0 });
  });

  it("a missing sum gets a document of its own", () => {
    expect(amendmentOf(50, [])).toEqual({ voided: [], rest: 50 });
    expect(amendmentOf(70, of(50))).toEqual({ voided: [], rest: 20 });
  });

  it("documents with too high a sum are voided whole, the newest first", () => {
    expect(amendmentOf(0, of(50))).toEqual({ voided: of(50), rest: 0 });
    expect(amendmentOf(50, of(50, 20))).toEqual({ voided: of(20), rest: 0 });
    expect(amendmentOf(30, of(50, 20))).toEqual({ voided: of(20, 50), rest: 30 });
  });
});
