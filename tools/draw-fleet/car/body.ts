// A car body as a few smooth surfaces: a wall that runs round the car, a bonnet and a deck between the wall's
// top edges, and a cabin. Only the near half is built; the far half is its mirror image.
import { at, clamp, mix, planeCurve, smooth, spline, type Vec2, type Vec3 } from "../space/geometry.ts";
import type { Shape } from "../styles/shape.ts";
import { buildWall, type Wall } from "./wall.ts";

export type Body = ReturnType<typeof buildBody>;

export function buildBody(shape: Shape) {
  const wall = buildWall(shape);
  return { shape, ...wall, ...buildLids(shape, wall), ...buildCabin(shape, wall) };
}

/** Bonnet and deck: chords between the two top edges, arched. `v` runs from -1 to 1 across the car. */
function buildLids(shape: Shape, { top, way }: Wall) {
  const lid =
    (crown: (x: number) => number) =>
    (s: number, v: number): Vec3 => {
      const p = top(s);
      const arch = crown(p[0]) * (1 - Math.abs(v) ** 2.3);
      const crease =
        ((shape.hoodCrease * crown(p[0])) / 60) *
        Math.exp(-(((Math.abs(v) - 0.56) / 0.1) ** 2)) *
        smooth(250, 700, p[0]);
      return [p[0], p[1] * v, p[2] + arch + crease];
    };
  const noseX = top(0.5)[0];
  const tailX = top(way - 0.5)[0];
  return {
    bonnet: lid((x) => shape.hoodCrown * (1 - Math.exp(-Math.max(0, x - noseX) / 330))),
    deck: lid((x) => shape.deckCrown * (1 - Math.exp(-Math.max(0, tailX - x) / 250))),
  };
}

/**
 * The cabin is one curve in the side view, from the foot of the screen over the roof to the tail; `u` runs along
 * it from 0 to 1.
 */
function buildCabin(shape: Shape, { beltZ, beltY }: Wall) {
  const profile = planeCurve(shape.cabin);
  const roofline = (u: number): Vec2 => profile.at(u * profile.length);
  /** The place of a given point of `shape.cabin` on the curve. */
  const uAt = (i: number) => at(profile.knots, i) / profile.length;
  const glassY = (x: number, z: number) => {
    const height = Math.max(0, z - beltZ(x));
    return beltY(x) - shape.ledge - height * (shape.lean[0] + shape.lean[1] * (height / shape.cabinHeight));
  };
  const edge = (u: number): Vec3 => {
    const [x, z] = roofline(clamp(u));
    return [x, glassY(x, z), z];
  };
  const crownX = spline(shape.crownX.map((v, i): Vec2 => [uAt(i), v]));
  const crownZ = spline(shape.crownZ.map((v, i): Vec2 => [uAt(i), v]));
  /** The sheet over screen, roof and rear window; `v` runs from -1 to 1 across the car. */
  const over = (u: number, v: number): Vec3 => {
    const p = edge(u);
    const bulge = 1 - Math.abs(v) ** 2.4;
    return [p[0] + crownX(u) * bulge, p[1] * v, p[2] + crownZ(u) * bulge];
  };
  /** The side of the cabin; `w` runs from 0 at the wall's top edge to 1 at the roof. */
  const cabinSide = (u: number, w: number): Vec3 => {
    const [x, , top] = edge(u);
    const z = mix(beltZ(x) - 2, top, w);
    return [x, glassY(x, z), z];
  };
  return { roofline, uAt, glassY, edge, over, cabinSide };
}
