// The plate, blank on purpose, and the recess round it.
import { at, type Vec3 } from "../space/geometry.ts";
import type { Points } from "../styles/ends.ts";
import { span, type Placer } from "./ends.ts";
import type { Scene } from "./scene.ts";

export function drawRecess({ pen }: Scene, end: Placer, half: Points): void {
  const edge = end.whole(half, true, 0.1);
  const bottom = end.deep(edge, 42);
  const [z0, z1] = span(half, 1);
  pen.group(pen.clip(edge), () => {
    const shade = pen.ramp(end.at(0, z1), end.at(0, z0), [
      [0, "#000", 0.72],
      [0.3, "#000", 0.5],
      [0.8, "#000", 0.3],
      [1, "#fff", 0.25],
    ]);
    pen.fill(edge, shade);
    pen.fill(bottom, "#000", { fillOpacity: 0.22 });
    pen.ring(bottom, "#000", 5, 0.4);
  });
  pen.ring(edge, "#000", 4, 0.5);
  pen.stroke(edge.slice(Math.floor(edge.length * 0.4), Math.floor(edge.length * 0.62)), "#fff", 4, 0.35);
  const light = end.across([
    [0, z1 - 0.012],
    [0.12, z1 - 0.012],
  ]);
  pen.stroke(light, "#f4f0df", 7, 0.8);
}

export function drawPlate({ pen, style, halfWidth }: Scene, end: Placer): void {
  const { plate, plateSlim, pit } = style.stern;
  const half = { s: 152 / halfWidth, z: plateSlim ? 0.075 : 70 / end.tall };
  /** Corners from the lower left, clockwise. */
  const rectangle = (across: number, up: number): Vec3[] => {
    const [s, z] = [half.s * across, half.z * up];
    const corners: Points = [
      [-s, plate - z],
      [-s, plate + z],
      [s, plate + z],
      [s, plate - z],
    ];
    return end.deep(end.place(corners), pit ? 30 : -4);
  };
  const edge = rectangle(1, 1);
  pen.shape(edge, "#e9ecee", "#5f666d", 8);
  const sheen = pen.ramp(at(edge, 1), at(edge, 0), [
    [0, "#000", 0.22],
    [0.4, "#fff", 0.2],
    [1, "#fff", 0.5],
  ]);
  pen.fill(edge, sheen);
  pen.fill(rectangle(0.72, 0.3), "#8c98a8", { fillOpacity: 0.25 });
  for (const corner of [1, 2]) {
    const screw = at(rectangle(0.8, 0.72), corner);
    pen.stroke([screw, screw], "#6b7177", 12, 0.8);
  }
}
