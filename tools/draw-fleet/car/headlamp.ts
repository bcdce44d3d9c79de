// A headlamp: a dark box behind a clear cover, with projectors in it.
import { at, mix, range, signedPower, type Vec3 } from "../space/geometry.ts";
import { circle } from "../space/outline.ts";
import type { Face } from "../styles/ends.ts";
import { span, type Placer } from "./ends.ts";
import type { Scene } from "./scene.ts";

export function drawHeadlamp(scene: Scene, end: Placer, side: number): void {
  const { pen, style } = scene;
  const { lamp, units } = style.face;
  const edge = end.area(lamp, side, 0.14);
  const [s0, s1] = span(lamp, 0);
  const [z0, z1] = span(lamp, 1);
  const middle = (s0 + s1) / 2;
  const [top, foot] = [end.at(middle, z1, side), end.at(middle, z0, side)];
  pen.shape(edge, "#08090b", "#050607", 10);
  pen.group(pen.clip(edge), () => {
    const box = pen.ramp(top, foot, [
      [0, "#15181c"],
      [0.45, "#2b3138"],
      [0.8, "#59626b"],
      [1, "#8c969f"],
    ]);
    pen.fill(edge, box);
    pen.fill(end.deep(edge, 30), "#0d0f12", { fillOpacity: 0.86 });
    for (const k of range(6, 0.08, 0.92)) {
      const rib = end.stroke(
        [
          [mix(s0, s1, k), z0],
          [mix(s0, s1, k + 0.04), z1],
        ],
        side,
      );
      pen.stroke(rib, "#aab4be", 2, 0.16);
    }
    for (const place of units.at) drawProjector(scene, end, side, mix(s0, s1, place), units);
    const cover = pen.ramp(top, foot, [
      [0, "#fff", 0.42],
      [0.2, "#fff", 0.12],
      [0.34, "#fff", 0.02],
      [1, "#fff", 0.05],
    ]);
    pen.fill(edge, cover);
  });
  pen.ring(edge, "#020303", 4, 0.9);
}

function drawProjector(scene: Scene, end: Placer, side: number, s: number, units: Face["units"]): void {
  const { pen, style, halfWidth } = scene;
  const [low, high] = heightsAt(style.face.lamp, s);
  const z = mix(low, high, units.z ?? 0.5);
  const size = Math.min(high - low, 0.2) * end.tall;
  const power = units.kind === "cube" ? 0.45 : 1;
  const ring = (share: number, raised = 0): Vec3[] =>
    end.place(
      circle(0, 0, 1, 30).map(([a, b]) => [
        s + (signedPower(a, power) * share * size) / halfWidth,
        z + (signedPower(b, power) * share * size + raised * size) / end.tall,
      ]),
      side,
    );
  pen.shape(ring(0.4), "#070809", "#c3ccd4", 4, { strokeOpacity: 0.8 });
  pen.fill(ring(0.33), "#1c2127");
  pen.fill(ring(0.3, 0.04), "#3f4b56");
  pen.fill(ring(0.24), "#b9c9d6");
  pen.fill(ring(0.15, 0.03), "#fff");
  pen.fill(ring(0.1, -0.16), "#6b7f90", { fillOpacity: 0.5 });
}

/** Lowest and highest point of an outline at one place. */
function heightsAt(outline: Face["lamp"], s: number): [number, number] {
  const crossings = outline.flatMap((a, i) => {
    const b = outline[i + 1] ?? at(outline, 0);
    const isCrossed = (a[0] - s) * (b[0] - s) <= 0 && a[0] !== b[0];
    return isCrossed ? [mix(a[1], b[1], (s - a[0]) / (b[0] - a[0]))] : [];
  });
  return [Math.min(...crossings), Math.max(...crossings)];
}
