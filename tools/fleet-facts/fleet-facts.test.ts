import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { bodyStyleFor } from "#domain/cars/body-styles.ts";

type Row = Record<
  | "brand"
  | "model"
  | "year"
  | "trim"
  | "category"
  | "transmission"
  | "carplay"
  | "features"
  | "description"
  | "descriptionZh",
  string
>;

const rows: Row[] = parse(readFileSync(new URL("../../fleet/fleet.csv", import.meta.url)), {
  columns: true,
  bom: true,
});
const fleet = rows.map((row) => ({
  ...row,
  features: row.features.split("|"),
  named: `${row.brand} ${row.model}`,
  body: bodyStyleFor(row),
}));
type CarFacts = (typeof fleet)[number];

/** The cars for which a rule doesn't hold, with the facts that a reader needs to find them. */
const except = (holds: (car: CarFacts) => boolean): string[] =>
  fleet
    .filter((car) => !holds(car))
    .map(({ named, trim, year, features }) => `${named} ${trim} ${year}: ${features.join(", ")}`);

/**
 * The electric ranges in miles by the United States' rating: the lowest and the highest of the years and trims
 * that we may have. Source: fueleconomy.gov, combined.
 */
const rangeMiles: Readonly<Record<string, readonly [number, number]>> = {
  "BMW i4": [227, 318],
  "Chevrolet Bolt EUV": [247, 247],
  "Chevrolet Bolt EV": [238, 259],
  "Ford Mustang Mach-E": [211, 320],
  "Hyundai Ioniq 5": [220, 318],
  "Kia EV6": [206, 319],
  "Nissan Leaf": [149, 226],
  "Polestar 2": [233, 320],
  "Rivian R1T": [258, 420],
  "Tesla Model 3": [220, 363],
  "Tesla Model S": [270, 405],
  "Tesla Model X": [237, 371],
  "Tesla Model Y": [244, 337],
  "Volkswagen ID.4": [206, 291],
};
const plugInHybrids: ReadonlySet<string> = new Set(["Toyota RAV4 Prime", "Volvo XC60"]);
const hybrids: ReadonlySet<string> = new Set([
  "Toyota Corolla Hybrid",
  "Toyota Prius",
  "Toyota Sienna",
  "Toyota Camry",
  "Honda Accord",
]);
const threeRows: ReadonlySet<string> = new Set([
  "Honda Odyssey",
  "Kia Carnival",
  "Kia Sorento",
  "Tesla Model X",
  "Toyota Highlander",
  "Toyota Sienna",
  "Volkswagen Tiguan",
]);
const alwaysAllWheel: ReadonlySet<string> = new Set([
  "Audi Q5",
  "Honda Ridgeline",
  "Rivian R1T",
  "Subaru Forester",
  "Subaru Impreza",
  "Subaru Outback",
  "Tesla Model S",
  "Tesla Model X",
]);
const neverAllWheel: ReadonlySet<string> = new Set([
  "BMW i4",
  "Chevrolet Bolt EUV",
  "Chevrolet Bolt EV",
  "Chevrolet Malibu",
  "Honda Accord",
  "Honda Civic",
  "Honda Odyssey",
  "Hyundai Elantra",
  "Hyundai Sonata",
  "Kia Carnival",
  "Kia Forte",
  "Lexus ES 350",
  "Nissan Altima",
  "Nissan Leaf",
  "Nissan Sentra",
  "Toyota Corolla",
  "Volkswagen Jetta",
]);
const soldWithClutch: ReadonlySet<string> = new Set([
  "Volkswagen Jetta",
  "Honda Civic",
  "Toyota Tacoma",
  "Subaru Impreza",
  "Hyundai Elantra",
  "Mazda Mazda3",
]);
const tallBodies: ReadonlySet<string> = new Set([
  "suv",
  "suv-small",
  "suv-large",
  "luxury-suv",
  "wagon",
  "minivan",
  "electric-crossover",
  "electric-suv",
]);
const poweredLiftbacks: ReadonlySet<string> = new Set(["BMW i4", "Polestar 2", "Tesla Model S"]);

const number = (car: CarFacts, unit: string): number =>
  Number(car.features.find((feature) => feature.endsWith(unit))?.split(" ")[0] ?? NaN);
