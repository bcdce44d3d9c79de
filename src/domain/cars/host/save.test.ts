import { describe, expect, it } from "vitest";
import { usualFacts } from "#domain/cars/fields.ts";
import { typedOfCar } from "./columns.ts";
import { columnsOfFields, lackingParts, planSave, waitingOf } from "./save.ts";
import { type HostField, isPriceLeap, readHostFields, type TypedFields } from "./fields.ts";

const today = "2026-12-01";
const standing = typedOfCar({
  ...usualFacts(),
  brand: "Toyota",
  model: "Camry",
  year: 2022,
  trim: "LE",
  category: "Sedan",
  bodyStyle: "sedan",
  colour: "Silver",
  vin: "1M8GDM9AXKP042788",
  plateNumber: "8ABC123",
  odometer: 41_250,
  city: "San Jose",
  zipCode: "95112",
  handoverAddress: "12 Lane",
  deliveryMiles: 10,
  features: ["5 seats", "Backup camera"],
  description: "Quiet.",
  descriptionZh: null,
  translated: null,
  monthlyPrice: 74_900,
  minRentDays: 30,
  maxRentDays: 365,
  noticeDays: 2,
  instantBook: false,
});
const save = (state: "draft" | "submitted" | "listed" | "paused" | "declined", patch: object, typed = {}) =>
  planSave({ state, standing: state === "draft" ? undefined : standing, typed, patch, today });
const columnsOf = (typed: TypedFields, ...names: HostField[]) =>
  columnsOfFields({ fields: { ...standing, ...typed }, standing }, names, today);

describe("the values that a host types", () => {
  it("a car's seats and features are read from it once each", () => {
    expect([standing.seats, standing.features]).toEqual(["5", ["Backup camera"]]);
  });

  it.each(["draft", "declined"] as const)(
    "typed values stay typed until the car is submitted: %s",
    (state) => {
      expect(save(state, { monthlyPrice: "800", year: "20" })).toEqual({
        typed: { monthlyPrice: "800", year: "20" },
        applied: [],
      });
    },
  );

  it.each(["listed", "paused"] as const)(
    "a right value changes the car at once, unless it needs approval: %s",
    (state) => {
      expect(save(state, { monthlyPrice: "800", city: "Fremont", noticeDays: "15" })).toEqual({
        typed: { city: "Fremont", noticeDays: "15" },
        applied: ["monthlyPrice"],
      });
    },
  );

  it("a value that the car already has in another spelling changes nothing and waits for nobody", () => {
    const same = { monthlyPrice: "$749", city: "san jose, ca", plateNumber: " 8abc123 ", odometer: "41,250" };
    expect(save("listed", same)).toEqual({ typed: {}, applied: [] });
    const invisible = {
      vin: "\u202a１Ｍ8GDM9A-XKP042788\u202c",
      plateNumber: "８ＡＢＣ１２３\u2069",
      zipCode: "\u2068９５１１２",
      year: "２０２２\u200b",
      monthlyPrice: "＄７４９",
      brand: "Toy\u200bota",
      city: "San Jose\u200b",
    };
    expect(save("listed", invisible)).toEqual({ typed: {}, applied: [] });
  });

  it("a value no longer waits once the old value is typed again", () => {
    expect(save("listed", { city: "San Jose" }, { city: "Fremont" })).toEqual({ typed: {}, applied: [] });
  });

  it("two fields checked together stay typed until both are right", () => {
    expect(save("listed", { minRentDays: "400" })).toEqual({ typed: { minRentDays: "400" }, applied: [] });
    expect(save("listed", { maxRentDays: "400" }, { minRentDays: "400" })).toEqual({
      typed: {},
      applied: ["minRentDays", "maxRentDays"],
    });
    expect(save("listed", { description: "" }).applied).toEqual([]);
  });

  it("the values of a submitted car are applied only while all of them are right", () => {
    expect(save("submitted", { city: "Fremont" }).applied).toEqual(["city"]);
    expect(save("submitted", { city: "Fremont", year: "20" })).toEqual({
      typed: { city: "Fremont", year: "20" },
      applied: [],
    });
  });

  it("only right values wait for administrators", () => {
    expect(waitingOf("listed", standing, { city: "Fremont", year: "20", noticeDays: "99" }, today)).toEqual([
      "city",
    ]);
    expect(waitingOf("submitted", standing, { city: "Fremont" }, today)).toEqual([]);
  });

  it("accepted fields change the car's columns, and the name and body that follow from them", () => {
    expect(columnsOf({ model: "Corolla" }, "model")).toEqual({
      model: "Corolla",
      name: "Toyota Corolla LE",
      bodyStyle: "sedan",
    });
    expect(columnsOf({ seats: "1" }, "seats")).toEqual({ features: ["1 seat", "Backup camera"] });
  });
});

describe("a wrong field beside an accepted one", () => {
  it("the car's name keeps the old value of a wrong field", () => {
    expect(columnsOf({ brand: "", model: "Corolla" }, "model").name).toBe("Toyota Corolla LE");
    expect(columnsOf({ model: "", trim: "XSE" }, "trim").name).toBe("Toyota Camry XSE");
    expect(columnsOf({ trim: "<XSE>", brand: "Lexus" }, "brand").name).toBe("Lexus Camry LE");
  });

  it("seats, features and body keep the old values of wrong fields", () => {
    expect(columnsOf({ seats: "", features: ["Sunroof"] }, "features").features).toEqual([
      "5 seats",
      "Sunroof",
    ]);
    expect(columnsOf({ seats: "4", features: ["<b>"] }, "seats").features).toEqual([
      "4 seats",
      "Backup camera",
    ]);
    const body = columnsOf({ category: "SUV", model: "", bodyStyle: "" }, "category").bodyStyle;
    expect(body).toBe(columnsOf({ category: "SUV", bodyStyle: "" }, "category").bodyStyle);
  });
});

describe("the missing parts of a submission", () => {
  const papers = { registration: "2027-01-01", insurance: "2026-12-01" };
  const read = readHostFields(standing, today);
  it("a complete car is missing nothing, and its papers count on their last day", () => {
    expect(lackingParts(read, 5, papers, today)).toEqual([]);
  });
  it("missing parts are listed in the order of the form", () => {
    const bad = readHostFields({ ...standing, vin: "1", monthlyPrice: "0", brand: " " }, today);
    expect(lackingParts(bad, 4, { registration: undefined, insurance: "2026-11-30" }, today)).toEqual([
      "brand",
      "vin",
      "monthlyPrice",
      "images",
      "registration",
      "insurance",
    ]);
  });
});

it.each([
  ["1200.00", "600", false],
  ["1200.00", "599.99", true],
  ["1200.00", "$1,800", false],
  ["1200.00", "1801", true],
  ["1200.00", "", false],
  ["1200.00", "1200x", false],
  ["", "750", false],
  ["13oo", "1300", false],
])("a price of %j that is typed as %j moves by more than half: %s", (before, typed, isLeap) => {
  expect(isPriceLeap(before, typed)).toBe(isLeap);
});
