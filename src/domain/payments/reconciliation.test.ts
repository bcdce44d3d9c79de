import { describe, expect, it } from "vitest";
import { type OurLine, reconcile, type ReportLine, sumsOf } from "./reconciliation.ts";

const range = { from: "2026-12-01", to: "2026-12-31" };
const their = (line: Partial<ReportLine>): ReportLine => ({
  ref: "pi_1",
  kind: "payment",
  amount: 1000,
  fee: 0,
  currency: "usd",
  on: "2026-12-05",
  ...line,
});
const our = (line: Partial<OurLine>): OurLine => ({
  ref: "pi_1",
  kind: "payment",
  amount: 1000,
  orderId: "o",
  orderNumber: "LB-1",
  on: "2026-12-05",
  isWritten: true,
  ...line,
});
/** What a bank took from a payment in December, and gave back in February. */
const taken = (): OurLine[] => [
  our({ ref: "dp_1", about: "pi_1", kind: "dispute", amount: -1000 }),
  our({ ref: "dp_1", about: "pi_1", kind: "dispute", amount: 1000, on: "2027-02-01" }),
];
const statuses = (report: ReportLine[], ours: OurLine[]) =>
  reconcile(report, ours, range).map(({ status, ref }) => `${ref} ${status}`);

describe("a provider's report compared with our records", () => {
  it.each([
    ["agrees", [their({})], [our({})], ["pi_1 matched"]],
    ["agrees whenever we heard of it", [their({})], [our({ on: "2027-02-01" })], ["pi_1 matched"]],
    ["has more", [their({}), their({ ref: "pi_2" })], [our({})], ["pi_1 matched", "pi_2 missing_here"]],
    ["has less", [], [our({})], ["pi_1 missing_there"]],
    ["has nothing of other days", [], [our({ on: "2027-01-01" })], []],
    ["has what the ledger lacks", [their({})], [our({ isWritten: false })], ["pi_1 missing_here"]],
    ["lacks what the ledger lacks too", [], [our({ isWritten: false })], []],
    ["has another amount", [their({ amount: 999 })], [our({})], ["pi_1 amount_differs"]],
    ["has another currency", [their({ currency: "jpy" })], [our({})], ["pi_1 amount_differs"]],
    [
      "has what a bank took, and what came back in a later one",
      [their({ ref: "dp_1", kind: "dispute", amount: -1000 })],
      taken(),
      ["dp_1 matched"],
    ],
    [
      "has what a bank took and gave back",
      [1000, -1000].map((amount) => their({ ref: "dp_1", kind: "dispute", amount })),
      taken(),
      ["dp_1 matched"],
    ],
    [
      "has less than a bank took",
      [their({ ref: "dp_1", kind: "dispute", amount: -900 })],
      taken(),
      ["dp_1 amount_differs"],
    ],
    [
      "names the payment of a dispute alone",
      [their({ ref: "line", about: "pi_1", kind: "dispute", amount: -1000 })],
      taken(),
      ["dp_1 matched"],
    ],
    [
      "names somebody else's payment",
      [their({ ref: "line", about: "pi_2", kind: "dispute", amount: -1000 })],
      [],
      ["line missing_here"],
    ],
    [
      "has a refund that came back",
      [their({ ref: "re_1", amount: -500 }), their({ ref: "re_1", amount: 500 })],
      [],
      ["re_1 matched"],
    ],
    [
      "has one that came back, and we did not hear of it",
      [their({ ref: "re_1", amount: -500 }), their({ ref: "re_1", amount: 500 })],
      [our({ ref: "re_1", amount: -500, kind: "refund" })],
      ["re_1 amount_differs"],
    ],
    ["has a payout", [their({ ref: "po_1", kind: "payout", amount: -900 })], [], ["po_1 payout"]],
    ["has a fee by itself", [their({ ref: "txn_1", kind: "fee", amount: -25 })], [], ["txn_1 fee"]],
    ["has a line twice", [their({}), their({})], [our({})], ["pi_1 amount_differs"]],
    ["has an id of the language", [their({ ref: "__proto__" })], [], ["__proto__ missing_here"]],
  ] as const)("a provider's report that %s is compared with our records", (_name, report, ours, expected) => {
    expect(statuses([...report], [...ours])).toEqual(expected);
  });

  it("a reconciliation shows the provider's fees beside the payments", () => {
    const report = [their({ fee: 59 }), their({ ref: "txn_1", kind: "fee", amount: -25 })];
    const rows = reconcile(report, [our({})], range);
    expect(sumsOf(rows)).toMatchObject({
      matched: { count: 1, amount: 1000 },
      fee: { count: 2, amount: 84 },
      missing_here: { count: 0, amount: 0 },
    });
  });

  it("a reconciliation shows the difference of amounts, and marks the first and last days", () => {
    const rows = reconcile([their({ amount: 900 })], [our({}), our({ ref: "pi_9", on: range.to })], range);
    expect(sumsOf(rows).amount_differs).toEqual({ count: 1, amount: -100 });
    expect(rows.map(({ isAtEdge }) => isAtEdge)).toEqual([false, true]);
  });
});
