import { describe, expect, it } from "vitest";
import { amendmentOf, documentNumber, isDocumentNumber, orderDocumentKinds } from "./documents.ts";

describe("a document's number", () => {
  it("has another letter for each kind, and is known as one", () => {
    const numbers = orderDocumentKinds.map((kind) => documentNumber(kind, 2026, 42));
    expect(new Set(numbers).size).toBe(orderDocumentKinds.length);
    for (const number of numbers) expect(isDocumentNumber(number)).toBe(true);
    for (const odd of ["B-2026-000042", "I-2026-42", "I-26-000042", "I-2026-000042 "])
      expect(isDocumentNumber(odd)).toBe(false);
  });
});

describe("documents with a sum that is no longer true", () => {
  const of = (...amounts: number[]) => amounts.map((amount) => ({ amount }));

  it("stay as they are where their sum is true", () => {
    expect(amendmentOf(0, [])).toEqual({ voided: [], rest: 0 });
    expect(amendmentOf(70, of(50, 20))).toEqual({ voided: [], rest: 0 });
  });

  it("get another document for a missing sum", () => {
    expect(amendmentOf(50, [])).toEqual({ voided: [], rest: 50 });
    expect(amendmentOf(70, of(50))).toEqual({ voided: [], rest: 20 });
  });

  it("are voided, the newest first and whole, where they say too much", () => {
    expect(amendmentOf(0, of(50))).toEqual({ voided: of(50), rest: 0 });
    expect(amendmentOf(50, of(50, 20))).toEqual({ voided: of(20), rest: 0 });
    expect(amendmentOf(30, of(50, 20))).toEqual({ voided: of(20, 50), rest: 30 });
  });
});
