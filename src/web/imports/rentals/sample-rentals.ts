import { rentalColumns, type RentalColumn } from "#domain/moving-in/rental-csv.ts";
import { addDays, addMonths, dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";

const rentals = (today: IsoDate): Record<RentalColumn, string>[] => {
  const began = addMonths(today, -2);
  const begins = addDays(today, 12);
  return [
    {
      plateNumber: "8ABC123",
      customerName: "Ana Nguyễn",
      customerEmail: "ana@example.com",
      pickupDate: began,
      returnDate: addMonths(began, 6),
      monthlyPrice: "1450.00",
      customerPhone: "+1 650 555 0148",
      pickupTime: "10:00",
      returnTime: "10:00",
      pickupLocation: "Millbrae BART station",
      language: "en",
      payments: `${began} 1450.00 transfer 881; ${addMonths(began, 1)} 1450.00 transfer 902`,
      instalments: "",
      balance: "1450.00",
      note: "Old number 2041",
    },
    {
      plateNumber: "8DEF456",
      customerName: "陈昊",
      customerEmail: "hao@example.com",
      pickupDate: begins,
      returnDate: addMonths(begins, 2),
      monthlyPrice: "1019.00",
      customerPhone: "",
      pickupTime: "14:30",
      returnTime: "",
      pickupLocation: "",
      language: "zh",
      payments: `${today} 300.00 deposit`,
      instalments: `${begins} 900.00; ${addDays(begins, 30)} 900.00`,
      balance: "-300.00",
      note: "",
    },
  ];
};

/** A file with every column: one rental that runs, and a future one with its own instalments. */
export function sampleRentals(): string {
  const columns = [...rentalColumns.required, ...rentalColumns.optional];
  const rows = rentals(dateInLosAngeles(Date.now()));
  return [csvRow(columns), ...rows.map((rental) => csvRow(columns.map((column) => rental[column])))].join("");
}
