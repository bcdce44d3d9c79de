// The ground under the car: a pale spot of floor, the shadow, and a faint mirror image of the car.
import { clamp, flip, mix, range, type Vec3 } from "../space/geometry.ts";
import type { Shade } from "../space/light.ts";
import { circle } from "../space/outline.ts";
import type { Stop } from "../space/pen.ts";
import type { Scene } from "./scene.ts";

/** The light card's own ground: the floor shows only on a dark card, where it carries the shadow. */
export const CARD = "#e9eeeb";
/** The wall has seven rails; the mirror image needs only its lower part, in strips. */
const MIRRORED_RAILS = 2.83;
const STRIPS = 17;

export function drawGround(scene: Scene): void {
  const { style, pen, view, halfWidth } = scene;
  const { length } = style;
  // From the side the floor is seen almost edge on: all that lies on it is made deeper.
  const depth = view === "side" ? 2.4 : 1;
  const spot = { x: length * 0.615, y: halfWidth * 2.75 * depth };
  pen.spot(length / 2, 0, spot.x, spot.y, [
    [0, CARD, 1],
    [0.61, CARD, 1],
    [0.73, CARD, 0.76],
    [0.87, CARD, 0.27],
    [1, CARD, 0],
  ]);
  pen.spot(length / 2, 0, length * 0.53, halfWidth * 1.65 * depth, fading(0.44));
  for (const k of [0.17, 0.39, 0.61, 0.83]) {
    pen.spot(length * k, 0, length * 0.22, halfWidth * 1.32 * depth, fading(0.42));
  }
  pen.soft((k) => shadowOutline(scene, mix(40, 430, k), depth), "#000", 0.92, 64);

  // The mirror image ends within the solid part of the spot, so that the cut-out's edge stays simple.
  const fade = pen.mask(length / 2, 0, spot.x, spot.y, [
    [0, "#fff", 1],
    [0.4, "#fff", 1],
    [0.6, "#fff", 0],
  ]);
  pen.group(fade, () => drawMirrorImage(scene));
  for (const x of [style.frontAxle, style.rearAxle]) {
    for (const y of [halfWidth - style.tyreWidth / 2, style.tyreWidth / 2 - halfWidth]) {
      pen.spot(x, y, 330, 210 * depth, fading(0.9));
    }
  }
}

const fading = (opacity: number): Stop[] => [
  [0, "#000", opacity],
  [0.45, "#000", opacity * 0.72],
  [0.7, "#000", opacity * 0.3],
  [0.87, "#000", opacity * 0.07],
  [1, "#000", 0],
];

function shadowOutline({ body, style }: Scene, inset: number, depth: number): Vec3[] {
  const near = range(60, 0, body.way).map((s): Vec3 => {
    const [x, y] = body.wall(s, 0.6);
    const fromMiddle = x - style.length / 2;
    const shortened = inset * 1.5 * Math.min(1, Math.abs(fromMiddle) / 600);
    return [
      style.length / 2 + fromMiddle - Math.sign(fromMiddle) * shortened,
      y - inset * Math.min(1, y / 400),
      0,
    ];
  });
  return [...near, ...near.toReversed().map(flip)].map((p) => [p[0], p[1] * (p[1] < 0 ? depth : 1), p[2]]);
}

/** The wall again below the floor, in large cells that fade with height, and the wheels as discs. */
function drawMirrorImage(scene: Scene): void {
  const { body, style, pen, coat, view, halfWidth } = scene;
  const upsideDown: Shade = (p, n, eye) => coat([p[0], p[1], -p[2]], [n[0], n[1], -n[2]], eye);
  const clearness = (z: number) => 0.16 * clamp(1 - z / 470) ** 1.6;
  for (const isFar of view === "side" ? [false] : [true, false]) {
    for (const rail of range(STRIPS, 0, MIRRORED_RAILS).slice(0, STRIPS)) {
      const below = (s: number, t: number): Vec3 => {
        const [x, y, z] = body.wall(s, t);
        return [x, isFar ? -y : y, -z];
      };
      const height = body.wall(body.sOfX(style.length / 2), rail)[2] - 120;
      const opacity = clearness(height) * Math.min(1, 0.25 + rail); // blurred at its edge
      if (opacity <= 0.004) continue;
      pen.surface(below, range(90, 0, body.way), [rail, rail + MIRRORED_RAILS / STRIPS], {
        shade: upsideDown,
        flip: !isFar,
        fine: 1,
        grow: 0,
        attributes: `fill-opacity="${opacity.toFixed(3)}" shape-rendering="crispEdges"`,
      });
    }
  }
  for (const axle of [style.frontAxle, style.rearAxle]) {
    const disc = (radius: number) =>
      circle(axle, -style.tyreRadius, radius, 40).map(([x, z]): Vec3 => [x, halfWidth - 30, z]);
    const fadingDown = (colour: string, opacity: number) =>
      pen.ramp(
        [axle, halfWidth, 0],
        [axle, halfWidth, -style.tyreRadius * 1.25],
        [
          [0, colour, opacity],
          [0.4, colour, opacity * 0.45],
          [1, colour, 0],
        ],
      );
    pen.fill(disc(style.tyreRadius), fadingDown("#0a0b0d", 0.24));
    pen.fill(disc(style.tyreRadius * style.rim), fadingDown("#c4cad0", 0.22));
  }
}

/** The far wheels as dark cylinders, and the car's dark underside in front of them. */
export function drawFarWheels({ body, style, pen, halfWidth }: Scene): void {
  for (const axle of [style.frontAxle, style.rearAxle]) {
    for (const depth of range(8)) {
      const tyre = circle(axle, style.tyreRadius, style.tyreRadius, 48);
      pen.fill(
        tyre.map(([x, z]): Vec3 => [x, 25 - halfWidth + depth * style.tyreWidth, z]),
        "#0c0d0f",
      );
    }
  }
  const edge = range(80, 0, body.way).map((s): Vec3 => {
    const [x, y, z] = body.wall(s, 0);
    return [x, y * 0.98, z + 6];
  });
  pen.fill([...edge, ...edge.toReversed().map(flip)], "#08090b");
}
