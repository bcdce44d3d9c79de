// Lays flat shapes on nose and tail, and has what both ends share.
import { cross, dot, flip, raisedBy, range, sub, type Vec2, type Vec3 } from "../space/geometry.ts";
import { bent, dense, rounded, wholeOf } from "../space/outline.ts";
import type { Panel, Points } from "../styles/ends.ts";
import { onWall, type Scene } from "./scene.ts";

export type End = "nose" | "tail";
export type Placer = ReturnType<typeof placer>;

const fromEnd = ({ body }: Scene, end: End, k: number): number => (end === "nose" ? k : body.way - k);

function isFacing({ body, camera }: Scene, s: number, isFar: boolean): boolean {
  const place = isFar ? flip : (p: Vec3) => p;
  const [here, on, up] = [place(body.wall(s, 3)), place(body.wall(s + 4, 3)), place(body.wall(s, 3.3))];
  return dot(cross(sub(up, here), sub(on, here)), sub(camera.eye, here)) * (isFar ? -1 : 1) > 0;
}

/** How far round the far corner the wall can still be seen; shapes stop there instead of folding over. */
export function turnAway(scene: Scene, end: End): number {
  const ways = range(80, 5, 1500);
  const hidden = ways.findIndex((k) => !isFacing(scene, fromEnd(scene, end, k), true));
  return hidden < 0 ? (ways.at(-1) ?? 0) : (ways[hidden - 1] ?? 0);
}

/**
 * If the end itself is out of sight: the way from its middle to the first part of the wall that faces the viewer;
 * otherwise 0.
 */
export function edgeOn(scene: Scene, end: End): number {
  if (scene.view !== "side" && scene.view !== (end === "nose" ? "rear" : "hero")) return 0;
  return range(200, 5, 1500).find((k) => isFacing(scene, fromEnd(scene, end, k), false)) ?? 0;
}

/** Turns points of one end, [half widths from the middle, height from 0 to 1], into points on the wall. */
export function placer(scene: Scene, end: End) {
  const { body, style, halfWidth } = scene;
  const isNose = end === "nose";
  const first = edgeOn(scene, end);
  const last = turnAway(scene, end);
  const room = style.archRadius + (style.cladding ?? 0);
  const column = isNose ? 0.5 : body.way - 0.5;
  const low = body.wall(column, 0)[2];
  const high = body.top(column)[2];
  const tall = high - low;

  const wayRound = (s: number) => {
    const seen = first ? Math.max(s, first) : Math.max(s, -last);
    if (isNose) return seen;
    return seen >= 0 ? body.way - seen : -(body.way + seen);
  };
  const place = (points: Points, side = 1) =>
    points.map(([s, z]) => onWall(scene, wayRound(s * halfWidth * side), low + z * (high - low)));
  // Rounding and dividing happen in millimetres, so that corners are even.
  const inMillimetres = (points: Points, change: (points: Vec2[]) => Vec2[]) =>
    change(points.map(([s, z]): Vec2 => [s * halfWidth, z * tall])).map(([s, z]): Vec2 => [
      s / halfWidth,
      z / tall,
    ]);
  const closed = (points: Points, k = 0.18, soft = true) =>
    inMillimetres(points, (p) => dense(soft ? rounded(p, k) : p));
  const open = (points: Points) => inMillimetres(points, (p) => dense(p, false));

  return {
    first,
    tall,
    /** Where the wheel arch begins, in half widths. */
    arch:
      (isNose ? body.sOfX(style.frontAxle - room) : body.way - body.sOfX(style.rearAxle + room)) / halfWidth,
    sides: first ? [1] : [-1, 1],
    place,
    seen: (s: number, side: number) => side > 0 || Math.abs(s) * halfWidth < last - 90,
    /** Whether a shape that reaches this far round can be seen, apart from its last bit. */
    shows: (points: Points, bit: number) => first < (span(points, 0)[1] - bit) * halfWidth,
    whole: (half: Points, soft = true, k = 0.18) => place(closed(wholeOf(half), k, soft)),
    across: (half: Points) => {
      const both = bent([
        ...half
          .slice(1)
          .toReversed()
          .map(([s, z]): Vec2 => [-s, z]),
        ...half,
      ]);
      return place(open(both).filter(([s]) => first || s * halfWidth > 100 - last));
    },
    area: (points: Points, side: number, k?: number) => place(closed(points, k), side),
    stroke: (points: Points, side?: number) =>
      place(open(points.length > 2 ? bent(points, 0.14) : points), side),
    at: (s: number, z: number, side = 1): Vec3 =>
      onWall(scene, wayRound(s * halfWidth * side), low + z * (high - low)),
    /** The same points pushed into the car. */
    deep: (points: readonly Vec3[], mm: number): Vec3[] =>
      points.map((p) => [p[0] + (isNose ? mm : -mm), p[1] * (1 - mm / 9000), p[2]]),
  };
}

/** Least and greatest of one coordinate. */
export function span(points: Points, k: 0 | 1): [number, number] {
  const values = points.map((p) => p[k]);
  return [Math.min(...values), Math.max(...values)];
}

/** A soft fold in the sheet metal: light on the upper side, shade below, both fading out. */
export function drawFold({ pen }: Scene, points: readonly Vec3[], mm = 26): void {
  pen.glow(raisedBy(points, -mm * 0.75), "#000", mm * 1.7, 0.26, 6);
  pen.glow(raisedBy(points, mm * 0.5), "#fff", mm * 1.1, 0.2, 6);
}

/** Trim: a flat shape with a vertical gradient. If it reaches past the corner, it goes on to the wheel arch. */
export function drawPanel(
  { pen, halfWidth }: Scene,
  end: Placer,
  { half, stops, soft = false }: Panel,
): void {
  const points = half.map(([s, z]): Vec2 => [s > 1.05 && !soft ? end.arch + 0.015 : s, z < 0.06 ? 0 : z]);
  const outline = end.whole(points, soft, 0.12);
  const [z0, z1] = span(half, 1);
  const s = end.first ? end.first / halfWidth : 0.1;
  pen.fill(outline, pen.ramp(end.at(s, z1), end.at(s, z0), stops));
  pen.ring(outline, "#000", 5, 0.35);
}
