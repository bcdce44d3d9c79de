// The noses by which people recognize makers of everyday cars. None is a copy: each shows the idea of a face.
import type { Face } from "./ends.ts";
import { pairs } from "./numbers.ts";
import { chrome, steel } from "./trims.ts";

export const fuelFaces = {
  /** A slit above, a wide mouth that opens downwards. */
  toyota: {
    openings: [
      { half: pairs("0,0.87 0.3,0.865 0.5,0.84 0.47,0.79 0.3,0.775 0,0.77"), pattern: "plain" },
      {
        half: pairs("0,0.64 0.36,0.63 0.46,0.57 0.64,0.2 0.6,0.1 0,0.08"),
        pattern: "bars",
        pitch: 44,
      },
    ],
    bars: [pairs("0,0.735 0.34,0.74 0.54,0.79")],
    lamp: pairs("0.52,0.87 0.84,0.925 1.14,1 1.22,0.98 1.12,0.84 0.86,0.75 0.55,0.75"),
    units: { kind: "cube", at: [0.2, 0.36, 0.52] },
    daylights: [pairs("1.18,0.96 0.86,0.79 0.58,0.78"), pairs("0.56,0.855 0.84,0.9 1.08,0.965")],
    vents: [pairs("0.84,0.56 0.9,0.6 0.96,0.36 0.9,0.16 0.8,0.13 0.87,0.34")],
    folds: [pairs("0,0.7 0.46,0.69 0.72,0.6 0.8,0.4")],
  },
  /** One flat band from lamp to lamp. */
  honda: {
    openings: [
      {
        half: pairs("0,0.9 0.46,0.885 0.55,0.86 0.53,0.7 0.44,0.63 0,0.62"),
        pattern: "cells",
        pitch: 27,
      },
      { half: pairs("0,0.3 0.46,0.3 0.6,0.25 0.56,0.14 0,0.12"), pattern: "bars", pitch: 40 },
    ],
    bars: [pairs("0,0.925 0.46,0.915 0.62,0.9 1.12,0.965")],
    lamp: pairs("0.57,0.88 0.86,0.91 1.14,0.965 1.2,0.93 1.1,0.8 0.86,0.73 0.56,0.72"),
    units: { kind: "cube", at: [0.16, 0.3, 0.44, 0.58], z: 0.48 },
    daylights: [pairs("0.6,0.865 0.86,0.89 1.13,0.945"), pairs("0.74,0.42 0.94,0.5")],
    vents: [pairs("0.72,0.4 0.92,0.48 0.98,0.44 0.94,0.24 0.74,0.18")],
    folds: [pairs("0,0.55 0.5,0.54 0.92,0.6")],
  },
  /** A dark net that runs into low lamps, and a line of light above all. */
  hyundai: {
    openings: [
      {
        half: pairs("0,0.76 0.4,0.75 0.68,0.68 0.66,0.46 0.54,0.34 0.42,0.3 0,0.29"),
        pattern: "mesh",
        pitch: 42,
      },
      { half: pairs("0,0.19 0.5,0.19 0.6,0.13 0,0.09"), pattern: "plain" },
    ],
    glowBar: pairs("0,0.9 0.5,0.895 0.86,0.92 1.16,1"),
    lamp: pairs("0.71,0.7 0.9,0.74 1.02,0.74 1,0.5 0.9,0.42 0.72,0.46"),
    units: { kind: "cube", at: [0.4, 0.66], z: 0.56 },
    daylights: [],
    vents: [pairs("0.76,0.34 0.94,0.38 0.98,0.3 0.94,0.16 0.8,0.13")],
    folds: [pairs("0,0.82 0.5,0.815 0.9,0.84")],
  },
  /** A band that is pinched in the middle, lamps that turn down at the corner. */
  kia: {
    openings: [
      {
        half: pairs("0,0.79 0.14,0.8 0.24,0.84 0.58,0.86 0.56,0.68 0.24,0.66 0.14,0.7 0,0.71"),
        pattern: "cells",
        pitch: 24,
        rim: steel,
        rimWidth: 9,
      },
      {
        half: pairs("0,0.42 0.44,0.42 0.6,0.32 0.56,0.14 0,0.11"),
        pattern: "bars",
        pitch: 52,
      },
    ],
    lamp: pairs("0.61,0.87 0.86,0.91 1.14,0.985 1.2,0.95 1.12,0.58 1.02,0.54 0.98,0.74 0.62,0.69"),
    units: { kind: "cube", at: [0.16, 0.3, 0.44], z: 0.62 },
    daylights: [pairs("0.63,0.85 0.86,0.885 1.12,0.955 1.06,0.58"), pairs("0.64,0.715 0.98,0.77")],
    vents: [pairs("0.72,0.38 0.8,0.4 0.84,0.26 0.8,0.14 0.72,0.13 0.76,0.26")],
    folds: [pairs("0,0.58 0.56,0.57 0.92,0.5")],
  },
  /** A bright V that holds the mouth. */
  nissan: {
    openings: [
      {
        half: pairs("0,0.9 0.4,0.885 0.46,0.85 0.34,0.48 0.27,0.4 0,0.39"),
        pattern: "bars",
        pitch: 30,
      },
      { half: pairs("0,0.26 0.5,0.28 0.66,0.24 0.6,0.12 0,0.1"), pattern: "plain" },
    ],
    bars: [pairs("0,0.345 0.28,0.355 0.38,0.46 0.52,0.86 0.56,0.9")],
    lamp: pairs("0.6,0.89 0.86,0.93 1.14,1 1.22,0.97 1.14,0.84 0.9,0.82 0.74,0.66 0.64,0.66"),
    units: { kind: "round", at: [0.28, 0.46], z: 0.62 },
    daylights: [pairs("1.18,0.965 0.86,0.87 0.7,0.7")],
    vents: [pairs("0.78,0.46 0.92,0.54 0.98,0.5 0.92,0.3 0.8,0.24")],
    folds: [pairs("0.54,0.5 0.66,0.5 0.9,0.58")],
  },
  /** Two mouths, one above the other, with metal between. */
  chevrolet: {
    openings: [
      {
        half: pairs("0,0.91 0.42,0.9 0.57,0.87 0.55,0.78 0.42,0.755 0,0.75"),
        pattern: "mesh",
        pitch: 34,
      },
      {
        half: pairs("0,0.62 0.5,0.61 0.62,0.54 0.58,0.26 0.46,0.17 0,0.16"),
        pattern: "mesh",
        pitch: 46,
        rim: chrome,
        rimWidth: 8,
      },
    ],
    bars: [pairs("0,0.69 0.46,0.695 0.66,0.74")],
    lamp: pairs("0.6,0.9 0.86,0.94 1.16,1.01 1.24,0.98 1.14,0.88 0.86,0.81 0.6,0.77"),
    units: { kind: "round", at: [0.22, 0.4] },
    daylights: [pairs("0.64,0.795 0.88,0.83 1.16,0.91"), pairs("0.8,0.46 0.86,0.3")],
    vents: [pairs("0.74,0.54 0.9,0.6 0.96,0.4 0.9,0.22 0.74,0.18 0.78,0.36")],
    folds: [pairs("0.64,0.66 0.86,0.68 1.06,0.74")],
  },
  /** A six-sided shield with a chrome rim. */
  ford: {
    openings: [
      {
        half: pairs("0,0.86 0.36,0.85 0.5,0.7 0.42,0.5 0.3,0.44 0,0.43"),
        pattern: "cells",
        pitch: 34,
        rim: chrome,
        rimWidth: 12,
      },
      { half: pairs("0,0.29 0.54,0.29 0.64,0.22 0.56,0.13 0,0.11"), pattern: "mesh", pitch: 40 },
    ],
    lamp: pairs("0.56,0.84 0.84,0.88 1.1,0.94 1.16,0.9 1.1,0.72 0.86,0.64 0.58,0.66"),
    units: { kind: "round", at: [0.3, 0.58], z: 0.52 },
    daylights: [pairs("1.08,0.9 0.84,0.85 0.6,0.81 0.6,0.7 0.84,0.69 1.04,0.75")],
    vents: [pairs("0.74,0.42 0.96,0.48 0.98,0.38 0.76,0.3")],
    folds: [pairs("0,0.36 0.56,0.37 0.98,0.42")],
  },
  /** A five-sided shield that rests on a bright wing. */
  mazda: {
    openings: [
      {
        half: pairs("0,0.89 0.34,0.88 0.46,0.82 0.44,0.64 0.3,0.46 0.14,0.4 0,0.39"),
        pattern: "mesh",
        pitch: 36,
      },
      { half: pairs("0,0.22 0.56,0.24 0.72,0.22 0.62,0.12 0,0.1"), pattern: "plain" },
    ],
    bars: [pairs("0,0.355 0.16,0.37 0.34,0.45 0.5,0.68 0.6,0.745 0.82,0.77")],
    lamp: pairs("0.5,0.865 0.8,0.89 1.14,0.975 1.22,0.96 1.1,0.85 0.84,0.785 0.56,0.765"),
    units: { kind: "round", at: [0.26, 0.46] },
    daylights: [pairs("0.56,0.79 0.82,0.81 1.02,0.86"), pairs("0.54,0.85 0.68,0.86")],
    vents: [pairs("0.84,0.34 0.96,0.38 0.98,0.32 0.86,0.28")],
    folds: [pairs("0.52,0.56 0.72,0.5 0.96,0.5")],
  },
  /** A six-sided mouth with a bar through it, lamps like brackets. */
  subaru: {
    openings: [
      {
        half: pairs("0,0.86 0.34,0.855 0.48,0.81 0.5,0.68 0.42,0.56 0,0.55"),
        pattern: "mesh",
        pitch: 38,
        rim: chrome,
        rimWidth: 9,
      },
      { half: pairs("0,0.38 0.44,0.38 0.54,0.3 0.48,0.18 0,0.17"), pattern: "bars", pitch: 40 },
    ],
    bars: [pairs("0,0.72 0.3,0.72 0.49,0.745")],
    lamp: pairs("0.54,0.85 0.84,0.89 1.12,0.96 1.18,0.92 1.12,0.76 0.86,0.68 0.54,0.67"),
    units: { kind: "round", at: [0.34, 0.6], z: 0.5 },
    daylights: [pairs("0.82,0.855 0.6,0.815 0.585,0.72 0.82,0.72")],
    vents: [pairs("0.68,0.46 0.92,0.5 0.96,0.34 0.88,0.22 0.7,0.24")],
    folds: [pairs("0,0.48 0.52,0.47 0.98,0.54")],
  },
  /** Level bars from one square lamp to the other. */
  volkswagen: {
    openings: [
      { half: pairs("0,0.88 0.52,0.875 0.54,0.72 0.48,0.69 0,0.685"), pattern: "bars", pitch: 28 },
      {
        half: pairs("0,0.44 0.54,0.44 0.7,0.4 0.66,0.18 0.56,0.13 0,0.12"),
        pattern: "bars",
        pitch: 50,
      },
    ],
    bars: [pairs("0,0.785 0.34,0.785 0.56,0.79"), pairs("0,0.66 0.4,0.66 0.62,0.665 1.02,0.72")],
    lamp: pairs("0.55,0.88 0.86,0.895 1.1,0.94 1.16,0.9 1.1,0.76 0.86,0.7 0.55,0.69"),
    units: { kind: "round", at: [0.28, 0.56], z: 0.5 },
    daylights: [pairs("1.1,0.91 0.86,0.865 0.58,0.855"), pairs("0.58,0.72 0.84,0.725")],
    vents: [pairs("0.8,0.42 0.94,0.46 0.96,0.22 0.84,0.18")],
    folds: [pairs("0,0.54 0.56,0.54 0.98,0.58")],
  },
} satisfies Readonly<Record<string, Face>>;
