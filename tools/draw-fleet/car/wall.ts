// The wall: seven rails that run round the car, and a smooth surface through them.
import { at, clamp, mix, range, spline, type Vec2, type Vec3 } from "../space/geometry.ts";
import type { Shape } from "../styles/shape.ts";

export type Wall = ReturnType<typeof buildWall>;

type RailPoint = readonly [inset: number, height: number];
/** The wall at one place of the way round: where it stands, which direction is outwards, and its rails. */
type Section = {
  foot: Vec2;
  out: Vec2;
  rails: readonly RailPoint[];
  /** Distances from each rail to the next. */
  steps: readonly number[];
  /** Directions in which the surface passes each rail; none at the ends. */
  slopes: readonly (Vec2 | undefined)[];
};

export function buildWall(shape: Shape) {
  const plan = planOf(shape);
  const { way, sOfX } = plan;
  const { rails, stations } = railsOf(shape, plan);
  const n = rails.length - 1;
  const sections = new Map<string, Section>();
  const section = (s: number): Section => {
    const key = s.toFixed(2);
    const known = sections.get(key);
    if (known) return known;
    const made = sectionAt(
      plan.at,
      rails.map((rail): RailPoint => [rail.inset(s), rail.height(s)]),
      s,
    );
    sections.set(key, made);
    return made;
  };

  /** `s` is the way round from the middle of the nose in millimetres, `t` counts rails upwards. */
  const wall = (s: number, t: number): Vec3 => {
    const { foot, out, rails: points, steps, slopes } = section(s);
    const i = Math.min(n - 1, Math.max(0, Math.floor(t)));
    const f = t - i;
    const [a, b, step] = [at(points, i), at(points, i + 1), at(steps, i)];
    const chord: Vec2 = [(b[0] - a[0]) / step, (b[1] - a[1]) / step];
    const slope = (k: number, other: number): Vec2 => {
      const own = slopes[k];
      if (own && !at(rails, k).isSharp) return own;
      const beyond = slopes[other];
      const end = (j: 0 | 1) => 1.5 * chord[j] - 0.5 * (beyond?.[j] ?? chord[j]);
      return [end(0), end(1)];
    };
    const [from, to] = [slope(i, i + 1), slope(i + 1, i)];
    const hermite = (k: 0 | 1) =>
      (2 * f ** 3 - 3 * f * f + 1) * a[k] +
      (f ** 3 - 2 * f * f + f) * step * from[k] +
      (3 * f * f - 2 * f ** 3) * b[k] +
      (f ** 3 - f * f) * step * to[k];
    let inset = hermite(0);
    const z = hermite(1);
    // Fenders swell a little round the wheels.
    for (const axle of [shape.frontAxle, shape.rearAxle]) {
      const beyondArch = (Math.hypot(foot[0] - axle, z - shape.tyreRadius) - shape.archRadius) / 95;
      inset -= shape.flare * Math.exp(-beyondArch * beyondArch) * (z > 150 ? 1 : 0);
    }
    return [foot[0] - out[0] * inset, foot[1] - out[1] * inset, z];
  };
  const top = (s: number) => wall(s, n);

  /** The point of the wall at a height, at one place of the way round. */
  const wallAt = (s: number, z: number): Vec3 =>
    wall(
      s,
      bisect(0, n, 26, (t) => wall(s, t)[2] < z),
    );
  /** Finds a point of the side view on the wall's curve, in several rounds. */
  const settle = (x: number, rounds: number, point: (s: number) => Vec3): Vec3 => {
    let s = sOfX(clamp(x, 3, shape.length - 3));
    let p = point(s);
    for (let i = 1; i < rounds; i++) {
      s = clamp(s + (x - p[0]), 1, way - 1);
      p = point(s);
    }
    return p;
  };
  const side = (x: number, z: number): Vec3 => settle(x, 4, (s) => wallAt(s, z));
  const topAtX = (x: number): Vec3 => settle(x, 5, top);
  const tops = range(160).map((k) => topAtX(mix(140, shape.length - 140, k)));
  const beltZ = spline(tops.map((p): Vec2 => [p[0], p[2]]));
  const beltY = spline(tops.map((p): Vec2 => [p[0], p[1]]));
  return { way, railCount: n, stations, sOfX, wall, wallAt, side, top, topAtX, beltZ, beltY };
}

