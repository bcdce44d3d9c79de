// The data of noses and tails. Points are [way round from the middle in half widths, height from 0 (lower edge) to
// 1 (top edge)], so one face fits any body. A `half` runs from the middle outwards and back.
import type { Vec2 } from "../space/geometry.ts";
import type { Stop } from "../space/pen.ts";

export type Points = readonly Vec2[];

/** A piece of trim with a vertical gradient; soft ones end by themselves, others run on to the wheel arch. */
export type Panel = {
  readonly half: Points;
  readonly stops: readonly Stop[];
  readonly soft?: boolean;
};

export type Opening = {
  readonly half: Points;
  readonly pattern: "plain" | "bars" | "thick" | "upright" | "mesh" | "cells";
  /** Millimetres from one bar to the next. */
  readonly pitch?: number;
  readonly rim?: string;
  readonly rimWidth?: number;
};

export type Face = {
  readonly openings: readonly Opening[];
  readonly panels?: readonly Panel[];
  /** Bright strips. */
  readonly bars?: readonly Points[];
  readonly lamp: Points;
  /** The lamp's projectors: their places across the lamp, and their height in it. */
  readonly units: {
    readonly kind: "round" | "cube";
    readonly at: readonly number[];
    readonly z?: number;
  };
  /** Lines of daytime light, on each side and across the whole nose. */
  readonly daylights: readonly Points[];
  readonly glowBar?: Points;
  /** A dark shape above the lamp. */
  readonly brow?: Points;
  readonly vents?: readonly Points[];
  readonly folds?: readonly Points[];
};

export type Stern = {
  /** A lamp that begins at 0 runs across the whole tail. */
  readonly lamp: Points;
  readonly glow: readonly Points[];
  /** The clear field of the reversing light. */
  readonly white: Vec2 | null;
  /** A red strip between the lamps. */
  readonly bar?: Points;
  /** The height of the plate, the recess round it, and whether the plate is low in the bumper. */
  readonly plate: number;
  readonly pit?: Points;
  readonly plateSlim?: boolean;
  /** Shut line of boot or tailgate. */
  readonly gate?: Points;
  readonly strip?: Points;
  readonly chromeStrip?: boolean;
  readonly panels?: readonly Panel[];
  readonly folds?: readonly Points[];
  readonly skirt?: Points;
  readonly fins?: number;
  /** [kind, half widths from the middle (negative: on the near side only), height] */
  readonly exhaust?: readonly (readonly ["oval" | "slot", number, number])[];
  readonly reflectors?: Vec2;
  /** The height of a bumper that people can step on. */
  readonly step?: number;
  readonly lip?: boolean;
  readonly wiper?: boolean;
};

/** The recess round a plate at that height. */
export const pit = (z: number, h: number, w = 0.27): Points => [
  [0, z + h],
  [w, z + h],
  [w + 0.05, z - h * 0.7],
  [w + 0.02, z - h],
  [0, z - h],
];

/** The dark lower edge of a rear bumper. */
export const skirt = (h: number, w: number): Points => [
  [0, h],
  [w, h * 1.02],
  [w + 0.14, h * 0.9],
  [w + 0.2, 0.12],
  [w + 0.12, 0.03],
  [0, 0.02],
];
