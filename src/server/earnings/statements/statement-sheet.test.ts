import { expect, it } from "vitest";
import type { HostStatement } from "#domain/payouts/statements.ts";
import { documentParties } from "#test/document-parties.ts";
import { hostStatementSheet } from "./statement-sheet.ts";

const statement: HostStatement = {
  number: "HS-1",
  month: "2026-12",
  host: "Wei Lin",
  issuedOn: "2027-01-01",
  opening: 0,
  lines: [
    {
      rule: "charge",
      on: "2026-12-04",
      orderId: "1",
      orderNumber: "LB-1",
      car: "Toyota Camry",
      startsOn: null,
      endsOn: null,
      lines: [
        { kind: "tolls", amount: 1_500 },
        { kind: "damage", amount: 20_000 },
      ],
      gross: 21_500,
      sharePercent: 80,
      amount: 21_500,
    },
    { rule: "payout", on: "2026-12-10", name: "PO-7", reference: "ACH 12", amount: -21_500 },
  ],
  closing: 0,
};

it("a statement's file calls charges and payouts as the screen does, in both languages", () => {
  const rowsIn = (language: "en" | "zh") =>
    hostStatementSheet(statement, documentParties().business, language).rows.map(({ label }) =>
      label.split(" · ").slice(1).join(" · "),
    );
  expect(rowsIn("en")).toEqual([
    "LB-1 · Toyota Camry · Tolls and fines $15.00 · Damage $200.00 · all yours",
    "Payout PO-7 · ACH 12",
  ]);
  expect(rowsIn("zh")).toEqual([
    "LB-1 · 丰田 Toyota Camry · 过路费和罚款 US$15.00 · 车辆损坏 US$200.00 · 全部归您",
    "打款 PO-7 · ACH 12",
  ]);
});
