import { describe, expect, it } from "vitest";
import { requiredFields } from "#domain/cars/fields.ts";
import { readHeader } from "./car-csv.ts";

const nearest = (name: string) => {
  const read = readHeader([...requiredFields, name]);
  return "header" in read ? read.unknown[0]?.nearest : undefined;
};

describe("an unknown column of a car file", () => {
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
  ])("an unknown column %j is reported with the known column most likely meant", (name, column) => {
    expect(nearest(name)).toBe(column);
  });

  it.each(["mileage", "VIN", "x", "owner", "remark", "constructor", "toString"])(
    "an unknown column %j is reported without a suggestion",
    (name) => {
      expect(nearest(name)).toBeUndefined();
    },
  );

  it("no column that the file already has is suggested for an unknown one", () => {
    const read = readHeader([...requiredFields, "plateNumber", "plate"]);
    expect("header" in read && read.unknown).toEqual([{ name: "plate" }]);
  });
});
