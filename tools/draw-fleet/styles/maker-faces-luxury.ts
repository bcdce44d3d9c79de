// The noses of the makers of luxury cars.
import type { Face } from "./ends.ts";
import { pairs } from "./numbers.ts";
import { chrome, skid, steel } from "./trims.ts";

export const luxuryFaces = {
  /** One tall frame with eight sides. */
  audi: {
    openings: [
      {
        half: pairs("0,0.94 0.36,0.93 0.47,0.86 0.48,0.56 0.36,0.3 0.28,0.27 0,0.26"),
        pattern: "cells",
        pitch: 32,
        rim: steel,
        rimWidth: 13,
      },
      { half: pairs("0,0.18 0.6,0.2 0.7,0.15 0.6,0.1 0,0.08"), pattern: "plain" },
    ],
    lamp: pairs("0.54,0.92 0.84,0.95 1.14,1.02 1.22,1 1.12,0.88 0.94,0.82 0.84,0.77 0.55,0.77"),
    units: { kind: "cube", at: [0.18, 0.31, 0.44, 0.57] },
    daylights: [pairs("0.57,0.79 0.84,0.8 0.96,0.85 1.12,0.91"), pairs("0.62,0.905 0.84,0.925 1.08,0.985")],
    vents: [pairs("0.58,0.44 0.78,0.52 0.98,0.56 0.96,0.28 0.74,0.24 0.66,0.28")],
    folds: [pairs("0.52,0.66 0.76,0.62 1,0.64")],
  },
  /** Two upright frames side by side. */
  bmw: {
    openings: [
      {
        half: pairs(
          "0,0.68 0.022,0.69 0.035,0.87 0.07,0.92 0.28,0.91 0.38,0.84 0.36,0.58 0.27,0.48 0.07,0.47 0.035,0.52 0.022,0.66 0,0.67",
        ),
        pattern: "upright",
        pitch: 46,
        rim: chrome,
        rimWidth: 9,
      },
      {
        half: pairs("0,0.32 0.46,0.33 0.6,0.28 0.54,0.13 0,0.11"),
        pattern: "mesh",
        pitch: 44,
      },
    ],
    lamp: pairs("0.45,0.9 0.8,0.935 1.12,1 1.2,0.97 1.1,0.85 0.84,0.77 0.5,0.75"),
    units: { kind: "round", at: [0.24, 0.48], z: 0.5 },
    daylights: [
      pairs("0.74,0.905 0.56,0.885 0.54,0.79 0.68,0.785"),
      pairs("0.98,0.945 0.84,0.92 0.82,0.81 0.94,0.83"),
    ],
    vents: [pairs("0.7,0.42 0.96,0.52 0.99,0.3 0.9,0.18 0.74,0.16 0.86,0.32")],
    folds: [pairs("0.42,0.62 0.66,0.6 1,0.62")],
  },
  /** An hourglass from bonnet to road. */
  lexus: {
    openings: [
      {
        half: pairs("0,0.93 0.4,0.915 0.47,0.87 0.34,0.62 0.34,0.54 0.58,0.18 0.54,0.1 0,0.08"),
        pattern: "mesh",
        pitch: 38,
        rim: chrome,
        rimWidth: 13,
      },
    ],
    lamp: pairs("0.52,0.91 0.84,0.945 1.14,1.01 1.22,0.98 1.08,0.87 0.86,0.82 0.55,0.8"),
    units: { kind: "cube", at: [0.18, 0.33, 0.48] },
    daylights: [pairs("0.5,0.73 0.84,0.765 1.12,0.89"), pairs("0.5,0.73 0.56,0.66")],
    vents: [pairs("0.74,0.36 0.94,0.54 1,0.54 0.96,0.3 0.86,0.16 0.72,0.14")],
    folds: [pairs("0.46,0.5 0.66,0.56 0.98,0.62")],
  },
  /** A wide drop with one bright bar. */
  "mercedes-benz": {
    openings: [
      {
        half: pairs("0,0.89 0.36,0.88 0.5,0.76 0.5,0.66 0.38,0.5 0,0.49"),
        pattern: "cells",
        pitch: 36,
        rim: chrome,
        rimWidth: 11,
      },
      {
        half: pairs("0,0.33 0.4,0.34 0.52,0.28 0.5,0.14 0,0.12"),
        pattern: "bars",
        pitch: 46,
      },
    ],
    bars: [
      pairs("0,0.7 0.16,0.7 0.48,0.71"),
      pairs("0,0.68 0.16,0.68 0.48,0.69"),
      pairs("0,0.09 0.5,0.1 0.86,0.17"),
    ],
    lamp: pairs("0.55,0.9 0.84,0.935 1.1,1 1.19,0.98 1.14,0.84 0.9,0.73 0.62,0.71"),
    units: { kind: "round", at: [0.3, 0.54], z: 0.5 },
    daylights: [pairs("0.58,0.88 0.84,0.91 1.12,0.975 1.14,0.94")],
    vents: [pairs("0.6,0.36 0.9,0.48 1,0.46 0.96,0.24 0.86,0.16 0.62,0.16")],
    folds: [pairs("0.54,0.6 0.78,0.57 1,0.56")],
  },
  /** A hollow frame with upright bars, and a lying T of light in each lamp. */
  volvo: {
    panels: [{ half: pairs("0,0.12 0.62,0.14 0.76,0.06 0,0.02"), stops: skid }],
    openings: [
      {
        half: pairs("0,0.88 0.38,0.87 0.44,0.82 0.42,0.54 0.36,0.48 0,0.47"),
        pattern: "upright",
        pitch: 44,
        rim: chrome,
        rimWidth: 13,
      },
      { half: pairs("0,0.31 0.5,0.31 0.6,0.24 0.52,0.17 0,0.16"), pattern: "plain" },
    ],
    lamp: pairs("0.5,0.89 0.84,0.92 1.1,0.98 1.18,0.95 1.1,0.78 0.86,0.7 0.52,0.7"),
    units: { kind: "cube", at: [0.3, 0.62], z: 0.5 },
    daylights: [pairs("0.46,0.79 0.84,0.815 0.98,0.84"), pairs("0.98,0.93 0.96,0.76")],
    vents: [pairs("0.74,0.4 0.96,0.46 0.98,0.24 0.9,0.2 0.92,0.36")],
    folds: [pairs("0.5,0.58 0.76,0.57 1,0.58")],
  },
} satisfies Readonly<Record<string, Face>>;
