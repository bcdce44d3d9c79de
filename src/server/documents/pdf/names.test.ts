import { documentParties } from "#test/document-parties.ts";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgreementFacts } from "#domain/documents/agreement.ts";
import {
  agreementSheet,
  commonFacts,
  invoiceSheet,
  sheet,
  statementSheet,
} from "#server/documents/sheets.ts";
import { voidSheet } from "#server/documents/void-sheets.ts";
import { names, saysName, unprintableNames } from "#test/names.ts";
import { drawSheet, unprintableLetters } from "./draw-sheet.ts";

const at = Date.UTC(2026, 10, 22, 18);

function sheetsOf(name: string, language: "en" | "zh") {
  const issued = {
    order: { language, orderNumber: "LB-1001", customerName: name, carName: "Tesla Model 3" },
    number: "A-2026-000001",
    at,
    ...documentParties({ renterAddress: `${name}, 1 Main Street`, drivers: [name] }),
  };
  const facts: AgreementFacts = {
    orderNumber: "LB-1001",
    renter: name,
    carId: "x",
    car: "Tesla Model 3 (2023)",
    pickupDate: "2026-12-01",
    pickupTime: "10:00",
    returnDate: "2027-03-01",
    returnTime: "10:00",
    total: 284_715,
    firstInstalment: 97_000,
    milesIncluded: 3000,
    extraMile: 25,
    coverage: "own",
  };
  const days = { startsOn: "2026-12-01", endsOn: "2026-12-31", dueOn: "2026-12-01" };
  return {
    agreement: agreementSheet(issued, { facts, name, address: "", at, textHash: "0".repeat(64) }),
    invoice: invoiceSheet(issued, { ...days, lines: [{ kind: "rental", amount: 97_000 }], amount: 97_000 }),
    statement: statementSheet(issued, [], { open: 0, ofBalance: 0 }),
    creditNote: voidSheet(issued, {
      kind: "invoice",
      number: "I-2026-000001",
      amount: 97_000,
      reason: "recalculated",
    }),
    // Bold, and beside an amount.
    total: { ...sheet(issued, name), facts: commonFacts(issued), total: { label: name, value: name } },
  };
}

let library: PDFiumLibrary;
beforeAll(async () => {
  library = await PDFiumLibrary.init();
});
afterAll(() => library.destroy());

async function textOfPdf(content: Uint8Array): Promise<string> {
  const document = await library.loadDocument(content);
  const text = [...document.pages()].map((page) => page.getText()).join("\n");
  document.destroy();
  return text;
}

describe("a name in a document", () => {
  it.each(names)(
    "a name is complete in every document and is copied from it as it was typed: %s",
    async (name) => {
      const { agreement } = sheetsOf(name, "en");
      const { total, invoice, statement, creditNote } = sheetsOf(name, "zh");
      // The same code sets every kind of document, so each name is tried in two kinds only.
      const other = [agreement, invoice, statement, creditNote][names.indexOf(name) % 4] ?? invoice;
      for (const [kind, made] of Object.entries({ total, other })) {
        expect(await unprintableLetters(made)).toEqual([]);
        const text = await textOfPdf(await drawSheet(made, new Date(at)));
        expect(saysName(text, name), `${kind}: ${text}`).toBe(true);
      }
    },
  );

  it("a document prints the signs of addresses", async () => {
    expect(await unprintableLetters(sheetsOf("Ann Lee, № 5, 20 ℃", "en").invoice)).toEqual([]);
  });

  it("a sheet with a name has the same bytes each time, whatever is drawn between", async () => {
    const some = names.filter((_, index) => index % 4 === 0);
    const drawAll = async () => {
      const files = [];
      for (const name of some) files.push(await drawSheet(sheetsOf(name, "en").invoice, new Date(at)));
      return files;
    };
    const first = await drawAll();
    expect((await drawAll()).map((file, index) => file.equals(first[index] ?? Buffer.of()))).toEqual(
      some.map(() => true),
    );
  });

  it.each(unprintableNames)(
    "a name with a character that no font has is reported as unprintable: %s",
    async (name) => {
      const letter = [...name].find((one) => /[^\u0020-\u007e]/u.test(one));
      expect(await unprintableLetters(sheetsOf(name, "en").invoice)).toContain(letter);
    },
  );
});
