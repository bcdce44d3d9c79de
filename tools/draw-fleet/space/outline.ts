// Flat outlines: lists of [a, b], usually millimetres.
import { at, mix, planeCurve, range, type Vec2 } from "./geometry.ts";

export type Outline = readonly Vec2[];

const TURN = 6.2832;

export const circle = (x: number, y: number, radius: number, steps = 28): Vec2[] =>
  range(steps).map((k) => [x + radius * Math.cos(k * TURN), y + radius * Math.sin(k * TURN)]);

/** Both halves of a shape that is given by its right half, from the middle outwards and back. */
export const wholeOf = (half: Outline): Vec2[] => [
  ...half,
  ...half.toReversed().map(([a, b]): Vec2 => [-a, b]),
];

/** A smooth line through a few points. */
export function through(keys: Outline, steps = 40): Vec2[] {
  const curve = planeCurve(keys);
  return range(steps).map((k) => curve.at(k * curve.length));
}

const between = (a: Vec2, b: Vec2, k: number): Vec2 => [mix(a[0], b[0], k), mix(a[1], b[1], k)];
const following = (points: Outline, i: number): Vec2 => points[i + 1] ?? at(points, 0);

/** Divides long sides, so that the outline follows a curved surface when it is laid on it. */
export function dense(points: Outline, closed = true): Vec2[] {
  return points.flatMap((a, i) => {
    const b = points[i + 1] ?? (closed ? points[0] : undefined);
    if (!b) return [a];
    const steps = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 40));
    return range(steps)
      .slice(0, steps)
      .map((k) => between(a, b, k));
  });
}

/** Cuts the corners off a polygon, twice, which rounds it. */
export function rounded(points: Outline, k = 0.18): Vec2[] {
  const cut = (outline: Outline) =>
    outline.flatMap((a, i) => {
      const b = following(outline, i);
      return [between(a, b, k), between(a, b, 1 - k)];
    });
  return cut(cut(points));
}

/** The same for an open line. */
export function bent(points: Outline, k = 0.22): Vec2[] {
  const cut = (line: Outline): Vec2[] => [
    at(line, 0),
    ...line.slice(1).flatMap((b, i) => [between(at(line, i), b, k), between(at(line, i), b, 1 - k)]),
    at(line, -1),
  ];
  return cut(cut(points));
}

/** Averages neighbours on a dense outline, so its corners turn softly; long straight sides stay. */
export function softened(points: Outline): Vec2[] {
  let outline = [...points];
  for (let round = 0; round < 3; round++) {
    outline = outline.map((p, i) => {
      const a = at(outline, i - 1);
      const b = following(outline, i);
      if (Math.hypot(a[0] - b[0], a[1] - b[1]) > 160) return p;
      return [(a[0] + 2 * p[0] + b[0]) / 4, (a[1] + 2 * p[1] + b[1]) / 4];
    });
  }
  return outline;
}

/** The part of a polygon where `inside` is positive. */
export function kept(points: Outline, inside: (p: Vec2) => number): Vec2[] {
  return points.flatMap((a, i) => {
    const b = following(points, i);
    const [atA, atB] = [inside(a), inside(b)];
    const part = atA >= 0 ? [a] : [];
    return atA * atB < 0 ? [...part, between(a, b, atA / (atA - atB))] : part;
  });
}
