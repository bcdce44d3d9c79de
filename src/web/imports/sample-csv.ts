import { carColumns } from "#domain/cars/csv/car-csv.ts";
import { usualValue } from "#domain/cars/fields.ts";

type Column = (typeof carColumns)[number];

/** A column that is left out here has its usual value. */
const cars: Partial<Record<Column, string>>[] = [
  {
    name: "Toyota Corolla LE",
    brand: "Toyota",
    model: "Corolla",
    year: "2024",
    category: "Compact",
    monthlyPrice: "639.00",
    city: "Mountain View",
    state: "CA",
    zipCode: "94043",
    trim: "LE",
    transmission: "cvt",
    carplay: "true",
    minRentDays: "30",
    plateNumber: "8ABC123",
    insurance: "Progressive",
    available: "true",
    colour: "Silver",
    bodyStyle: "sedan",
    features: "5 seats|Backup camera",
    description: "Easy to park in the city.",
    descriptionZh: "市区好停车。",
  },
  {
    name: "Kia Carnival LX",
    brand: "Kia",
    model: "Carnival",
    year: "2023",
    category: "Minivan",
    monthlyPrice: "1019.00",
    city: "Fremont",
    state: "CA",
    zipCode: "94538",
    trim: "LX",
    transmission: "automatic",
    carplay: "true",
    minRentDays: "60",
    plateNumber: "8DEF456",
    insurance: "State Farm",
    available: "true",
    colour: "Pearl white",
    bodyStyle: "minivan",
    features: "8 seats|Third-row seats",
    description: "Room for the whole family.",
    descriptionZh: "一家人都坐得下。",
  },
];

/** A file with every column and two cars that nobody owns. */
export function sampleCsv(): string {
  const cellOf = (car: (typeof cars)[number], column: Column) =>
    car[column] ?? (column === "hostEmail" ? "" : String(usualValue(column)));
  return [
    carColumns.join(","),
    ...cars.map((car) => carColumns.map((column) => cellOf(car, column)).join(",")),
  ].join("\r\n");
}

/** How an archive holds the pictures of these cars. */
export const sampleFolders = [
  "pictures.zip",
  "├ 2/  front.jpg  side.jpg",
  "├ 3/  front.jpg",
  "└ 5/  1.jpg  2.jpg  10.jpg",
].join("\n");
