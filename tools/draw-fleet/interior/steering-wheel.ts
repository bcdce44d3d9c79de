// The steering wheel, drawn last because it is nearest: a tilted ring, a hub and spokes in its plane.
import { add, mul, range, signedPower, smooth, unit, type Vec3 } from "../space/geometry.ts";
import { circle } from "../space/outline.ts";
import { pairs } from "../styles/numbers.ts";
import { matt } from "./materials.ts";
import type { Room } from "./room.ts";

const MIDDLE: Vec3 = [842, 385, 905];
const OUT = unit([1, 0, 0.36]);
const UP = unit([-0.36, 0, 1]);
const RADIUS = 182;
const TURN = 6.2832;

/** A point of the wheel's plane, from its middle to the right and up, and towards the driver. */
const on = (right: number, up: number, out = 0): Vec3 =>
  add(add(add(MIDDLE, mul([0, -1, 0], right)), mul(UP, up)), mul(OUT, out));

export function drawSteeringWheel({ pen, layout, decorHex, stitch }: Room): void {
  const flattened = (turn: number) => (layout.flatWheel ? 1 - 0.13 * smooth(0.82, 1, -Math.sin(turn)) : 1);
  const shadow = range(60).map((k) =>
    add(on(RADIUS * Math.cos(k * TURN), RADIUS * Math.sin(k * TURN)), [-90, -14, -46]),
  );
  pen.group('opacity=".22"', () => pen.stroke(shadow, "#000", 40));
  const [x, y, z] = MIDDLE;
  pen.stroke(
    [
      [x - 20, y, z - 10],
      [x - 190, y, z - 70],
    ],
    "#101214",
    74,
  );
  for (const s of [-1, 1])
    pen.stroke(
      [
        [x - 110, y - s * 50, z - 10],
        [x - 96, y - s * 150, z + 14],
      ],
      "#1b1e21",
      17,
    );

  const drawBlade = (points: readonly (readonly [number, number])[], side: number, colour: string) =>
    pen.fill(
      points.map(([a, b]) => on(side * a, b, 2)),
      colour,
    );
  const dark = pen.ramp(on(0, 60), on(0, -170), [
    [0, "#3a3e43"],
    [0.4, "#1d2023"],
    [1, "#101214"],
  ]);
  for (const side of [-1, 1]) {
    drawBlade(pairs("60,34 130,30 178,14 178,-26 128,-22 60,-44"), side, dark);
    drawBlade(pairs("82,18 140,14 146,-8 86,-12"), side, "#08090b");
    for (const key of [98, 124]) {
      pen.fill(
        circle(side * key, 2, 7, 16).map(([a, b]) => on(a, b, 4)),
        "#aab2ba",
        { fillOpacity: 0.8 },
      );
    }
  }
  if (layout.spokes === 2) {
    for (const side of [-1, 1]) drawBlade(pairs("28,-40 58,-40 92,-158 66,-172"), side, dark);
  } else {
    drawBlade(pairs("-34,-40 34,-40 24,-176 -24,-176"), 1, dark);
    pen.fill(
      pairs("-9,-70 9,-70 7,-168 -7,-168").map(([a, b]) => on(a, b, 3)),
      decorHex,
    );
  }

  const hub = circle(0, 0, 1, 50).map(([a, b]) =>
    on(signedPower(a, 0.75) * 72, signedPower(b, 0.75) * 58 - 4, 16),
  );
  const lid = pen.ramp(on(0, 60), on(0, -66), [
    [0, "#4a4f55"],
    [0.35, "#2a2d31"],
    [1, "#141618"],
  ]);
  pen.shape(hub, lid, "#050607", 5);
  const airbagSeam = circle(0, -4, 52, 40).slice(2, 19);
  pen.stroke(
    airbagSeam.map(([a, b]) => on(a * 1.1, b * 0.8, 17)),
    "#08090a",
    4,
    0.7,
  );

  const ring = (u: number, v: number): Vec3 => {
    const [turn, tube] = [u * TURN, v * TURN];
    const radius = (RADIUS + 15.5 * Math.cos(tube)) * flattened(turn);
    return on(radius * Math.cos(turn), radius * Math.sin(turn), 17 * Math.sin(tube));
  };
  pen.surface(ring, range(90), range(18), { shade: matt(layout.wheelHex ?? "#26292d", 0.16) });
  const seam = range(90).map((k) => {
    const turn = k * TURN;
    const radius = (RADIUS - 12) * flattened(turn);
    return on(radius * Math.cos(turn), radius * Math.sin(turn), 13);
  });
  stitch(seam);
}
