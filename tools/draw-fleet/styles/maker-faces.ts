// The face of a maker on any of its bodies.
import type { BodyStyle } from "#domain/cars/body-styles.ts";
import { isElectric, type ElectricMaker, type FuelMaker, type Maker } from "#domain/cars/makers.ts";
import type { Face } from "./ends.ts";
import { electricFaces } from "./maker-faces-electric.ts";
import { fuelFaces } from "./maker-faces-fuel.ts";
import { luxuryFaces } from "./maker-faces-luxury.ts";
import { skid, trim } from "./trims.ts";

const fuel: Readonly<Record<FuelMaker, Face>> = { ...fuelFaces, ...luxuryFaces };
const electric: Readonly<Record<ElectricMaker, Face>> = electricFaces;

/** The maker's face with the cladding of the body; the body's own face if the maker has none. */
export function faceOf(own: Face, bodyStyle: BodyStyle, maker: Maker | undefined): Face {
  const faces: Partial<Record<Maker, Face>> = isElectric(bodyStyle) ? electric : fuel;
  const face = maker && faces[maker];
  if (!face) return own;
  const cladding = (own.panels ?? []).filter(({ stops }) => stops === trim || stops === skid);
  return { ...face, panels: [...cladding, ...(face.panels ?? [])] };
}
