import { describe, expect, it } from "vitest";
import { requiredFields } from "#domain/cars/fields.ts";
import { readHeader } from "./car-csv.ts";

const nearest = (name: string) => {
  const read = readHeader([...requiredFields, name]);
  return "header" in read ? read.unknown[0]?.nearest : undefined;
};

describe("a column that no car has", () => {
  it.each([
    ["plate", "plateNumber"],
    ["License Plate", "plateNumber"],
    ["Plate No.", "plateNumber"],
    ["plateNumbr", "plateNumber"],
    ["车牌", "plateNumber"],
    ["exterior colour", "colour"],
    ["colr", "colour"],
    ["photos", "images"],
    ["zip", "zipCode"],
    ["postal code", "zipCode"],
    ["min days", "minRentDays"],
    ["chinese description", "descriptionZh"],
    ["gearbox", "transmission"],
  ])("%j is named with the one that was probably meant", (name, column) => {
    expect(nearest(name)).toBe(column);
  });

  it.each(["mileage", "VIN", "x", "owner", "remark", "constructor", "toString"])(
    "%j is named alone where none is near",
    (name) => {
      expect(nearest(name)).toBeUndefined();
    },
  );

  it("is not taken for one that the file has by its name", () => {
    const read = readHeader([...requiredFields, "plateNumber", "plate"]);
    expect("header" in read && read.unknown).toEqual([{ name: "plate" }]);
  });
});
