// A small geometry kit: vectors, and smooth curves through points. In a car's space x runs to the rear, y towards
// the viewer and z up, in millimetres.
export type Vec2 = readonly [number, number];
export type Vec3 = readonly [number, number, number];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const mul = (a: Vec3, k: number): Vec3 => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vec3): Vec3 => mul(a, 1 / (Math.hypot(a[0], a[1], a[2]) || 1));
/** The same point on the far side of the car. */
export const flip = (p: Vec3): Vec3 => [p[0], -p[1], p[2]];
export const raisedBy = (points: readonly Vec3[], mm: number): Vec3[] =>
  points.map((p) => [p[0], p[1], p[2] + mm]);

export const mix = (a: number, b: number, k: number): number => a + (b - a) * k;
export const clamp = (v: number, low = 0, high = 1): number => Math.min(high, Math.max(low, v));
/** Rises from 0 at `low` to 1 at `high` without corners; `low` may be the greater one. */
export function smooth(low: number, high: number, v: number): number {
  const k = clamp((v - low) / (high - low));
  return k * k * (3 - 2 * k);
}
/** `steps` + 1 values from `from` to `to`. */
export const range = (steps: number, from = 0, to = 1): number[] =>
  Array.from({ length: steps + 1 }, (_, i) => mix(from, to, i / steps));
/** A power that keeps the sign: turns circles into rounded boxes when `power` is below 1. */
export const signedPower = (v: number, power: number): number => Math.sign(v) * Math.abs(v) ** power;

/** The element there; a negative index counts from the end. A missing one is a mistake in a drawing. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list.at(index);
  if (found === undefined) throw new RangeError(`no element ${index} among ${list.length}`);
  return found;
}

/**
 * Natural cubic spline through [place, value] keys: continuous curvature, so reflections flow without kinks.
 */
export function spline(keys: readonly Vec2[]): (x: number) => number {
  if (keys.length === 2) {
    const [t0, v0] = at(keys, 0);
    const [t1, v1] = at(keys, 1);
    return (x) => mix(v0, v1, (x - t0) / (t1 - t0));
  }
  const bends = bendsOf(keys);
  const pieces = keys.slice(1).map(([t1, v1], i) => {
    const [t0, v0] = at(keys, i);
    return { t0, t1, v0, v1, bend0: at(bends, i), bend1: at(bends, i + 1) };
  });
  const last = at(pieces, -1);
  return (x) => {
    const { t0, t1, v0, v1, bend0, bend1 } = pieces.find((piece) => x <= piece.t1) ?? last;
    const h = t1 - t0;
    const a = (t1 - x) / h;
    const b = (x - t0) / h;
    return a * v0 + b * v1 + (((a * a * a - a) * bend0 + (b * b * b - b) * bend1) * h * h) / 6;
  };
}

/** Second derivatives at the keys, by one sweep forward and one back; the ends don't bend. */
function bendsOf(keys: readonly Vec2[]): number[] {
  const sweep = [{ c: 0, d: 0 }];
  for (let i = 1; i < keys.length - 1; i++) {
    const [t0, v0] = at(keys, i - 1);
    const [t1, v1] = at(keys, i);
    const [t2, v2] = at(keys, i + 1);
    const a = t1 - t0;
    const b = t2 - t1;
    const before = at(sweep, -1);
    const right = 6 * ((v2 - v1) / b - (v1 - v0) / a);
    const weight = 2 * (a + b) - a * before.c;
    sweep.push({ c: b / weight, d: (right - a * before.d) / weight });
  }
  const bends = [0];
  for (let i = keys.length - 2; i > 0; i--) {
    const { c, d } = at(sweep, i);
    bends.unshift(d - c * at(bends, 0));
  }
  bends.unshift(0);
  return bends;
}

/** A smooth line through points, by the length of the way along its chords. */
export type Curve<Point> = {
  readonly at: (way: number) => Point;
  readonly length: number;
  /** How far along each of the given points lies. */
  readonly knots: readonly number[];
};

export function planeCurve(points: readonly Vec2[]): Curve<Vec2> {
  const knots = chords(points.map(([x, y]) => [x, y, 0]));
  const x = spline(points.map((p, i) => [at(knots, i), p[0]]));
  const y = spline(points.map((p, i) => [at(knots, i), p[1]]));
  return { at: (way) => [x(way), y(way)], length: at(knots, -1), knots };
}

export function spaceCurve(points: readonly Vec3[]): Curve<Vec3> {
  const knots = chords(points);
  const x = spline(points.map((p, i) => [at(knots, i), p[0]]));
  const y = spline(points.map((p, i) => [at(knots, i), p[1]]));
  const z = spline(points.map((p, i) => [at(knots, i), p[2]]));
  return { at: (way) => [x(way), y(way), z(way)], length: at(knots, -1), knots };
}

function chords(points: readonly Vec3[]): number[] {
  const knots = [0];
  points.slice(1).forEach((p, i) => {
    const [x, y, z] = sub(p, at(points, i));
    knots.push(at(knots, i) + Math.hypot(x, y, z));
  });
  return knots;
}