/** The outline from above, from the middle of the nose to the middle of the tail. */
function planOf(shape: Shape) {
  const { length, frontAxle, rearAxle, nose, tail } = shape;
  const y = shape.width / 2;
  const half: Vec2[] = [
    [0, 0],
    [16 * nose, 330],
    [70 * nose, 0.68 * y],
    [215 * nose, 0.86 * y],
    [480, 0.955 * y],
    [frontAxle, 0.99 * y],
    [mix(frontAxle, rearAxle, 0.35), y],
    [mix(frontAxle, rearAxle, 0.68), y],
    [rearAxle, 0.99 * y],
    [length - 470, 0.955 * y],
    [length - 170 * tail, 0.86 * y],
    [length - 55 * tail, 0.68 * y],
    [length - 12 * tail, 330],
    [length, 0],
  ];
  const ways = [0];
  half.slice(1).forEach((p, i) => {
    const before = at(half, i);
    ways.push(at(ways, i) + Math.hypot(p[0] - before[0], p[1] - before[1]));
  });
  const way = at(ways, -1);
  const x = spline(
    mirrored(
      half.map((p, i): Vec2 => [at(ways, i), p[0]]),
      way,
      1,
    ),
  );
  const across = spline(
    mirrored(
      half.map((p, i): Vec2 => [at(ways, i), p[1]]),
      way,
      -1,
    ),
  );
  return {
    way,
    ways,
    at: (s: number): Vec2 => [x(s), across(s)],
    sOfX: (place: number) => bisect(0, way, 40, (s) => x(s) < place),
  };
}

/** Adds the mirror image of the keys beyond both ends, so that the halves meet without a kink. */
function mirrored(keys: readonly Vec2[], way: number, sign: 1 | -1): Vec2[] {
  return [
    ...keys
      .slice(1, 3)
      .toReversed()
      .map(([t, v]): Vec2 => [-t, sign * v]),
    ...keys,
    ...keys
      .slice(-3, -1)
      .toReversed()
      .map(([t, v]): Vec2 => [2 * way - t, sign * v]),
  ];
}

function railsOf(shape: Shape, { way, ways, sOfX }: ReturnType<typeof planOf>) {
  const stations = [
    0,
    at(ways, 3),
    sOfX(shape.frontAxle),
    sOfX(mix(shape.frontAxle, shape.rearAxle, 0.5)),
    sOfX(shape.rearAxle),
    at(ways, 10),
    way,
  ];
  const round = (values: readonly number[]) =>
    spline(
      mirrored(
        values.map((v, i): Vec2 => [at(stations, i), v]),
        way,
        1,
      ),
    );
  const rails = shape.rails.map((rail) => ({
    height: round(rail.heights),
    inset: round(rail.insets),
    isSharp: rail.isSharp,
  }));
  return { rails, stations };
}

function sectionAt(plan: (s: number) => Vec2, rails: readonly RailPoint[], s: number): Section {
  const [before, after] = [plan(s - 1), plan(s + 1)];
  const length = Math.hypot(after[0] - before[0], after[1] - before[1]);
  const steps = rails.slice(1).map((p, i) => {
    const lower = at(rails, i);
    return Math.hypot(p[0] - lower[0], p[1] - lower[1]) || 1;
  });
  const slopes = rails.map((p, i): Vec2 | undefined => {
    if (i === 0 || i === rails.length - 1) return undefined;
    const [below, above] = [at(rails, i - 1), at(rails, i + 1)];
    const [down, up] = [at(steps, i - 1), at(steps, i)];
    const slope = (k: 0 | 1) =>
      (((p[k] - below[k]) / down) * up + ((above[k] - p[k]) / up) * down) / (down + up);
    return [slope(0), slope(1)];
  });
  return {
    foot: plan(s),
    out: [-(after[1] - before[1]) / length, (after[0] - before[0]) / length],
    rails,
    steps,
    slopes,
  };
}

/** The value at which a rule that holds from `low` on stops holding. */
function bisect(low: number, high: number, rounds: number, holds: (v: number) => boolean): number {
  let [from, to] = [low, high];
  for (let i = 0; i < rounds; i++) {
    const middle = (from + to) / 2;
    if (holds(middle)) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}
