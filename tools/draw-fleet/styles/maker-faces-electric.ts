// The noses of electric cars. They need no grille, and it shows.
import type { Face } from "./ends.ts";
import { lowFaces } from "./faces-low.ts";
import { luxuryFaces } from "./maker-faces-luxury.ts";
import { pairs } from "./numbers.ts";
import { gloss, trim } from "./trims.ts";

export const electricFaces = {
  bmw: luxuryFaces.bmw,
  /** Only sheet metal between the lamps. */
  tesla: lowFaces.electric,
  /** Thin eyes above, lamps below, a closed shield between. */
  chevrolet: {
    panels: [
      {
        half: pairs("0,0.86 0.4,0.855 0.54,0.82 0.46,0.62 0.3,0.55 0,0.54"),
        stops: gloss,
        soft: true,
      },
    ],
    openings: [{ half: pairs("0,0.36 0.46,0.36 0.6,0.28 0.54,0.13 0,0.11"), pattern: "mesh", pitch: 38 }],
    bars: [pairs("0,0.88 0.4,0.875 0.58,0.85")],
    lamp: pairs("0.66,0.66 0.86,0.7 1.02,0.72 1,0.54 0.88,0.48 0.7,0.5"),
    units: { kind: "cube", at: [0.32, 0.64], z: 0.54 },
    daylights: [pairs("0.62,0.83 0.86,0.875 1.14,0.97")],
    brow: pairs("0.58,0.87 0.86,0.92 1.16,1.01 1.18,0.97 0.88,0.84 0.6,0.79"),
    vents: [pairs("0.76,0.36 0.94,0.42 0.97,0.3 0.9,0.18 0.78,0.16")],
    folds: [pairs("0,0.46 0.5,0.46 0.66,0.58")],
  },
  /** A dark shield, three bars of light in each lamp. */
  ford: {
    panels: [
      {
        half: pairs("0,0.86 0.38,0.85 0.52,0.74 0.44,0.5 0.3,0.42 0,0.41"),
        stops: gloss,
        soft: true,
      },
      { half: pairs("0,0.16 0.8,0.17 1.06,0.22 1.1,0.02 0,0.02"), stops: trim },
    ],
    openings: [{ half: pairs("0,0.28 0.52,0.28 0.62,0.2 0,0.17"), pattern: "mesh", pitch: 36 }],
    lamp: pairs("0.56,0.88 0.84,0.92 1.14,1 1.22,0.98 1.14,0.86 0.88,0.76 0.6,0.74"),
    units: { kind: "cube", at: [0.46], z: 0.5 },
    daylights: [pairs("0.64,0.865 0.66,0.765"), pairs("0.76,0.885 0.78,0.775"), pairs("0.92,0.92 0.93,0.81")],
    vents: [pairs("0.84,0.5 0.92,0.54 0.98,0.36 0.94,0.22 0.86,0.2 0.9,0.36")],
    folds: [pairs("0,0.93 0.4,0.92 0.56,0.84"), pairs("0.56,0.56 0.72,0.54 0.94,0.62")],
  },
  /** A band with two squares of light on each side, creases that cross the nose. */
  hyundai: {
    panels: [
      {
        half: pairs("0,0.87 0.6,0.87 0.9,0.885 1.1,0.93 1.12,0.78 0.9,0.7 0.6,0.69 0,0.72"),
        stops: gloss,
        soft: true,
      },
      { half: pairs("0,0.24 0.8,0.24 1.06,0.3 1.1,0.02 0,0.02"), stops: trim },
    ],
    openings: [{ half: pairs("0,0.2 0.44,0.2 0.54,0.12 0,0.1"), pattern: "bars", pitch: 32 }],
    lamp: pairs("0.62,0.86 0.86,0.87 1.04,0.89 1.04,0.75 0.88,0.71 0.62,0.7"),
    units: { kind: "cube", at: [0.26, 0.7], z: 0.5 },
    daylights: [
      pairs("0.645,0.845 0.84,0.85 0.84,0.73 0.645,0.72 0.645,0.845"),
      pairs("0.88,0.855 1.02,0.87 1.02,0.76 0.88,0.74 0.88,0.855"),
    ],
    vents: [],
    folds: [pairs("0,0.58 0.56,0.54 0.98,0.36"), pairs("0,0.4 0.5,0.44 0.98,0.6")],
  },
  /** A slim closed band, lamps with a step, a wide low mouth. */
  kia: {
    panels: [
      {
        half: pairs("0,0.8 0.16,0.81 0.26,0.85 0.6,0.87 0.58,0.75 0.26,0.73 0.16,0.76 0,0.765"),
        stops: gloss,
        soft: true,
      },
    ],
    openings: [
      {
        half: pairs("0,0.3 0.5,0.31 0.7,0.36 0.86,0.34 0.8,0.16 0.6,0.1 0,0.08"),
        pattern: "bars",
        pitch: 44,
      },
    ],
    lamp: pairs(
      "0.62,0.88 0.86,0.92 1.14,1 1.22,0.99 1.16,0.82 1.02,0.8 0.9,0.64 0.82,0.64 0.84,0.77 0.63,0.74",
    ),
    units: { kind: "cube", at: [0.14, 0.28, 0.42], z: 0.66 },
    daylights: [pairs("1.18,0.965 0.86,0.89 0.65,0.855"), pairs("1.06,0.82 0.94,0.78 0.86,0.66")],
    vents: [],
    folds: [pairs("0,0.62 0.5,0.6 0.76,0.5"), pairs("0,0.42 0.5,0.42 0.84,0.46")],
  },
  /** A bright V on a closed dark mouth, lamps like boomerangs. */
  nissan: {
    panels: [
      {
        half: pairs("0,0.9 0.4,0.885 0.48,0.84 0.34,0.5 0.26,0.43 0,0.42"),
        stops: gloss,
        soft: true,
      },
    ],
    openings: [{ half: pairs("0,0.28 0.5,0.28 0.62,0.22 0.56,0.12 0,0.1"), pattern: "bars", pitch: 36 }],
    bars: [pairs("0,0.385 0.28,0.395 0.38,0.48 0.53,0.84 0.57,0.88")],
    lamp: pairs("0.6,0.86 0.84,0.93 1.06,1.03 1.14,1.01 1.06,0.86 0.88,0.82 0.76,0.66 0.66,0.66"),
    units: { kind: "round", at: [0.3, 0.52], z: 0.62 },
    daylights: [pairs("1.08,0.97 0.86,0.86 0.72,0.69")],
    vents: [pairs("0.78,0.42 0.92,0.5 0.97,0.46 0.92,0.26 0.8,0.22")],
    folds: [pairs("0.54,0.56 0.68,0.54 0.9,0.58")],
  },
  /** A closed square shield with a frame, and a hammer of light. */
  polestar: {
    panels: [
      {
        half: pairs("0,0.84 0.44,0.835 0.5,0.8 0.48,0.6 0.4,0.55 0,0.54"),
        stops: gloss,
        soft: true,
      },
      { half: pairs("0,0.14 0.7,0.15 0.9,0.2 1.06,0.16 1.06,0.02 0,0.02"), stops: trim },
    ],
    openings: [{ half: pairs("0,0.34 0.56,0.34 0.68,0.28 0.6,0.18 0,0.17"), pattern: "mesh", pitch: 36 }],
    lamp: pairs("0.54,0.86 0.84,0.9 1.12,0.97 1.2,0.94 1.12,0.78 0.86,0.7 0.56,0.69"),
    units: { kind: "cube", at: [0.22, 0.42], z: 0.5 },
    daylights: [pairs("0.5,0.77 0.84,0.8 0.98,0.83"), pairs("1.06,0.93 0.98,0.83 1,0.745")],
    vents: [pairs("0.78,0.46 0.92,0.5 0.96,0.26 0.86,0.22 0.88,0.4")],
    folds: [pairs("0,0.45 0.56,0.45 0.74,0.54")],
  },
  /** A thread of light from lamp to lamp, a wide net below. */
  volkswagen: {
    panels: [{ half: pairs("0,0.2 0.8,0.2 1.06,0.26 1.1,0.02 0,0.02"), stops: trim }],
    openings: [
      {
        half: pairs("0,0.5 0.44,0.49 0.66,0.4 0.7,0.24 0.6,0.14 0,0.12"),
        pattern: "mesh",
        pitch: 48,
      },
    ],
    glowBar: pairs("0,0.845 0.4,0.845 0.62,0.85"),
    lamp: pairs("0.62,0.88 0.86,0.91 1.12,0.98 1.19,0.95 1.12,0.79 0.88,0.71 0.64,0.73"),
    units: { kind: "round", at: [0.3, 0.54], z: 0.5 },
    daylights: [pairs("0.64,0.85 0.86,0.88 1.1,0.95 1.12,0.84")],
    vents: [pairs("0.82,0.46 0.94,0.5 0.98,0.3 0.86,0.24 0.88,0.38")],
    folds: [pairs("0,0.62 0.5,0.61 0.76,0.56")],
  },
} satisfies Readonly<Record<string, Face>>;
