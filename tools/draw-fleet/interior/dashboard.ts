// The dashboard: a profile swept across the car, with its own bands; a hood over analogue instruments.
import { add, mix, planeCurve, range, smooth, type Vec2, type Vec3 } from "../space/geometry.ts";
import { circle } from "../space/outline.ts";
import { line } from "../space/pen.ts";
import type { Layout, Vent } from "./layouts.ts";
import type { Room } from "./room.ts";

/** A point of the dashboard, by the place across the car and the share of the profile. */
type Dash = (y: number, k: number) => Vec3;
const HALF = 716;

export function drawDashboard(room: Room): void {
  const { pen, sheet, stitch, leather, pad, trim, soft, layout } = room;
  const dash = dashOf(layout);
  const ys = range(70, -HALF, HALF);
  const [padEnd, decorEnd, leatherEnd] = layout.bands;
  sheet(dash, ys, range(26, 0, padEnd), pad);
  sheet(dash, ys, range(8, padEnd, decorEnd), trim);
  sheet(dash, ys, range(14, decorEnd, leatherEnd), leather);
  sheet(dash, ys, range(8, leatherEnd, 1), soft);
  const across = (share: (t: number) => number) => line((t) => dash(mix(-HALF, HALF, t), share(t)));
  if (layout.grain) {
    for (const k of range(9, padEnd + 0.004, decorEnd - 0.004)) {
      const fibre = across((t) => k + 0.004 * Math.sin(t * 21 + k * 300));
      pen.stroke(fibre, "#1c0d04", 2, 0.16 + 0.14 * Math.abs(Math.sin(k * 900)));
    }
  }
  for (const k of [padEnd, decorEnd]) {
    pen.stroke(
      across(() => k),
      "#000",
      7,
      0.5,
    );
    pen.stroke(
      across(() => k + 0.004),
      "#fff",
      2.4,
      0.4,
    );
  }
  if (layout.ambient) {
    const light = across(() => decorEnd + 0.006);
    pen.glow(light, layout.ambient, 44, 0.55);
    pen.stroke(light, "#fff", 3, 0.8);
  }
  stitch(across(() => padEnd - 0.05));
  stitch(across(() => decorEnd + 0.045));
  drawGloveBox(room, dash);
  for (const vent of layout.vents) drawVent(room, dash, vent);
}

function dashOf({ profile, cowl }: Layout): Dash {
  const curve = planeCurve(profile);
  const hood = (y: number, k: number) =>
    cowl ? 62 * Math.exp(-(((y - 370) / 185) ** 4)) * smooth(0.28, 0.4, k) * (1 - smooth(0.5, 0.56, k)) : 0;
  return (y, k) => {
    const [x, z] = curve.at(k * curve.length);
    return [x + 60 * (y / 700) ** 2, y, z + hood(y, k)];
  };
}

function drawGloveBox({ pen, layout }: Room, dash: Dash): void {
  const [, top, foot] = layout.bands;
  const corners: Vec2[] = [
    [-660, top + 0.1],
    [-640, foot - 0.03],
    [-300, foot - 0.02],
    [-270, top + 0.1],
  ];
  const curve = planeCurve(corners.map(([y, k]): Vec2 => [y, k * 1000]));
  const seam = range(40).map((t) => {
    const [y, k] = curve.at(t * curve.length);
    return dash(y, k / 1000);
  });
  pen.stroke(seam, "#000", 4, 0.5);
}

function drawVent({ pen, layout }: Room, dash: Dash, vent: Vent): void {
  const raised = (y: number, k: number, mm: number) => add(dash(y, k), [mm, 0, 0]);
  if (vent.kind === "slot") {
    const [[y0, k0], [y1, k1]] = [vent.from, vent.to];
    const frame = [raised(y0, k0, 4), raised(y1, k0, 4), raised(y1, k1, 4), raised(y0, k1, 4)];
    pen.shape(frame, "#050607", layout.ventRim ?? "#6d747b", 6);
    for (const t of [0.25, 0.5, 0.75]) {
      const k = mix(k0, k1, t);
      pen.stroke([raised(y0, k, 5), raised(y1, k, 5)], "#4d545b", 5);
    }
    const middle = (y0 + y1) / 2;
    pen.stroke([raised(middle, k0, 7), raised(middle, k1, 7)], "#d5dade", 7);
    return;
  }
  const { y, share, radius } = vent;
  const [x, , z] = dash(y, share);
  for (const [size, colour] of [
    [1.1, "#8d949b"],
    [1, "#0b0c0e"],
    [0.62, "#24272b"],
    [0.5, "#0b0c0e"],
  ] as const) {
    pen.fill(
      circle(0, 0, radius * size, 36).map(([a, b]) => [x + 8, y + a, z + b]),
      colour,
    );
  }
  const bar: Vec3[] = [
    [x + 9, y - radius * 0.9, z],
    [x + 9, y + radius * 0.9, z],
  ];
  pen.stroke(bar, "#8d949b", 5);
}
