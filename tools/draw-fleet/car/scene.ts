import type { Camera } from "../space/camera.ts";
import { clamp, flip, type Vec2, type Vec3 } from "../space/geometry.ts";
import type { Shade } from "../space/light.ts";
import type { Pen } from "../space/pen.ts";
import type { Style } from "../styles/bodies.ts";
import type { Body } from "./body.ts";

export type CarView = "hero" | "side" | "rear";

/** All that the parts of one picture share. */
export type Scene = {
  readonly view: CarView;
  readonly style: Style;
  readonly body: Body;
  readonly camera: Camera;
  readonly pen: Pen;
  /** The car's paint: as a hex colour, and as it reflects light. */
  readonly colour: string;
  readonly coat: Shade;
  readonly halfWidth: number;
};

/** Points of the side view as points of the near wall. */
export const onSide = ({ body }: Scene, points: readonly Vec2[]): Vec3[] =>
  points.map(([x, z]) => body.side(x, z));

/** A point of the wall at a height; a negative way round lies on the far side. */
export function onWall({ body }: Scene, s: number, z: number): Vec3 {
  const point = body.wallAt(clamp(Math.abs(s), 0.5, body.way - 0.5), z);
  return s < 0 ? flip(point) : point;
}
