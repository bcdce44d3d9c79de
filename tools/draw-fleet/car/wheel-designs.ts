import type { WheelDesign } from "../styles/shape.ts";

/**
 * A spoke: angles and widths at the hub and at the rim, and from where to where it reaches (1 is the rim).
 */
export type Blade = {
  readonly angles: readonly [number, number];
  readonly widths: readonly [number, number];
  readonly from?: number;
  readonly to?: number;
};

const blade = (
  angle0: number,
  angle1: number,
  width0: number,
  width1: number,
  from?: number,
  to?: number,
): Blade => ({
  angles: [angle0, angle1],
  widths: [width0, width1],
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

/** How often the pattern repeats, and its blades. */
export const wheelDesigns: Readonly<Record<WheelDesign, { repeats: number; blades: readonly Blade[] }>> = {
  twin: { repeats: 5, blades: [blade(-0.16, -0.2, 34, 30), blade(0.16, 0.2, 34, 30)] },
  ten: { repeats: 10, blades: [blade(0, 0, 30, 34)] },
  many: { repeats: 15, blades: [blade(0, 0.08, 22, 24)] },
  six: { repeats: 6, blades: [blade(0, 0, 60, 66)] },
  turbine: { repeats: 7, blades: [blade(0, 0.34, 46, 74)] },
  five: { repeats: 5, blades: [blade(0, 0, 74, 52)] },
  star: { repeats: 5, blades: [blade(0, -0.3, 40, 24), blade(0, 0.3, 40, 24)] },
  vee: { repeats: 7, blades: [blade(-0.05, -0.2, 26, 20), blade(0.05, 0.2, 26, 20)] },
  vees: { repeats: 8, blades: [blade(0, -0.17, 26, 16), blade(0, 0.17, 26, 16)] },
  fine: { repeats: 20, blades: [blade(0, 0, 15, 18)] },
  split: {
    repeats: 5,
    blades: [blade(0, 0, 56, 44, 0.2, 0.62), blade(0, -0.24, 34, 30, 0.55), blade(0, 0.24, 34, 30, 0.55)],
  },
  blades: { repeats: 5, blades: [blade(0, 0.26, 40, 62), blade(0.34, 0.44, 26, 24)] },
  block: { repeats: 6, blades: [blade(0, 0, 78, 96)] },
  aero: {
    repeats: 5,
    blades: [blade(-0.3, -0.26, 60, 96, 0.2, 0.97), blade(0.02, 0.08, 60, 130, 0.2, 0.97)],
  },
};
