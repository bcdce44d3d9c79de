import { describe, expect, it } from "vitest";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { planRental } from "./plan.ts";
import { readRental, readRentalHeader, rentalColumns } from "./rental-csv.ts";

const today = "2026-11-26";
const now = instantInLosAngeles(today, "12:00");
const columns = [...rentalColumns.required, ...rentalColumns.optional];
const usual = {
  plateNumber: "8ABC123",
  customerName: "Nguyễn Văn An",
  customerEmail: "an@example.com",
  pickupDate: "2026-09-15",
  returnDate: "2027-01-25",
  monthlyPrice: "1450.00",
};

function read(cells: Record<string, string>) {
  const header = readRentalHeader(columns);
  if (!("header" in header)) throw new Error(header.error);
  const values: Record<string, string> = { ...usual, ...cells };
  return readRental(
    header.header,
    columns.map((column) => values[column] ?? ""),
  );
}
function plan(cells: Record<string, string> = {}) {
  const row = read(cells);
  if (!("rental" in row)) throw new Error(JSON.stringify(row.errors));
  const planned = planRental(row.rental, today, now);
  return "rental" in planned ? planned.rental : planned.errors;
}
const errorsOf = (cells: Record<string, string>) => {
  const row = read(cells);
  return "errors" in row ? row.errors.map(({ column, code }) => `${column} ${code}`) : plan(cells);
};

describe("a rental of other books", () => {
  it("a moved rental costs the month's price per whole month, and a thirtieth per remaining day", () => {
    const rental = plan({ payments: "2026-09-15 1450.00; 2026-10-16 1,450.00 cheque 881" });
    expect(rental).toMatchObject({
      isRunning: true,
      balance: 145_000,
      next: { dueOn: "2026-11-15", amount: 145_000 },
      price: { total: 4 * 145_000 + 48_333, days: 132 },
      instalments: [
        { number: 1, startsOn: "2026-09-15", dueOn: "2026-09-15", amount: 145_000 },
        { number: 2, dueOn: "2026-10-15", amount: 145_000 },
        { number: 3, dueOn: "2026-11-15", amount: 145_000 },
        { number: 4, dueOn: "2026-12-15", amount: 145_000 },
        { number: 5, startsOn: "2027-01-15", endsOn: "2027-01-25", amount: 48_333 },
      ],
    });
  });

  it("a moved rental keeps its own installments", () => {
    expect(
      plan({
        instalments:
          "2026-09-14 700; 2026-10-01 1400.00; 2026-11-01 1400.00; 2026-12-01 1400; 2027-01-01 1100",
        payments: "2026-09-14 700; 2026-10-01 1400; 2026-11-03 900",
      }),
    ).toMatchObject({
      balance: 50_000,
      next: { dueOn: "2026-11-01", amount: 50_000 },
      price: { total: 600_000 },
      instalments: [
        { startsOn: "2026-09-15", endsOn: "2026-10-01", dueOn: "2026-09-14" },
        { startsOn: "2026-10-01", endsOn: "2026-11-01", dueOn: "2026-10-01" },
        {},
        {},
        { startsOn: "2027-01-01", endsOn: "2027-01-25" },
      ],
    });
  });

  it("a moved rental may begin in the future and be paid ahead", () => {
    expect(plan({ pickupDate: "2026-12-20", payments: "11/20/2026 $500.00 deposit" })).toMatchObject({
      isRunning: false,
      balance: -50_000,
      next: { dueOn: "2026-12-20", amount: 95_000 },
    });
    expect(plan({ pickupDate: today, pickupTime: "5:30 PM" })).toMatchObject({ isRunning: false });
    expect(plan({ pickupDate: today, pickupTime: "9:00" })).toMatchObject({ isRunning: true });
  });

  it("spaces between thousands are read, and an ambiguous sum is refused", () => {
    const unpaid = plan({}) as { balance: number };
    for (const space of ["\u00a0", "\u202f"])
      expect(plan({ payments: `2026-09-15 1${space}450.00 cheque 881` })).toMatchObject({
        balance: unpaid.balance - 145_000,
      });
    expect(plan({ payments: "2026-09-15 50 paid 881 times" })).toMatchObject({
      balance: unpaid.balance - 5_000,
    });
    for (const payments of ["2026-09-15 1450\u00a0881", "2026-09-15\u00a01450.00\u00a0881"])
      expect(plan({ payments })).toMatchObject({ balance: unpaid.balance - 145_000 });
    expect(plan({ payments: "2026-09-15\u00a0749.00" })).toMatchObject({ balance: unpaid.balance - 74_900 });
    expect(errorsOf({ payments: "2026-09-15 450\u00a0881" })).toEqual(["payments not_sums_by_day"]);
    for (const payments of ["2026-09-15 1 450.00", "2026-09-15 1,4500.00", "2026-09-15 14,50.00"])
      expect(errorsOf({ payments })).toEqual(["payments not_sums_by_day"]);
  });

  it("a moved rental is refused when its old books show another balance", () => {
    expect(plan({ balance: "$4,350.00" })).toMatchObject({ balance: 435_000 });
    expect(plan({ balance: "(100.00)", payments: "9/15/26 4450" })).toMatchObject({ balance: -10_000 });
    expect(plan({ balance: "4349.00" })).toEqual([
      { column: "balance", code: "balance_differs", values: { given: "4349.00", ours: "4350.00" } },
    ]);
  });

  it.each([
    [{ plateNumber: "!" }, ["plateNumber not_a_plate"]],
    [
      { customerEmail: "an.example.com", customerName: "" },
      ["customerName required", "customerEmail not_an_email"],
    ],
    [{ pickupDate: "31/12/2026" }, ["pickupDate not_a_date"]],
    [{ pickupDate: "2026-02-30", returnDate: "soon" }, ["pickupDate not_a_date", "returnDate not_a_date"]],
    [{ monthlyPrice: "0" }, ["monthlyPrice not_a_price"]],
    [{ pickupTime: "23:00" }, ["pickupTime not_a_time"]],
    [{ payments: "1450.00" }, ["payments not_sums_by_day"]],
    [{ payments: "2026-09-15 -5" }, ["payments not_sums_by_day"]],
    [{ note: "card 4242 4242 4242 4242" }, ["note card_number"]],
    [{ language: "de" }, ["language not_listed"]],
  ])("the error names each unreadable cell: %j", (cells, errors) => {
    expect(errorsOf(cells)).toEqual(errors);
  });

  it.each([
    [{ returnDate: "2026-09-15" }, "return_before_pickup"],
    [{ returnDate: "2026-11-25" }, "rental_ended"],
    [{ pickupDate: "1999-01-01" }, "too_far"],
    [{ returnDate: "2099-01-01" }, "too_far"],
    [{ payments: "2026-11-27 10" }, "paid_in_future"],
    [{ instalments: "2026-09-15 700; 2026-09-15 700" }, "instalments_dates"],
    [{ instalments: "2026-09-15 700; 2027-01-25 700" }, "instalments_dates"],
    [{ instalments: "2026-10-20 700; 2026-10-15 700" }, "instalments_dates"],
  ])("a moved rental with impossible days is refused as a whole: %j", (cells, code) => {
    expect(plan(cells)).toMatchObject([{ code }]);
  });

  it("an unknown column is reported with the known column most likely meant", () => {
    const header = readRentalHeader([...rentalColumns.required, "Paid", "mobile", "colour"]);
    expect(header).toMatchObject({
      unknown: [
        { name: "Paid", nearest: "payments" },
        { name: "mobile", nearest: "customerPhone" },
        { name: "colour" },
      ],
    });
  });
});
