// Five layouts of the inside, and the upholstery of each body.
import type { BodyStyle } from "#domain/cars/body-styles.ts";
import type { Vec2 } from "../space/geometry.ts";
import { pairs } from "../styles/numbers.ts";

export type LayoutName = "simple" | "main" | "electric" | "wide" | "luxury";
export type Upholstery = {
  readonly layout: LayoutName;
  readonly hide?: string;
  readonly decor?: string;
};

export type Display = {
  readonly kind: "dials" | "gauge" | "map" | "small";
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
  readonly h: number;
  readonly lean?: number;
};
export type Vent =
  | { readonly kind: "slot"; readonly from: Vec2; readonly to: Vec2 }
  | { readonly kind: "disc"; readonly y: number; readonly share: number; readonly radius: number };

export type Layout = {
  /** Section of the dashboard, [x, z] from the screen to the knees. */
  readonly profile: readonly Vec2[];
  /** Where pad, decor and leather end, as shares of the profile. */
  readonly bands: readonly [number, number, number];
  /** A hood over the instruments. */
  readonly cowl?: boolean;
  readonly hide: string;
  readonly decor: string;
  readonly pad?: string;
  readonly stitch: string;
  readonly selector: "lever" | "stub" | "dial" | "none";
  readonly spokes: 2 | 3;
  readonly quilt?: boolean;
  /** Wood instead of plain trim. */
  readonly grain?: boolean;
  readonly flatWheel?: boolean;
  readonly wheelHex?: string;
  readonly glossConsole?: boolean;
  readonly consoleFront?: number;
  /** Colour of the line of light along dashboard and doors. */
  readonly ambient?: string;
  readonly ventRim?: string;
  readonly vents: readonly Vent[];
  readonly screens: readonly Display[];
};

/** A vent between two points, each with its y and its share of the profile. */
const slot = (fromY: number, toY: number, from: number, to: number): Vent => ({
  kind: "slot",
  from: [fromY, from],
  to: [toY, to],
});
const disc = (y: number, share: number, radius: number): Vent => ({
  kind: "disc",
  y,
  share,
  radius,
});

const soft = pairs("60,925 260,975 470,985 590,955 640,900 650,850 630,760 560,640 470,540");
const slim = pairs("60,915 260,950 480,955 610,930 655,885 662,850 640,770 560,650 470,540");

export const layouts: Readonly<Record<LayoutName, Layout>> = {
  simple: {
    profile: soft,
    bands: [0.56, 0.62, 0.84],
    cowl: true,
    hide: "#3a3d42",
    decor: "#7b8187",
    pad: "#2a2d31",
    stitch: "#8b9197",
    selector: "lever",
    spokes: 3,
    vents: [disc(650, 0.6, 46), disc(-650, 0.6, 46), slot(110, 20, 0.5, 0.56), slot(-20, -110, 0.5, 0.56)],
    screens: [
      { kind: "dials", x: 700, y: 385, z: 985, w: 320, h: 130 },
      { kind: "small", x: 668, y: 0, z: 905, w: 210, h: 118, lean: 0.1 },
    ],
  },
  main: {
    profile: soft,
    bands: [0.52, 0.62, 0.84],
    hide: "#4a4d52",
    decor: "#9aa0a6",
    stitch: "#b9bec3",
    selector: "stub",
    spokes: 3,
    vents: [
      slot(690, 560, 0.54, 0.6),
      slot(-560, -690, 0.54, 0.6),
      slot(190, 30, 0.545, 0.605),
      slot(-30, -190, 0.545, 0.605),
    ],
    screens: [
      { kind: "gauge", x: 690, y: 385, z: 985, w: 300, h: 112 },
      { kind: "map", x: 655, y: 0, z: 1012, w: 280, h: 160 },
    ],
  },
  electric: {
    profile: slim,
    bands: [0.5, 0.64, 0.84],
    hide: "#d9d4ca",
    decor: "#b59a78",
    pad: "#3a3c3e",
    stitch: "#8f897d",
    selector: "none",
    spokes: 2,
    grain: true,
    flatWheel: true,
    glossConsole: true,
    consoleFront: 660,
    wheelHex: "#3a3d40",
    vents: [slot(690, 180, 0.475, 0.495), slot(-180, -690, 0.475, 0.495)],
    screens: [{ kind: "map", x: 745, y: 0, z: 985, w: 372, h: 226, lean: 0.12 }],
  },
  wide: {
    profile: slim,
    bands: [0.5, 0.6, 0.84],
    hide: "#b9bcc0",
    decor: "#3f464d",
    pad: "#2a2d31",
    stitch: "#6d7379",
    selector: "none",
    spokes: 2,
    flatWheel: true,
    glossConsole: true,
    consoleFront: 650,
    ambient: "#6fd3ff",
    vents: [slot(690, 560, 0.52, 0.57), slot(-400, -690, 0.52, 0.57)],
    screens: [
      { kind: "gauge", x: 680, y: 330, z: 1000, w: 316, h: 136 },
      { kind: "map", x: 684, y: 0, z: 1000, w: 330, h: 136 },
    ],
  },
  luxury: {
    profile: soft,
    bands: [0.5, 0.64, 0.84],
    hide: "#a06a3e",
    decor: "#5a3820",
    stitch: "#e0c49c",
    selector: "dial",
    spokes: 3,
    grain: true,
    quilt: true,
    glossConsole: true,
    ambient: "#ffb46a",
    ventRim: "#c9ced3",
    vents: [
      slot(690, 580, 0.53, 0.61),
      slot(-580, -690, 0.53, 0.61),
      slot(200, 110, 0.535, 0.615),
      slot(-110, -200, 0.535, 0.615),
    ],
    screens: [
      { kind: "gauge", x: 690, y: 385, z: 990, w: 310, h: 116 },
      { kind: "map", x: 672, y: 10, z: 1000, w: 356, h: 132 },
    ],
  },
};

/** Upholstery of each body; bodies with the same layout differ in it. */
export const upholstery: Readonly<Record<BodyStyle, Upholstery>> = {
  hatch: { layout: "simple" },
  compact: { layout: "simple", hide: "#57595c", decor: "#4a4f55" },
  sedan: { layout: "main", hide: "#2f3236" },
  coupe: { layout: "main", hide: "#5b1f22", decor: "#3a3f44" },
  wagon: { layout: "main", hide: "#6a4a34", decor: "#565b61" },
  "suv-small": { layout: "main", hide: "#85888c", decor: "#3f444a" },
  suv: { layout: "main", hide: "#7b6a58", decor: "#8f959b" },
  "suv-large": { layout: "luxury", hide: "#c4b8a4", decor: "#4a3524" },
  pickup: { layout: "main", hide: "#5b4634", decor: "#6a7077" },
  "pickup-mid": { layout: "simple", hide: "#43463f", decor: "#6a5a44" },
  "pickup-electric": { layout: "electric", hide: "#5f6f66", decor: "#a98a62" },
  minivan: { layout: "main", hide: "#9a9890", decor: "#7a6a58" },
  "electric-hatch": { layout: "wide", hide: "#6c757c" },
  "electric-crossover": { layout: "wide" },
  electric: { layout: "electric" },
  "electric-large": { layout: "wide", hide: "#2d2f33", decor: "#8a6a48" },
  "electric-suv": { layout: "electric", hide: "#f0ebe2", decor: "#6f747a" },
  luxury: { layout: "luxury" },
  "luxury-suv": { layout: "luxury", hide: "#6e2f22", decor: "#2c2019" },
};
