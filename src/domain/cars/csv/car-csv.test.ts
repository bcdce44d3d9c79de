import { describe, expect, it } from "vitest";
import { requiredFields } from "#domain/cars/fields.ts";
import { type CsvCar, optionalColumns, readCar, readHeader } from "./car-csv.ts";

const good = {
  name: "Toyota Camry LE",
  brand: "Toyota",
  model: "Camry",
  year: "2022",
  category: "Sedan",
  monthlyPrice: "749.00",
  city: "San Jose",
  state: "CA",
};
const today = "2026-11-21";

function read(cells: Record<string, string>) {
  const header = readHeader(Object.keys(cells));
  if ("error" in header) throw new Error(header.error);
  return readCar(header.header, Object.values(cells), today);
}

/** The car of a row whose other cells are good. */
function carWith(cells: Record<string, string>): CsvCar {
  const row = read({ ...good, ...cells });
  if ("errors" in row) throw new Error(JSON.stringify(row.errors));
  return row.car;
}

const errorsWith = (cells: Record<string, string>) => {
  const row = read({ ...good, ...cells });
  return "errors" in row ? row.errors.map((error) => error.column) : [];
};

describe("readHeader", () => {
  it.each([
    ["as documented", [...requiredFields]],
    ["in another order", [...requiredFields].toReversed()],
    ["in capitals", requiredFields.map((column) => column.toUpperCase())],
    ["with spaces", ["name ", " brand", "model", "year", "category", "Monthly Price", "city", "state"]],
    ["with underscores", ["name", "brand", "model", "year", "category", "monthly_price", "city", "state"]],
    ["among unknown ones", ["__proto__", "constructor", ...requiredFields, "toString", "", "", "remark"]],
  ])("the header reader finds the columns %s", (_name, cells) => {
    expect(readHeader(cells)).toHaveProperty("header");
  });

  it("the error about missing columns names all of them", () => {
    expect(readHeader(["name", "brand", "model", "category", "city", "state"])).toEqual({
      error: "The header row is missing year, monthlyPrice.",
      code: "columns_missing",
      columns: "year, monthlyPrice",
    });
    expect(readHeader([""])).toHaveProperty("error");
  });

  it("the error about missing columns names what the file has instead, in English and in Chinese", () => {
    expect(readHeader(["name", "make", "model", "yr", "category", "price", "city", "state", "fuel"])).toEqual(
      {
        error:
          "The header row is missing brand, year, monthlyPrice. Perhaps meant: make (brand), yr (year), price (monthlyPrice).",
        code: "columns_missing",
        columns: "brand, year, monthlyPrice",
        meant: "make (brand), yr (year), price (monthlyPrice)",
      },
    );
    const chinese = readHeader(["车名", "品牌", "车型", "年份", "类别", "月租", "城市", "州"]);
    expect(chinese).toMatchObject({
      meant:
        "车名 (name), 品牌 (brand), 车型 (model), 年份 (year), 类别 (category), 月租 (monthlyPrice), 城市 (city), 州 (state)",
    });
  });

  it("the header reader ignores invisible characters", () => {
    const pasted = requiredFields.map((column) => `\u200b${column}\u2060\u202c`);
    expect(readHeader(pasted)).toHaveProperty("header");
  });

  it.each([
    ["year", [...requiredFields, "Year"]],
    ["monthlyPrice", [...requiredFields, "monthly price"]],
    ["colour", [...requiredFields, "color", "colour"]],
  ])("a header with the column %s twice is refused in any spelling", (column, cells) => {
    expect(readHeader(cells)).toEqual({
      error: `The column ${column} appears twice in the header row.`,
      code: "column_twice",
      columns: column,
    });
  });
});

