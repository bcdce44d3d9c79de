// The details of the side: dark trim along the lower edge, shut lines, handles, the fuel or charging flap.
import { at, clamp, flip, range, signedPower, type Vec2, type Vec3 } from "../space/geometry.ts";
import { circle, through } from "../space/outline.ts";
import type { Body } from "./body.ts";
import { edgeOn, turnAway } from "./ends.ts";
import { onSide, type Scene } from "./scene.ts";

export function drawFlank(scene: Scene): void {
  drawLowerTrim(scene);
  for (const cut of scene.style.cuts) scene.pen.gap(onSide(scene, through(cut, 50)), 5.5);
  for (const handle of scene.style.handles) drawHandle(scene, handle);
  const flap = pill(scene.style.fuel, 82, 82, 0.6);
  scene.pen.ring(onSide(scene, flap), "#000", 3.4, 0.35);
}

/** Draws the trim between the wheels, round the nose and round the tail. */
function drawLowerTrim(scene: Scene): void {
  const { body, style, pen, view } = scene;
  const reach = style.archRadius * 0.93;
  const trim = (from: number, to: number, rails: number) => {
    const ways = range(60, from, to);
    const lower = ways.map((s) => wallRoundEnds(body, s, 0));
    const upper = ways.toReversed().map((s) => wallRoundEnds(body, s, rails));
    pen.fill([...lower, ...upper], "#0b0c0e", { fillOpacity: 0.95 });
    pen.stroke(
      ways.toReversed().map((s) => wallRoundEnds(body, s, rails + 0.02)),
      "#fff",
      3,
      0.23,
    );
  };
  const { sOfX, way } = body;
  const ends = style.endTrim ?? 0.5;
  trim(sOfX(style.frontAxle + reach), sOfX(style.rearAxle - reach), style.sillTrim ?? 0.45);
  if (view !== "rear") {
    trim(edgeOn(scene, "nose") || -turnAway(scene, "nose"), sOfX(style.frontAxle - reach), ends);
  }
  if (view !== "hero") {
    const beyond = view === "side" ? -edgeOn(scene, "tail") : turnAway(scene, "tail");
    trim(sOfX(style.rearAxle + reach), way + beyond, ends);
  }
}

/** A point of the wall; beyond both ends the way goes on along the far side. */
function wallRoundEnds(body: Body, s: number, rails: number): Vec3 {
  if (s < 0) return flip(body.wall(-s, rails));
  if (s > body.way) return flip(body.wall(2 * body.way - s, rails));
  return body.wall(clamp(s, 0.5, body.way - 0.5), rails);
}

function drawHandle(scene: Scene, [x, z]: Vec2): void {
  const { body, style, pen, colour } = scene;
  if (style.flush) {
    const handle = onSide(scene, pill([x, z], 108, 14, 0.7));
    pen.fill(handle, "#000", { fillOpacity: 0.1 });
    pen.gap([...handle, at(handle, 0)], 4);
    return;
  }
  pen.fill(onSide(scene, pill([x, z - 2], 105, 20, 0.8)), "#000", { fillOpacity: 0.5 });
  const bar = onSide(scene, pill([x + 4, z + 4], 99, 13, 0.8));
  pen.fill(bar, colour);
  const shine = pen.ramp(body.side(x, z + 18), body.side(x, z - 12), [
    [0, "#fff", 0.75],
    [0.35, "#fff", 0.3],
    [0.55, "#000", 0.05],
    [1, "#000", 0.5],
  ]);
  pen.fill(bar, shine);
}

const pill = ([x, z]: Vec2, halfWidth: number, halfHeight: number, power: number): Vec2[] =>
  circle(0, 0, 1, 40).map(([a, b]) => [
    x + halfWidth * signedPower(a, 0.35),
    z + halfHeight * signedPower(b, power),
  ]);
