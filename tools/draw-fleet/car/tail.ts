// The rear: trim, bumper, recess round the plate, tailgate line, lamps.
import { raisedBy, range } from "../space/geometry.ts";
import type { Points } from "../styles/ends.ts";
import { drawFold, drawPanel, placer, span, type Placer } from "./ends.ts";
import { drawPipes } from "./exhaust.ts";
import { drawPlate, drawRecess } from "./plate.ts";
import type { Scene } from "./scene.ts";
import { drawTailLamp } from "./tail-lamp.ts";

const SKIRT = [
  [0, "#2b2e32"],
  [0.2, "#17191b"],
  [1, "#08090a"],
] as const;

export function drawTail(scene: Scene): void {
  const { stern } = scene.style;
  const end = placer(scene, "tail");
  const isSeenWhole = scene.view === "rear";
  for (const panel of stern.panels ?? []) if (end.shows(panel.half, 0.08)) drawPanel(scene, end, panel);
  if (isSeenWhole) drawBehind(scene, end);
  if (!end.shows(stern.lamp, 0.05)) return;
  const runsAcross = stern.lamp[0]?.[0] === 0;
  if (runsAcross && isSeenWhole) drawTailLamp(scene, end, "whole");
  else for (const side of end.sides) drawTailLamp(scene, end, side);
  if (stern.bar && isSeenWhole) drawRedBar(scene, end, stern.bar);
}

/** Draws the parts that are only seen from behind. */
function drawBehind(scene: Scene, end: Placer): void {
  const { pen, style } = scene;
  const { stern } = style;
  for (const fold of stern.folds ?? []) drawFold(scene, end.across(fold), 34);
  if (stern.skirt) drawPanel(scene, end, { half: stern.skirt, stops: SKIRT, soft: true });
  if (stern.fins) drawFins(scene, end, stern.fins);
  if (stern.step) {
    const step = end.across([
      [0, stern.step],
      [0.9, stern.step],
    ]);
    pen.stroke(step, "#0b0c0e", 40, 0.85);
  }
  drawPipes(scene, end);
  if (stern.pit) drawRecess(scene, end, stern.pit);
  drawPlate(scene, end);
  if (stern.gate) pen.gap(end.across(stern.gate), 5.5);
  if (stern.strip) {
    const strip = end.across(stern.strip);
    pen.stroke(raisedBy(strip, -8), "#000", 22, 0.4);
    pen.stroke(strip, stern.chromeStrip ? "#aab2b9" : "#17191c", 18);
    pen.stroke(raisedBy(strip, 5), "#fff", 4, stern.chromeStrip ? 0.9 : 0.3);
  }
  if (stern.reflectors) drawReflectors(scene, end, stern.reflectors);
  if (stern.lip) {
    const lip = end.across([
      [0, 0.965],
      [0.5, 0.965],
      [0.9, 0.96],
    ]);
    pen.glow(raisedBy(lip, -18), "#000", 44, 0.4, 5);
  }
}

function drawFins({ pen }: Scene, end: Placer, count: number): void {
  for (const k of range(count, -1, 1)) {
    const fin = end.stroke([
      [k * 0.36, 0.03],
      [k * 0.34, 0.13],
    ]);
    pen.stroke(fin, "#000", 26, 0.8);
    pen.stroke(fin, "#4b5157", 6, 0.8);
  }
}

function drawReflectors({ pen }: Scene, end: Placer, [s, z]: readonly [number, number]): void {
  for (const side of [-1, 1]) {
    if (!end.seen(s, side)) continue;
    const line = end.stroke(
      [
        [s - 0.1, z],
        [s + 0.06, z],
      ],
      side,
    );
    pen.stroke(line, "#1a0507", 24);
    pen.stroke(line, "#8f1016", 15);
    pen.stroke(line, "#ff6a5a", 4, 0.5);
  }
}

/** A strip between the lamps. */
function drawRedBar({ pen }: Scene, end: Placer, bar: Points): void {
  const edge = end.whole(bar, false);
  const [z0, z1] = span(bar, 1);
  const middle = (z0 + z1) / 2;
  const line = end.across([
    [0, middle],
    [bar[1]?.[0] ?? 0, middle],
  ]);
  pen.shape(edge, "#3a0508", "#14060a", 6);
  pen.stroke(line, "#8f0d13", 22);
  pen.stroke(line, "#ff3a2e", 9);
  pen.stroke(line, "#ffc9c0", 3, 0.8);
}
