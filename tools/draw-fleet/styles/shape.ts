// The measures of a body, in millimetres, and how a new body comes from an old one.
import type { BodyStyle } from "#domain/cars/body-styles.ts";
import { at, type Vec2, type Vec3 } from "../space/geometry.ts";

/**
 * A line that runs round the car, as heights and insets at seven stations:
 * nose middle, nose corner, front axle, door, rear axle, tail corner, tail middle.
 */
export type Rail = {
  readonly heights: readonly number[];
  readonly insets: readonly number[];
  /** The surface has an edge there instead of flowing on. */
  readonly isSharp: boolean;
};

export type WheelDesign =
  | "twin"
  | "five"
  | "ten"
  | "many"
  | "six"
  | "turbine"
  | "star"
  | "vee"
  | "vees"
  | "fine"
  | "split"
  | "blades"
  | "block"
  | "aero";

/** The glass beside the seats: how far inside the roof curve it begins, and where and how it ends. */
type Windows = {
  readonly low: number;
  readonly front: number;
  readonly top: number;
  readonly end: number;
  readonly endSlope: number;
  readonly kick: number;
};

export type Shape = {
  readonly name: BodyStyle;
  readonly length: number;
  readonly width: number;
  readonly frontAxle: number;
  readonly rearAxle: number;
  readonly tyreRadius: number;
  readonly tyreWidth: number;
  readonly archRadius: number;
  /** How far the fenders swell round the wheels. */
  readonly flare: number;
  /** How round nose and tail are from above. */
  readonly nose: number;
  readonly tail: number;
  /** Where the bonnet ends, and where the rear window's foot is. */
  readonly cowl: number;
  readonly tailFoot: number;
  readonly rails: readonly Rail[];
  readonly hoodCrown: number;
  readonly hoodCrease: number;
  readonly deckCrown: number;
  /** The open bed of a pickup, from and to. */
  readonly bed?: Vec2;
  /** From the top edge of the wall to the foot of the glass. */
  readonly ledge: number;
  /** The roof from the side: [x, z] from the foot of the screen to the tail. */
  readonly cabin: readonly Vec2[];
  readonly cabinHeight: number;
  /** How the cabin leans inwards: for each millimetre of height, and how much more towards the top. */
  readonly lean: Vec2;
  /** How far the roof arches lengthwise and upwards, at each point of `cabin`. */
  readonly crownX: readonly number[];
  readonly crownZ: readonly number[];
  readonly windows: Windows;
  /** Between the panes: [place, width, lean]. */
  readonly pillars: readonly Vec3[];
  /** Slanted reflections on the glass: [place, width]. */
  readonly sheen: readonly Vec2[];
  /** Panes behind this place are tinted. */
  readonly tint?: number;
  /** Half width of the rear window's foot, 1 is the whole. */
  readonly backWidth?: number;
  readonly seats: readonly number[];
  readonly seatZ: number;
  /** Door mirror: place, and height above the top edge of the wall. */
  readonly mirror: Vec2;
  /** Shut lines of doors and sills, from the side. */
  readonly cuts: readonly (readonly Vec2[])[];
  readonly handles: readonly Vec2[];
  /** Handles lie in the door instead of on it. */
  readonly flush?: boolean;
  readonly fuel: Vec2;
  readonly wheel: WheelDesign;
  readonly rim: number;
  readonly rimFinish: "silver" | "dark" | "two";
  /** Dark plastic: its width round the wheel arches, and its height along sides and ends, in rails. */
  readonly cladding?: number;
  readonly sillTrim?: number;
  readonly endTrim?: number;
  /** Colour of the line round the side glass. */
  readonly trim?: string;
  readonly roofBlack?: boolean;
  readonly roofRails?: "raised" | "flush" | "bright" | "bridge" | undefined;
};

