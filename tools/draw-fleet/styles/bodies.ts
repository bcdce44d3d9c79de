import type { BodyStyle } from "#domain/cars/body-styles.ts";
import type { Maker } from "#domain/cars/makers.ts";
import * as electric from "./electric.ts";
import type { Face, Stern } from "./ends.ts";
import { highFaces } from "./faces-high.ts";
import { lowFaces } from "./faces-low.ts";
import * as high from "./high.ts";
import * as low from "./low.ts";
import { faceOf } from "./maker-faces.ts";
import * as pickups from "./pickups.ts";
import type { Shape } from "./shape.ts";
import { highSterns } from "./sterns-high.ts";
import { lowSterns } from "./sterns-low.ts";

/** All that makes a body look like itself. */
export type Style = Shape & { readonly face: Face; readonly stern: Stern };

const shapes: Readonly<Record<BodyStyle, Shape>> = {
  hatch: low.hatch,
  compact: low.compact,
  sedan: low.sedan,
  coupe: low.coupe,
  wagon: low.wagon,
  electric: electric.electric,
  luxury: low.luxury,
  suv: high.suv,
  "suv-small": high.suvSmall,
  "suv-large": high.suvLarge,
  "luxury-suv": high.luxurySuv,
  pickup: pickups.pickup,
  "pickup-mid": pickups.pickupMid,
  "pickup-electric": pickups.pickupElectric,
  minivan: high.minivan,
  "electric-hatch": electric.electricHatch,
  "electric-crossover": electric.electricCrossover,
  "electric-large": electric.electricLarge,
  "electric-suv": electric.electricSuv,
};
const faces: Readonly<Record<BodyStyle, Face>> = { ...lowFaces, ...highFaces };
const sterns: Readonly<Record<BodyStyle, Stern>> = { ...lowSterns, ...highSterns };

export const styleOf = (body: BodyStyle, maker?: Maker): Style => ({
  ...shapes[body],
  face: faceOf(faces[body], body, maker),
  stern: sterns[body],
});
