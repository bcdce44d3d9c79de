import { getTableColumns } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { Car } from "#contract/cars.ts";
import { AdminCar } from "#contract/admin/cars.ts";
import { carFieldNames, rowOf, staffFieldNames, usualValue } from "#domain/cars/fields.ts";
import { cars } from "#server/db/schema/cars.ts";

const columns = getTableColumns(cars);

/** The columns that aren't facts of a car that somebody fills in. */
const notFields = {
  id: "is how it is found",
  pictureTexts: "belongs to the pictures",
  hostId: "says whose it is",
  listingState: "says where it stands",
  retiredAt: "says where it stands",
  listedAt: "says where it stands",
  isContested: "is the desk's to know of two claims",
  recommendedRank: "is kept by a trigger",
  rangeMiles: "is read from the features",
  searchText: "is made from other columns",
  createdAt: "is kept by the server",
  updatedAt: "is kept by the server",
};
/** Whether a field is also read from the features, and written among them. */
const isMade = (name: string): boolean => name === "seats";

describe("the table of a car's fields", () => {
  it("the table has every column that is a fact of a car", () => {
    expect([...carFieldNames, ...Object.keys(notFields)].toSorted()).toEqual(Object.keys(columns).toSorted());
  });

  it.each(carFieldNames.filter((name) => !isMade(name)))(
    "the table gives %s the same default as its database column",
    (name) => {
      const { notNull, default: usual } = columns[name];
      const row = rowOf(name);
      expect(notNull).toBe(row.isPlain === true || row.isNull === undefined);
      expect(usual ?? usualValue(name)).toEqual(usualValue(name));
    },
  );

  it("the public car has exactly the fields that everybody may see", () => {
    const notFacts = ["id", "image", "pictures", "translated", "host", "rating"];
    const seen = carFieldNames.filter((name) => rowOf(name).seenBy === "everybody" && !isMade(name));
    expect(Object.keys(Car.shape).toSorted()).toEqual([...seen, ...notFacts].toSorted());
  });

  it("the back office's car has every field that it fills in", () => {
    expect(Object.keys(AdminCar.shape)).toEqual(expect.arrayContaining(staffFieldNames));
  });
});