// The shared section: where each rail lies between the lower edge (0) and the top edge (1), and how far in.
const heights = [
  [0, 0, 0, 0, 0, 0, 0],
  [0.14, 0.12, 0.11, 0.095, 0.09, 0.108, 0.123],
  [0.38, 0.355, 0.31, 0.243, 0.264, 0.324, 0.335],
  [0.635, 0.603, 0.568, 0.505, 0.503, 0.54, 0.561],
  [0.838, 0.818, 0.808, 0.785, 0.795, 0.814, 0.825],
  [0.93, 0.918, 0.9, 0.872, 0.878, 0.902, 0.916],
  [1, 1, 1, 1, 1, 1, 1],
];
const insets = [
  [95, 75, 62, 70, 62, 70, 95],
  [22, 16, 16, 20, 16, 16, 22],
  [0, 6, 24, 46, 24, 6, 0],
  [4, 6, 12, 22, 12, 6, 2],
  [34, 18, 2, 0, 0, 8, 14],
  [72, 42, 11, 6, 6, 16, 26],
  [150, 110, 72, 54, 56, 64, 72],
];
const SHOULDER = 4;

/** The rails of a body between its lower and its top edge. `more` corrects insets: [rail, station, inset]. */
export function section(
  bottom: readonly number[],
  top: readonly number[],
  { crease = 0, more = [] }: { crease?: number; more?: readonly Vec3[] } = {},
): Rail[] {
  return heights.map((row, rail) => {
    const lift = rail === SHOULDER || rail === SHOULDER + 1 ? crease : rail === SHOULDER - 1 ? crease / 2 : 0;
    return {
      heights: row.map((k, i) => at(bottom, i) + (k + lift) * (at(top, i) - at(bottom, i))),
      insets: at(insets, rail).map(
        (inset, i) => more.findLast(([r, station]) => r === rail && station === i)?.[2] ?? inset,
      ),
      isSharp: rail === SHOULDER,
    };
  });
}

/** Makes a new body from an old one: every measure goes through a map along the car or a map upwards. */
export function reshape(old: Shape, along: readonly Vec2[], up: readonly Vec2[]): Shape {
  const x = piecewise(along);
  const z = piecewise(up);
  const both = ([a, b]: Vec2): Vec2 => [x(a), z(b)];
  return {
    ...old,
    length: x(old.length),
    frontAxle: x(old.frontAxle),
    rearAxle: x(old.rearAxle),
    cowl: x(old.cowl),
    tailFoot: x(old.tailFoot),
    ...(old.bed && { bed: [x(old.bed[0]), x(old.bed[1])] satisfies Vec2 }),
    rails: old.rails.map((rail) => ({ ...rail, heights: rail.heights.map(z) })),
    cabin: old.cabin.map(both),
    cabinHeight: Math.max(...old.cabin.map((p) => z(p[1]))) - z(at(old.cabin, 0)[1]),
    cuts: old.cuts.map((cut) => cut.map(both)),
    handles: old.handles.map(both),
    fuel: both(old.fuel),
    seats: old.seats.map(x),
    seatZ: z(old.seatZ),
    mirror: [x(old.mirror[0]), old.mirror[1]],
    pillars: old.pillars.map(([place, width, lean]): Vec3 => [x(place), width, lean]),
    sheen: old.sheen.map(([place, width]): Vec2 => [x(place), width]),
    windows: { ...old.windows, end: x(old.windows.end) },
  };
}

/** Piecewise straight map through [from, to] pairs; beyond the ends it only shifts. */
function piecewise(points: readonly Vec2[]): (v: number) => number {
  const [first, last] = [at(points, 0), at(points, -1)];
  return (v) => {
    if (v <= first[0]) return v + first[1] - first[0];
    const i = points.findIndex(([from]) => v <= from);
    if (i < 0) return v + last[1] - last[0];
    const [[a, p], [b, q]] = [at(points, i - 1), at(points, i)];
    return p + ((v - a) / (b - a)) * (q - p);
  };
}
