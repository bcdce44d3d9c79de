// The front: folds, trim, openings, bright strips, lamps and lines of daytime light.
import { raisedBy, type Vec3 } from "../space/geometry.ts";
import type { Points } from "../styles/ends.ts";
import { drawFold, drawPanel, placer, type Placer } from "./ends.ts";
import { drawHeadlamp } from "./headlamp.ts";
import { drawOpening, drawVent } from "./openings.ts";
import type { Scene } from "./scene.ts";

export function drawNose(scene: Scene): void {
  const { face } = scene.style;
  const end = placer(scene, "nose");
  const isAway = scene.view === "rear"; // from behind only lamps and trim show, at the corner
  if (!isAway) for (const fold of face.folds ?? []) drawFold(scene, end.across(fold));
  for (const panel of face.panels ?? []) if (end.shows(panel.half, 0.08)) drawPanel(scene, end, panel);
  if (!isAway) {
    // From the side most openings are out of sight.
    for (const opening of face.openings) if (end.shows(opening.half, 0.08)) drawOpening(scene, end, opening);
    for (const vent of face.vents ?? []) drawVent(scene, end, vent);
    for (const bar of face.bars ?? []) drawBar(scene, end.across(bar));
  }
  if (!end.shows(face.lamp, 0.05)) return;
  for (const side of end.sides) {
    if (face.brow) scene.pen.shape(end.area(face.brow, side), "#0c0e10", "#050607", 8);
    drawHeadlamp(scene, end, side);
  }
  if (face.glowBar && !isAway) drawGlowBar(scene, end, face.glowBar);
  for (const side of end.sides) {
    for (const light of face.daylights) drawLight(scene, end.stroke(light, side), 11);
  }
}

function drawBar({ pen }: Scene, line: readonly Vec3[]): void {
  pen.stroke(line, "#1a1c1f", 20, 0.6);
  pen.stroke(line, "#aeb6be", 13);
  pen.stroke(raisedBy(line, 2), "#fff", 5, 0.85);
}

function drawGlowBar(scene: Scene, end: Placer, half: Points): void {
  const line = end.across(half);
  scene.pen.stroke(line, "#0b0d10", 46);
  scene.pen.stroke(raisedBy(line, 20), "#fff", 3, 0.35);
  drawLight(scene, line, 13);
}

function drawLight({ pen }: Scene, line: readonly Vec3[], mm: number): void {
  pen.glow(line, "#cfe4ff", mm * 3.4, 0.5);
  pen.stroke(line, "#eaf4ff", mm);
  pen.stroke(line, "#fff", mm * 0.6);
}
