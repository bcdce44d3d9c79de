import type { BodyStyle } from "./body-styles.ts";

/** Makers whose cars are drawn with a face of their own, by what drives them: fuel or electricity. */
export const fuelMakers = [
  "audi",
  "bmw",
  "chevrolet",
  "ford",
  "honda",
  "hyundai",
  "kia",
  "lexus",
  "mazda",
  "mercedes-benz",
  "nissan",
  "subaru",
  "toyota",
  "volkswagen",
  "volvo",
] as const;
export const electricMakers = [
  "bmw",
  "chevrolet",
  "ford",
  "hyundai",
  "kia",
  "nissan",
  "polestar",
  "tesla",
  "volkswagen",
] as const;

export type FuelMaker = (typeof fuelMakers)[number];
export type ElectricMaker = (typeof electricMakers)[number];
export type Maker = FuelMaker | ElectricMaker;

/** Every maker with a face, once. */
export const makers: readonly Maker[] = [...new Set<Maker>([...fuelMakers, ...electricMakers])];

const electricBodies: ReadonlySet<BodyStyle> = new Set([
  "electric",
  "electric-hatch",
  "electric-crossover",
  "electric-large",
  "electric-suv",
]);

/** Bodies that were drawn after one maker's car: the body's own face is already this maker's. */
const bodysOwn: ReadonlySet<string> = new Set([
  "pickup/ford",
  "pickup-mid/toyota",
  "electric/tesla",
  "electric-large/tesla",
  "electric-suv/tesla",
]);

/** The maker whose face a car with that body shows; undefined where the body's own face is used. */
export function makerFor({ brand, bodyStyle }: { brand: string; bodyStyle: BodyStyle }): Maker | undefined {
  const known: readonly Maker[] = isElectric(bodyStyle) ? electricMakers : fuelMakers;
  const slug = brand.trim().toLowerCase().replace(/\s+/g, "-");
  return known.find((maker) => maker === slug && !bodysOwn.has(`${bodyStyle}/${maker}`));
}

export const isElectric = (bodyStyle: BodyStyle): boolean => electricBodies.has(bodyStyle);
