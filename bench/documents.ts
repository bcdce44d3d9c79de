import { documentParties } from "../test/document-parties.ts";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { languages } from "#domain/languages.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { drawSheet } from "#server/documents/pdf/draw-sheet.ts";
import {
  agreementSheet,
  invoiceSheet,
  type IssuedDocument,
  receiptSheet,
  statementSheet,
} from "#server/documents/sheets.ts";
import { voidSheet } from "#server/documents/void-sheets.ts";
import { median, milliseconds, type Row } from "./report.ts";

const at = Date.UTC(2026, 10, 22, 18);
const allowedMilliseconds = 150;
/** Milliseconds for which drawing a document may delay the answers of the process. */
const allowedDelay = 50;

/** Draws each kind of document, in both languages, and measures how long that delayed other answers. */
export async function measureDocuments(isQuick: boolean): Promise<Row[]> {
  const count = isQuick ? 8 : 100;
  // The first one starts the thread and reads the fonts.
  await Promise.all(sheetsOf(1).map((sheet) => drawSheet(sheet, new Date(at))));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const rows: Row[] = [];
  delay.enable();
  for (const [kind, what] of ["rental agreement", "invoice", "receipt", "account statement"].entries()) {
    const times: number[] = [];
    for (const sheet of Array.from({ length: count }, (_, n) => sheetsOf(n)[kind])) {
      if (!sheet) throw new Error(`There is no ${what}`);
      const begun = performance.now();
      await drawSheet(sheet, new Date(at));
      times.push(performance.now() - begun);
    }
    rows.push(beside(`${count} PDFs, ${what}, median of one`, median(times), allowedMilliseconds));
  }
  delay.disable();
  const late = delay.percentile(99) / 1e6 - delay.min / 1e6;
  return [...rows, beside("99th percentile of how long answers were held up meanwhile", late, allowedDelay)];
}

const beside = (what: string, value: number, allowed: number): Row => ({
  what,
  ours: milliseconds(value),
  bare: milliseconds(allowed),
  ratio: value / allowed,
  aim: 1,
  isAtLeast: false,
});

/** One document of each kind about a rental of a year, in one language or the other. */
function sheetsOf(n: number): Sheet[] {
  const language = languages[n % languages.length] ?? "en";
  const order = {
    language,
    orderNumber: `LB-${n}`,
    customerName: "José 李小龙",
    carName: "Tesla Model 3 (2023)",
  };
  const issued: IssuedDocument = { order, number: `A-2026-${n}`, at, ...documentParties() };
  const lines = [
    { kind: "rental", amount: 97_000 + n },
    { kind: "insurance", amount: 30_000 },
  ] as const;
  const amount = 127_000 + n;
  const facts = {
    orderNumber: order.orderNumber,
    renter: order.customerName,
    carId: "x",
    car: order.carName,
    pickupDate: "2026-12-01",
    pickupTime: "10:00",
    returnDate: "2027-12-01",
    returnTime: "10:00",
    total: amount * 12,
    firstInstalment: amount,
    milesIncluded: 12_000,
    extraMile: 25,
    coverage: "own",
  } as const;
  const movements = Array.from({ length: 24 }, (_, id) => ({
    id,
    postedOn: "2026-12-01",
    kind: id % 2 ? ("payment" as const) : ("instalment" as const),
    isOfInstalment: id % 2 === 0,
    renter: id % 2 ? -amount : amount,
    goodwill: 0,
  }));
  return [
    agreementSheet(issued, { facts, name: order.customerName, address: "", at, textHash: "0".repeat(64) }),
    invoiceSheet(issued, {
      startsOn: "2026-12-01",
      endsOn: "2027-01-01",
      dueOn: "2026-12-01",
      lines: [...lines],
      amount,
    }),
    receiptSheet(issued, { method: "transfer", reference: `TR-${n}`, paidOn: "2026-12-01", amount }),
    voidSheet(
      issued,
      { kind: "invoice", number: `I-2026-${n}`, amount, reason: "no_longer_due" },
      {
        startsOn: "2026-12-01",
        endsOn: "2027-01-01",
        lines,
      },
    ),
    voidSheet(issued, { kind: "receipt", number: `R-2026-${n}`, amount, reason: "payment_not_received" }),
    statementSheet(issued, movements, { open: amount, ofBalance: amount }),
  ];
}
