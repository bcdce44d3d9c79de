// The nose of each high body.
import type { BodyStyle } from "#domain/cars/body-styles.ts";
import type { Stop } from "../space/pen.ts";
import type { Face } from "./ends.ts";
import { pairs } from "./numbers.ts";
import { black, gloss, skid, steel, trim } from "./trims.ts";

/** A duller chrome than that of cars. */
const truckChrome = "#cdd3d8";
const bumperSteel: readonly Stop[] = [
  [0, "#8f969d"],
  [0.12, "#dfe3e6"],
  [0.3, "#a4abb2"],
  [0.6, "#565c63"],
  [1, "#24272b"],
];

export const highFaces = {
  suv: {
    panels: [
      { half: pairs("0,0.33 0.66,0.33 0.95,0.38 1.12,0.26 1.1,0.02 0,0.02"), stops: trim },
      { half: pairs("0,0.13 0.46,0.13 0.54,0.03 0,0.02"), stops: skid },
    ],
    openings: [
      {
        half: pairs("0,0.87 0.4,0.865 0.5,0.84 0.47,0.62 0.4,0.53 0,0.52"),
        pattern: "mesh",
        pitch: 56,
        rim: steel,
        rimWidth: 12,
      },
      { half: pairs("0,0.31 0.5,0.31 0.58,0.22 0.52,0.16 0,0.15"), pattern: "bars", pitch: 40 },
    ],
    lamp: pairs("0.53,0.86 0.82,0.885 1.1,0.94 1.16,0.92 1.12,0.78 0.84,0.7 0.51,0.69"),
    units: { kind: "round", at: [0.26, 0.5], z: 0.46 },
    daylights: [pairs("1.1,0.9 0.84,0.855 0.56,0.83 0.55,0.73 0.8,0.735")],
    vents: [pairs("0.72,0.36 0.86,0.4 0.9,0.24 0.76,0.2")],
    folds: [pairs("0,0.42 0.56,0.43 0.96,0.5")],
  },
  "suv-small": {
    panels: [{ half: pairs("0,0.28 0.7,0.28 1,0.32 1.12,0.2 1.1,0.02 0,0.02"), stops: trim }],
    openings: [
      {
        half: pairs("0,0.8 0.32,0.79 0.48,0.72 0.46,0.55 0.36,0.47 0,0.46"),
        pattern: "cells",
        pitch: 30,
      },
      { half: pairs("0,0.26 0.5,0.26 0.58,0.16 0.5,0.1 0,0.09"), pattern: "bars", pitch: 40 },
    ],
    bars: [pairs("0,0.83 0.34,0.83 0.54,0.8 0.52,0.62 0.4,0.44 0,0.42")],
    lamp: pairs("0.58,0.69 0.78,0.7 0.95,0.73 1,0.68 0.96,0.52 0.84,0.46 0.62,0.47"),
    units: { kind: "round", at: [0.34, 0.68], z: 0.5 },
    daylights: [pairs("0.6,0.845 0.86,0.88 1.12,0.96")],
    brow: pairs("0.57,0.87 0.86,0.91 1.14,0.99 1.16,0.95 0.88,0.84 0.58,0.81"),
    folds: [pairs("0,0.36 0.5,0.36 0.9,0.42")],
  },
  "suv-large": {
    panels: [
      { half: pairs("0,0.3 0.7,0.3 1,0.34 1.1,0.2 1.08,0.02 0,0.02"), stops: trim },
      { half: pairs("0,0.14 0.52,0.14 0.58,0.03 0,0.02"), stops: skid },
    ],
    openings: [
      {
        half: pairs("0,0.93 0.48,0.92 0.56,0.89 0.54,0.56 0.48,0.48 0,0.47"),
        pattern: "thick",
        pitch: 88,
        rim: truckChrome,
        rimWidth: 12,
      },
      { half: pairs("0,0.27 0.54,0.27 0.6,0.2 0,0.17"), pattern: "bars", pitch: 40 },
    ],
    lamp: pairs("0.59,0.9 0.84,0.915 1.06,0.95 1.12,0.92 1.08,0.62 0.96,0.58 0.9,0.74 0.58,0.74"),
    units: { kind: "cube", at: [0.16, 0.34, 0.52], z: 0.72 },
    daylights: [pairs("0.62,0.88 0.86,0.89 1.06,0.92 1.02,0.63")],
    vents: [pairs("0.7,0.4 0.98,0.46 1,0.36 0.74,0.33")],
    folds: [pairs("0,0.39 0.6,0.4 1,0.5")],
  },
  "luxury-suv": {
    openings: [
      {
        half: pairs("0,0.9 0.36,0.89 0.5,0.8 0.5,0.58 0.4,0.42 0,0.41"),
        pattern: "thick",
        pitch: 58,
        rim: "#dfe3e6",
        rimWidth: 13,
      },
      { half: pairs("0,0.28 0.5,0.29 0.58,0.18 0,0.12"), pattern: "mesh", pitch: 44 },
    ],
    panels: [{ half: pairs("0,0.12 0.6,0.14 0.72,0.05 0,0.02"), stops: skid }],
    bars: [pairs("0,0.33 0.54,0.345 0.68,0.42")],
    lamp: pairs("0.57,0.88 0.84,0.91 1.1,0.965 1.18,0.94 1.1,0.84 0.86,0.76 0.57,0.72"),
    units: { kind: "round", at: [0.26, 0.46] },
    daylights: [
      pairs("0.62,0.865 0.76,0.875 0.74,0.77 0.63,0.75"),
      pairs("0.8,0.88 0.94,0.91 0.92,0.82 0.82,0.79"),
    ],
    vents: [pairs("0.72,0.36 0.98,0.5 1.02,0.44 0.96,0.26 0.74,0.2")],
    folds: [pairs("0.56,0.62 0.8,0.62 1.05,0.66")],
  },
  pickup: {
    panels: [
      {
        half: pairs("0,0.405 0.55,0.41 0.9,0.43 1.12,0.36 1.14,0.1 0.9,0.05 0,0.04"),
        stops: bumperSteel,
        soft: true,
      },
    ],
    openings: [
      {
        half: pairs("0,0.93 0.5,0.925 0.6,0.9 0.58,0.52 0.5,0.47 0,0.465"),
        pattern: "cells",
        pitch: 40,
        rim: truckChrome,
        rimWidth: 20,
      },
      { half: pairs("0,0.26 0.42,0.26 0.5,0.18 0.46,0.1 0,0.09"), pattern: "bars", pitch: 44 },
    ],
    bars: [pairs("0,0.73 0.3,0.73 0.58,0.735"), pairs("0,0.66 0.3,0.66 0.575,0.665")],
    lamp: pairs("0.63,0.925 0.84,0.93 1.02,0.96 1.08,0.92 1.06,0.6 0.98,0.52 0.62,0.51"),
    units: { kind: "cube", at: [0.36, 0.66], z: 0.6 },
    daylights: [pairs("1,0.905 0.68,0.885 0.665,0.56 0.96,0.565")],
    vents: [pairs("0.72,0.24 0.84,0.245 0.845,0.16 0.72,0.155")],
    folds: [],
  },
  "pickup-mid": {
    panels: [
      { half: pairs("0,0.44 0.6,0.45 0.95,0.5 1.12,0.36 1.12,0.03 0,0.02"), stops: trim },
      { half: pairs("0,0.16 0.46,0.17 0.54,0.03 0,0.02"), stops: skid },
    ],
    openings: [
      {
        half: pairs("0,0.93 0.42,0.92 0.52,0.84 0.58,0.56 0.5,0.47 0,0.46"),
        pattern: "mesh",
        pitch: 70,
        rim: black,
        rimWidth: 16,
      },
      { half: pairs("0,0.4 0.52,0.4 0.56,0.24 0,0.21"), pattern: "bars", pitch: 46 },
    ],
    lamp: pairs("0.56,0.9 0.84,0.915 1.08,0.96 1.14,0.92 1.06,0.76 0.86,0.7 0.6,0.71"),
    units: { kind: "round", at: [0.3, 0.54], z: 0.5 },
    daylights: [pairs("0.6,0.87 0.86,0.885 1.08,0.92 1.04,0.79")],
    vents: [pairs("0.72,0.36 0.88,0.38 0.9,0.24 0.74,0.22")],
    folds: [pairs("0.58,0.6 0.8,0.6 1,0.62")],
  },
  "pickup-electric": {
    panels: [
      {
        half: pairs("0,0.89 0.6,0.89 0.9,0.9 1.1,0.93 1.14,0.8 1.06,0.68 0.8,0.66 0,0.7"),
        stops: gloss,
        soft: true,
      },
      { half: pairs("0,0.3 0.8,0.3 1.06,0.34 1.12,0.2 1.1,0.02 0,0.02"), stops: trim },
      { half: pairs("0,0.12 0.5,0.12 0.58,0.03 0,0.02"), stops: skid },
    ],
    openings: [{ half: pairs("0,0.27 0.5,0.27 0.56,0.17 0,0.15"), pattern: "bars", pitch: 40 }],
    glowBar: pairs("0,0.845 0.6,0.845 0.9,0.855 1.1,0.88"),
    lamp: pairs("0.68,0.82 0.86,0.825 0.98,0.835 0.98,0.72 0.86,0.7 0.68,0.7"),
    units: { kind: "cube", at: [0.22, 0.5, 0.78] },
    daylights: [],
    folds: [pairs("0,0.6 0.7,0.6 1.02,0.6"), pairs("0,0.38 0.7,0.38 1.02,0.42")],
    vents: [pairs("0.74,0.27 0.9,0.29 0.9,0.16 0.76,0.15")],
  },
  minivan: {
    openings: [
      {
        half: pairs("0,0.84 0.3,0.83 0.5,0.79 0.48,0.66 0.38,0.58 0,0.57"),
        pattern: "thick",
        pitch: 46,
      },
      { half: pairs("0,0.36 0.5,0.36 0.62,0.25 0.56,0.13 0,0.11"), pattern: "bars", pitch: 44 },
    ],
    bars: [pairs("0,0.87 0.3,0.865 0.56,0.83 0.8,0.86"), pairs("0,0.535 0.4,0.545 0.55,0.63 0.6,0.7")],
    lamp: pairs("0.54,0.81 0.84,0.87 1.14,1 1.22,1 1.16,0.84 0.86,0.71 0.56,0.68"),
    units: { kind: "cube", at: [0.2, 0.34, 0.48] },
    daylights: [pairs("0.57,0.8 0.84,0.855 1.15,0.98"), pairs("0.6,0.71 0.84,0.735")],
    vents: [pairs("0.86,0.52 0.95,0.56 1,0.38 0.97,0.2 0.9,0.19 0.92,0.38")],
    folds: [pairs("0,0.45 0.5,0.46 0.76,0.5")],
  },
  "electric-crossover": {
    panels: [{ half: pairs("0,0.22 0.8,0.22 1.06,0.28 1.1,0.02 0,0.02"), stops: trim }],
    openings: [{ half: pairs("0,0.42 0.36,0.42 0.46,0.34 0.42,0.26 0,0.25"), pattern: "bars", pitch: 32 }],
    glowBar: pairs("0,0.885 0.6,0.89 0.9,0.925 1.16,1"),
    lamp: pairs("0.64,0.72 0.84,0.75 1,0.78 0.98,0.62 0.86,0.52 0.7,0.52"),
    units: { kind: "cube", at: [0.34, 0.64], z: 0.55 },
    daylights: [],
    vents: [pairs("0.9,0.46 0.96,0.48 1,0.36 0.98,0.25 0.92,0.25 0.94,0.36")],
    folds: [pairs("0,0.8 0.58,0.8 0.84,0.84"), pairs("0,0.52 0.5,0.52 0.62,0.66")],
  },
  "electric-suv": {
    panels: [
      {
        half: pairs("0,0.84 0.16,0.84 0.23,0.825 0.15,0.79 0,0.78"),
        stops: gloss,
        soft: true,
      },
      { half: pairs("0,0.14 0.8,0.15 1.04,0.2 1.08,0.02 0,0.02"), stops: trim },
    ],
    openings: [{ half: pairs("0,0.4 0.5,0.39 0.66,0.3 0.58,0.19 0,0.17"), pattern: "bars", pitch: 34 }],
    bars: [pairs("0,0.865 0.18,0.865 0.36,0.85 0.52,0.83")],
    lamp: pairs("0.56,0.86 0.84,0.93 1.14,1.02 1.22,1 1.12,0.83 0.88,0.74 0.6,0.75"),
    units: { kind: "cube", at: [0.24, 0.44], z: 0.5 },
    daylights: [pairs("1.18,0.985 0.85,0.9 0.6,0.84 0.64,0.77")],
    vents: [pairs("0.8,0.5 0.92,0.54 0.98,0.36 0.94,0.22 0.86,0.2 0.9,0.36")],
    folds: [pairs("0,0.6 0.56,0.58 0.84,0.54")],
  },
  "electric-hatch": {
    panels: [
      {
        half: pairs("0,0.8 0.5,0.81 0.72,0.84 0.74,0.72 0.5,0.66 0,0.65"),
        stops: gloss,
        soft: true,
      },
    ],
    openings: [{ half: pairs("0,0.33 0.46,0.33 0.58,0.23 0.5,0.14 0,0.12"), pattern: "cells", pitch: 28 }],
    lamp: pairs("0.6,0.85 0.82,0.92 1.04,1.02 1.12,1 1.08,0.82 0.86,0.69 0.62,0.68"),
    units: { kind: "round", at: [0.36, 0.62], z: 0.5 },
    daylights: [pairs("1.06,0.99 0.84,0.895 0.64,0.83 0.64,0.72 0.82,0.73")],
    vents: [pairs("0.72,0.24 0.95,0.36 0.98,0.42 0.97,0.3 0.9,0.22 0.74,0.16")],
    folds: [pairs("0,0.48 0.5,0.48 0.76,0.56")],
  },
} satisfies Partial<Record<BodyStyle, Face>>;