const isBetween = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most;

describe("the facts of the fleet", () => {
  it("the fleet has more than a hundred cars", () => expect(fleet.length).toBeGreaterThan(100));

  it("a car has five seats, or six to eight with a third row", () => {
    expect(
      except((car) => isBetween(number(car, " seats"), threeRows.has(car.named) ? [6, 8] : [5, 5])),
    ).toEqual([]);
    expect(except((car) => car.features.includes("Third-row seats") === threeRows.has(car.named))).toEqual(
      [],
    );
  });

  it("an electric car has the range of its model, and a charging adapter", () => {
    const electric = (car: CarFacts) => car.named in rangeMiles;
    expect(
      except((car) => !electric(car) || isBetween(number(car, " mi range"), rangeMiles[car.named] ?? [0, 0])),
    ).toEqual([]);
    expect(except((car) => car.features.includes("Charging adapter included") === electric(car))).toEqual([]);
    expect(except((car) => car.category !== "Electric" || electric(car))).toEqual([]);
  });

  it("a car with an engine has the mileage of its type", () => {
    const pluggedIn = (car: CarFacts) => car.features.some((feature) => feature.endsWith(" MPGe"));
    expect(except((car) => !pluggedIn(car) || plugInHybrids.has(car.named))).toEqual([]);
    const burning = (car: CarFacts) => !pluggedIn(car) && !(car.named in rangeMiles);
    expect(
      except(
        (car) =>
          !burning(car) || isBetween(number(car, " mpg"), hybrids.has(car.named) ? [30, 57] : [18, 36]),
      ),
    ).toEqual([]);
  });

  it("a car has all-wheel drive only if its model is sold with it, and always if only with it", () => {
    expect(
      except((car) => !alwaysAllWheel.has(car.named) || car.features.includes("All-wheel drive")),
    ).toEqual([]);
    expect(
      except((car) => !neverAllWheel.has(car.named) || !car.features.includes("All-wheel drive")),
    ).toEqual([]);
    expect(
      except(
        (car) => car.model !== "X3" || car.features.includes("All-wheel drive") === car.trim.startsWith("x"),
      ),
    ).toEqual([]);
  });

  it("a power liftgate and roof rails belong only to cars that can have them", () => {
    const mayLift = (car: CarFacts) => tallBodies.has(car.body) || poweredLiftbacks.has(car.named);
    expect(except((car) => !car.features.includes("Power liftgate") || mayLift(car))).toEqual([]);
    const mayCarry = (car: CarFacts) =>
      (tallBodies.has(car.body) && car.brand !== "Tesla") || car.named === "Chevrolet Bolt EUV";
    expect(except((car) => !car.features.includes("Roof rails") || mayCarry(car))).toEqual([]);
  });

  it("a manual transmission and CarPlay belong only to cars that are sold with them", () => {
    expect(except((car) => car.transmission !== "manual" || soldWithClutch.has(car.named))).toEqual([]);
    expect(
      except((car) => (car.brand !== "Tesla" && car.brand !== "Rivian") || car.carplay === "false"),
    ).toEqual([]);
  });

  it("a car lists no feature twice", () =>
    expect(except(({ features }) => new Set(features).size === features.length)).toEqual([]));
});

describe("the descriptions of the fleet", () => {
  const economy = (car: CarFacts): string =>
    car.features.find((feature) => / (mi range|mpg|MPGe)$/.test(feature))?.split(" ")[0] ?? "?";

  it.each(["description", "descriptionZh"] as const)(
    "each car's %s is different and contains the car's figures",
    (language) => {
      expect(new Set(fleet.map((car) => car[language])).size).toBe(fleet.length);
      expect(
        except((car) => car[language].includes(economy(car)) && car[language].includes(car.year)),
      ).toEqual([]);
    },
  );

  it("the Chinese descriptions are Chinese, and the English ones English", () => {
    expect(
      except(
        ({ descriptionZh }) => /\p{Script=Han}{5}/u.test(descriptionZh) && !/[,;:!?]/.test(descriptionZh),
      ),
    ).toEqual([]);
    expect(except(({ description }) => !/\p{Script=Han}/u.test(description))).toEqual([]);
  });
});