describe("readCar", () => {
  it("a row with only the required columns is read, and the model decides the body", () => {
    expect(carWith({})).toEqual({ ...good, year: 2022, monthlyPrice: 74_900, bodyStyle: "sedan" });
    expect(carWith({ brand: "Lexus", model: "RX 350", category: "Luxury" }).bodyStyle).toBe("luxury-suv");
  });

  it.each<[string, string, unknown]>([
    ["name", "  Toyota Camry LE  ", "Toyota Camry LE"],
    ["name", "Cafe\u0301 Racer", "Café Racer"],
    ["name", "\u202aToyota\u200b Camry\u202c", "Toyota Camry"],
    ["hostEmail", "\u200ehost\u200b@example.com", "host@example.com"],
    ["name", "🚗 丰田", "🚗 丰田"],
    ["name", "🚗".repeat(120), "🚗".repeat(120)],
    ["year", "1990", 1990],
    ["year", "2027", 2027],
    ["category", "suv", "SUV"],
    ["category", "ELECTRIC", "Electric"],
    ["monthlyPrice", "749", 74_900],
    ["monthlyPrice", "0.01", 1],
    ["monthlyPrice", "100000", 10_000_000],
    ["state", "ca", "CA"],
    ["zipCode", "94041", "94041"],
    ["zipCode", "94041-1234", "94041-1234"],
    ["zipCode", "", ""],
    ["trim", "XLE", "XLE"],
    ["transmission", "CVT", "cvt"],
    ["transmission", "", "automatic"],
    ["carplay", "Yes", true],
    ["carplay", "0", false],
    ["carplay", "", false],
    ["minRentDays", "60", 60],
    ["minRentDays", "", 30],
    ["plateNumber", "7itw 146", "7ITW 146"],
    ["plateNumber", "", null],
    ["insurance", "AAA", "AAA"],
    ["available", "FALSE", false],
    ["available", "", true],
    ["colour", "Forest green", "Forest green"],
    ["bodyStyle", "Pickup-Mid", "pickup-mid"],
    ["bodyStyle", "", "sedan"],
    ["features", "5 seats| 30 mpg ||Sunroof|", ["5 seats", "30 mpg", "Sunroof"]],
    ["features", "", []],
    [
      "images",
      "camry-1.webp|https://pictures.example/a/b.jpg|/api/images/cars/camry-2.png",
      ["camry-1.webp", "https://pictures.example/a/b.jpg", "/api/images/cars/camry-2.png"],
    ],
    ["description", "Two\nlines, <b>as they are</b>", "Two\nlines, <b>as they are</b>"],
    ["description", "", ""],
    ["descriptionZh", "整洁", "整洁"],
    ["descriptionZh", "", null],
  ])("the column %s reads %j", (column, cell, value) => {
    expect(carWith({ [column]: cell })[column as keyof CsvCar]).toEqual(value);
  });

  it.each<[string, string[]]>([
    [
      "name",
      [
        "",
        "   ",
        "<b>Camry</b>",
        "a\u0000b",
        "a\nb",
        "a\tb",
        "x".repeat(121),
        "x".repeat(5000),
        "\ud800",
        "Citro\ufffdn",
      ],
    ],
    ["brand", ["", "<script>", "x".repeat(61)]],
    ["model", ["", "a>b", "x".repeat(61)]],
    [
      "year",
      [
        "",
        "1885",
        "1989",
        "2028",
        "3000",
        "2022.5",
        "-2022",
        "2e3",
        "0x7e6",
        "NaN",
        "２０２２",
        "two thousand",
      ],
    ],
    ["category", ["", "Boat", "Sedan ,SUV", "toString", "__proto__"]],
    [
      "monthlyPrice",
      [
        "",
        "-1",
        "0",
        "0.00",
        "1e9",
        "1000000000",
        "100000.01",
        "1,200.00",
        "$5",
        "749 USD",
        "NaN",
        "Infinity",
        "-0",
        "٧٤٩",
        "749.001",
      ],
    ],
    ["city", ["", "<San Jose>", "x".repeat(61)]],
    ["state", ["", "California", "C", "C1", "ＣＡ"]],
    ["zipCode", ["9404", "940411", "94O41", "94041-12"]],
    ["trim", ["x".repeat(61)]],
    ["transmission", ["robot", "auto"]],
    ["carplay", ["maybe", "2", "是"]],
    ["minRentDays", ["29", "0", "-30", "401", "30.5", "1e2"]],
    ["plateNumber", ["A", "--", "12345678901", "7ITW*146", "京A12345"]],
    ["insurance", ["x".repeat(81)]],
    ["available", ["nope"]],
    ["colour", ["x".repeat(41)]],
    ["bodyStyle", ["spaceship"]],
    ["features", [Array(41).fill("a").join("|"), "x".repeat(81), "ok|<b>"]],
    [
      "images",
      [
        "javascript:alert(1)",
        "http://pictures.example/a.jpg",
        "../../etc/passwd",
        "a.svg",
        "data:image/png;base64,AAAA",
        "https://pictures.example/a b.jpg",
        Array(31).fill("a.webp").join("|"),
      ],
    ],
    ["description", ["x".repeat(4001), "a\u0000b"]],
    ["descriptionZh", ["长".repeat(4001)]],
    ["hostEmail", ["<host@example.com>", "x".repeat(255)]],
  ])("the column %s refuses values that it can't mean, and the error names it", (column, cells) => {
    expect(cells.filter((cell) => errorsWith({ [column]: cell }).join() !== column)).toEqual([]);
  });

  it("every column refuses a control character", () => {
    for (const column of [...requiredFields, ...optionalColumns])
      expect(errorsWith({ [column]: "\u0007" })).toEqual([column]);
  });

  it("every error of a row has its column, a code and a reason", () => {
    expect(read({ ...good, year: "1885", monthlyPrice: "$5", category: "Boat", zipCode: "x" })).toEqual({
      errors: [
        {
          column: "category",
          code: "not_listed",
          values: { values: "Compact, Sedan, SUV, Truck, Minivan, Electric, Luxury" },
          message: "must be one of Compact, Sedan, SUV, Truck, Minivan, Electric, Luxury",
        },
        {
          column: "year",
          code: "not_a_number",
          values: { least: 1990, most: 2027 },
          message: "must be a whole number from 1990 to 2027",
        },
        {
          column: "monthlyPrice",
          code: "not_a_price",
          message: "must be US dollars, such as 749.00, above 0 and at most 100000",
        },
        { column: "zipCode", code: "not_a_zip", message: "must be five digits" },
      ],
    });
  });

  it("a short row counts as one with empty cells, and extra cells are ignored", () => {
    const header = readHeader([...requiredFields, "zipCode", "trim"]);
    if ("error" in header) throw new Error(header.error);
    const cells = Object.values(good);
    expect(readCar(header.header, cells, today)).toMatchObject({ car: { zipCode: "", trim: "" } });
    expect(readCar(header.header, [...cells, "94041", "LE", "more", "and more"], today)).toMatchObject({
      car: { zipCode: "94041", trim: "LE" },
    });
    expect(readCar(header.header, cells.slice(0, 6), today)).toMatchObject({
      errors: [
        { column: "city", message: "is required" },
        { column: "state", message: "is required" },
      ],
    });
  });
});
