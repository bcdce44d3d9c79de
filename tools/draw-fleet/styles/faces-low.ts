// The nose of each low body.
import type { BodyStyle } from "#domain/cars/body-styles.ts";
import type { Stop } from "../space/pen.ts";
import type { Face } from "./ends.ts";
import { pairs } from "./numbers.ts";

const steel = "#8f969d";
const skid: readonly Stop[] = [
  [0, "#9aa1a8"],
  [0.3, "#727980"],
  [1, "#2b2f33"],
];
const trim: readonly Stop[] = [
  [0, "#2b2e32"],
  [0.3, "#17191b"],
  [1, "#0b0c0d"],
];
const gloss: readonly Stop[] = [
  [0, "#3a4048"],
  [0.25, "#14171a"],
  [1, "#050607"],
];

export const lowFaces = {
  sedan: {
    openings: [
      {
        half: pairs("0,0.9 0.33,0.895 0.55,0.87 0.56,0.79 0.46,0.735 0,0.725"),
        pattern: "bars",
        pitch: 26,
      },
      {
        half: pairs("0,0.5 0.42,0.49 0.55,0.36 0.62,0.2 0.56,0.13 0,0.11"),
        pattern: "bars",
        pitch: 46,
      },
    ],
    bars: [pairs("0,0.715 0.46,0.725 0.57,0.775 0.6,0.8")],
    lamp: pairs("0.545,0.875 0.86,0.925 1.22,1.005 1.285,0.985 1.18,0.88 0.86,0.79 0.575,0.775"),
    units: { kind: "round", at: [0.24, 0.42] },
    daylights: [pairs("0.6,0.795 0.86,0.82 1.15,0.9 1.25,0.975")],
    vents: [pairs("0.83,0.62 0.88,0.65 0.93,0.42 0.92,0.2 0.86,0.19 0.89,0.42")],
    folds: [pairs("0,0.6 0.5,0.61 0.8,0.66")],
  },
  compact: {
    openings: [
      { half: pairs("0,0.94 0.34,0.93 0.55,0.9 0.52,0.87 0,0.885"), pattern: "plain" },
      {
        half: pairs("0,0.62 0.36,0.61 0.52,0.5 0.66,0.2 0.6,0.12 0,0.1"),
        pattern: "mesh",
        pitch: 52,
      },
    ],
    bars: [pairs("0,0.845 0.4,0.84 0.6,0.86")],
    lamp: pairs("0.56,0.9 0.84,0.95 1.12,1.04 1.2,1.05 1.16,0.92 0.94,0.77 0.7,0.75"),
    units: { kind: "round", at: [0.36, 0.6] },
    daylights: [pairs("0.6,0.88 0.72,0.785 0.94,0.8 1.14,0.93")],
    vents: [pairs("0.74,0.36 0.92,0.5 0.99,0.54 0.95,0.44 0.86,0.3 0.76,0.26")],
    folds: [pairs("0,0.72 0.45,0.71 0.68,0.66 0.74,0.5")],
  },
  coupe: {
    openings: [
      {
        half: pairs("0,0.86 0.34,0.85 0.5,0.8 0.54,0.62 0.44,0.44 0,0.42"),
        pattern: "cells",
        pitch: 30,
      },
      { half: pairs("0,0.27 0.55,0.28 0.62,0.16 0,0.1"), pattern: "plain" },
    ],
    panels: [{ half: pairs("0,0.9 0.46,0.885 0.68,0.86 0.6,0.8 0,0.82"), stops: gloss }],
    lamp: pairs("0.6,0.855 0.86,0.9 1.2,1.01 1.26,1 1.12,0.88 0.88,0.8 0.64,0.775"),
    units: { kind: "cube", at: [0.18, 0.33, 0.48] },
    daylights: [pairs("0.62,0.835 0.88,0.88 1.22,0.99"), pairs("0.7,0.72 0.72,0.56")],
    vents: [pairs("0.86,0.56 0.94,0.6 0.99,0.4 0.96,0.2 0.74,0.14 0.72,0.19 0.88,0.25 0.91,0.4")],
    folds: [pairs("0,0.35 0.56,0.37 0.68,0.62")],
  },
  hatch: {
    openings: [
      {
        half: pairs("0,0.87 0.26,0.865 0.44,0.84 0.45,0.78 0.32,0.76 0,0.755"),
        pattern: "cells",
        pitch: 22,
      },
      {
        half: pairs("0,0.55 0.35,0.545 0.56,0.43 0.62,0.25 0.55,0.14 0,0.12"),
        pattern: "mesh",
        pitch: 46,
      },
    ],
    lamp: pairs("0.48,0.87 0.74,0.925 1.06,1.04 1.16,1.03 1.12,0.9 0.86,0.74 0.52,0.74"),
    units: { kind: "round", at: [0.3, 0.54], z: 0.58 },
    daylights: [pairs("0.52,0.775 0.8,0.775 1.06,0.89 1.12,1")],
    vents: [pairs("0.79,0.57 0.83,0.58 0.88,0.4 0.87,0.24 0.82,0.23 0.845,0.4")],
    folds: [pairs("0,0.68 0.5,0.67 0.78,0.62")],
  },
  wagon: {
    panels: [
      { half: pairs("0,0.36 0.7,0.38 0.98,0.42 1.12,0.3 1.1,0.02 0,0.02"), stops: trim },
      { half: pairs("0,0.15 0.42,0.15 0.5,0.03 0,0.02"), stops: skid },
    ],
    openings: [
      {
        half: pairs("0,0.9 0.4,0.89 0.5,0.82 0.48,0.64 0.4,0.55 0,0.54"),
        pattern: "cells",
        pitch: 34,
        rim: steel,
        rimWidth: 10,
      },
      { half: pairs("0,0.33 0.5,0.33 0.56,0.2 0,0.19"), pattern: "bars", pitch: 40 },
    ],
    bars: [pairs("0,0.73 0.3,0.73 0.5,0.76")],
    lamp: pairs("0.545,0.86 0.84,0.91 1.12,0.98 1.2,0.95 1.16,0.8 0.88,0.72 0.53,0.68"),
    units: { kind: "cube", at: [0.22, 0.4] },
    daylights: [pairs("0.95,0.925 0.6,0.84 0.585,0.72 0.9,0.755")],
    vents: [pairs("0.7,0.34 0.9,0.36 0.92,0.2 0.74,0.19")],
    folds: [pairs("0,0.46 0.6,0.47 0.98,0.52")],
  },
  electric: {
    openings: [{ half: pairs("0,0.3 0.5,0.3 0.64,0.22 0.56,0.13 0,0.11"), pattern: "bars", pitch: 40 }],
    lamp: pairs("0.6,0.86 0.84,0.91 1.12,1.02 1.22,1.05 1.16,0.96 0.92,0.83 0.66,0.79"),
    units: { kind: "cube", at: [0.22, 0.36, 0.5] },
    daylights: [pairs("0.63,0.85 0.84,0.895 1.1,1 1.2,1.04")],
    vents: [pairs("0.84,0.52 0.89,0.53 0.94,0.36 0.93,0.2 0.88,0.19 0.9,0.36")],
    folds: [pairs("0,0.74 0.56,0.73 0.8,0.66 0.86,0.5"), pairs("0,0.38 0.56,0.39 0.74,0.34")],
  },
  luxury: {
    openings: [
      {
        half: pairs("0,0.97 0.36,0.96 0.42,0.9 0.4,0.56 0.33,0.43 0,0.42"),
        pattern: "upright",
        pitch: 42,
        rim: "#dfe3e6",
        rimWidth: 17,
      },
      { half: pairs("0,0.28 0.56,0.3 0.66,0.2 0.6,0.11 0,0.09"), pattern: "bars", pitch: 40 },
    ],
    bars: [pairs("0,0.34 0.5,0.35 0.86,0.44")],
    lamp: pairs("0.5,0.93 0.8,0.97 1.12,1.04 1.2,1.02 1.1,0.89 0.84,0.8 0.53,0.77"),
    units: { kind: "round", at: [0.24, 0.44] },
    daylights: [pairs("0.53,0.9 0.82,0.94 1.14,1.02"), pairs("0.58,0.8 0.84,0.83 1,0.88")],
    vents: [pairs("0.72,0.31 0.98,0.4 1.02,0.36 0.98,0.28 0.76,0.22")],
    folds: [pairs("0.46,0.66 0.7,0.62 0.98,0.6")],
  },
} satisfies Partial<Record<BodyStyle, Face>>;
