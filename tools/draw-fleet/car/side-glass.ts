// The side windows: one outline that follows the roof, cut into panes, with the cabin's depth behind them.
import { at, mix, range, smooth, type Vec2, type Vec3 } from "../space/geometry.ts";
import { kept, softened, type Outline } from "../space/outline.ts";
import { pairs } from "../styles/numbers.ts";
import { glass, steeringWheel } from "./glass.ts";
import type { Scene } from "./scene.ts";

export function drawSideGlass(scene: Scene): void {
  const { body, style, pen } = scene;
  const outline = windowOutline(scene);
  const frame = onGlass(scene, outline);
  pen.shape(frame, "#07080a", "#07080a", 10);
  const panes = panesOf(scene, outline).map((pane) => onGlass(scene, pane));
  pen.group(pen.clip(...panes), () => {
    pen.surface(body.cabinSide, range(50), range(10), { shade: glass() });
    drawDepth(scene, outline);
    drawReflections(scene, frame);
  });
  for (const pane of panes) pen.ring(pane, "#050607", 13);
  pen.ring(frame, style.trim ?? "#d9dde1", 8);
  pen.ring(frame, "#fff", 2.5, 0.7);
}

const onGlass = ({ body }: Scene, points: Outline, side = 1): Vec3[] =>
  points.map(([x, z]) => [x, side * body.glassY(x, z), z]);

/** The outline follows the roof curve, moved inwards by the width of the frame. */
function windowOutline({ body, style }: Scene): Vec2[] {
  const { windows } = style;
  const low = (x: number) => body.beltZ(x) + windows.low;
  const end = (z: number) => windows.end + windows.endSlope * (z - body.beltZ(windows.end));
  const roof = range(200).map(body.roofline);
  const screenFoot = at(roof, 0)[0];
  const upper = roof
    .slice(1)
    .map(([x, z], i): Vec2 => {
      const [x0, z0] = at(roof, i);
      const step = Math.hypot(x - x0, z - z0);
      const inwards = mix(windows.front, windows.top, smooth(screenFoot + 200, screenFoot + 950, x));
      return [x + ((z - z0) / step) * inwards, z - ((x - x0) / step) * inwards];
    })
    .filter(([x, z]) => z > low(x) + 2 && x < end(z));
  const rear = range(14).map((k): Vec2 => {
    const z = mix(at(upper, -1)[1], low(windows.end), k);
    return [end(z) - 26 * Math.sin(Math.PI * k) * windows.kick, z];
  });
  const sill = range(60).map((k): Vec2 => {
    const x = mix(at(rear, -1)[0], at(upper, 0)[0], k);
    return [x, low(x)];
  });
  return softened([...upper, ...rear, ...sill]);
}

/** The outline cut at the pillars. */
function panesOf({ body, style }: Scene, outline: Outline): Vec2[][] {
  const foot = body.beltZ(at(style.pillars, 0)[0]);
  const pillars = style.pillars.toSorted((a, b) => a[0] - b[0]);
  return range(pillars.length, 0, pillars.length)
    .map((i) => {
      const [before, after] = [pillars[i - 1], pillars[i]];
      let pane = [...outline];
      if (before) {
        pane = kept(pane, ([x, z]) => x - (before[0] + before[1] / 2 + before[2] * (z - foot)));
      }
      if (after) {
        pane = kept(pane, ([x, z]) => after[0] - after[1] / 2 + after[2] * (z - foot) - x);
      }
      return pane;
    })
    .filter((pane) => pane.length > 3);
}

/** Daylight from the far windows, seats in front of it, and the tint of the rear panes. */
function drawDepth(scene: Scene, outline: Outline): void {
  const { body, style, pen, view } = scene;
  const farGlass = onGlass(
    scene,
    outline.map(([x, z]) => [x, z + 6]),
    -1,
  );
  pen.fill(farGlass, "#aab6c2", { fillOpacity: view === "side" ? 0.2 : 0.06 });
  drawSeats(scene, -1, 0.75);
  drawSeats(scene, 1, 0.92);
  if (!style.tint) return;
  const low = (x: number) => body.beltZ(x) + style.windows.low - 60;
  const end = style.length - 60;
  const tinted: Vec2[] = [
    [style.tint, low(style.tint)],
    [style.tint - 30, 3000],
    [end, 3000],
    [end, low(end)],
  ];
  pen.fill(onGlass(scene, tinted), "#040506", { fillOpacity: 0.62 });
}

/** The sky mirrored with an edge, and slanted sheens. */
function drawReflections(scene: Scene, frame: readonly Vec3[]): void {
  const { body, style, pen, view } = scene;
  const [x, y, z] = [2600, body.beltY(2500), body.beltZ(2500)];
  const sky = pen.ramp(
    [x, y, z],
    [x, y - 200, z + style.cabinHeight],
    [
      [0, "#dfe9f2", 0],
      [0.45, "#dfe9f2", 0.04],
      [0.5, "#eaf1f8", 0.17],
      [1, "#f4f8fc", 0.42],
    ],
  );
  pen.fill(frame, sky);
  for (const [from, width] of style.sheen) {
    const band: Vec2[] = [
      [from, z - 70],
      [from + width, z - 70],
      [from + width + 330, z + 620],
      [from + 330, z + 620],
    ];
    pen.fill(onGlass(scene, band), "#fff", { fillOpacity: view === "side" ? 0.09 : 0.03 });
  }
}

const CUSHION = pairs("-60,60 40,20 205,470 196,540 120,548 84,500");
const NECK = pairs("142,560 158,556 166,610 150,610");
const HEADREST = pairs("118,612 196,604 226,690 216,752 160,760 132,700");

/** Seats as dark shapes behind the glass: one outline repeated across the seat's width. */
function drawSeats({ style, pen, view }: Scene, side: number, opacity: number): void {
  const y = side * 370;
  const slices = view === "side" ? [0] : range(24, -1, 1);
  pen.group(`opacity="${opacity}"`, () => {
    for (const seat of style.seats) {
      const solid = (outline: Outline, half: number) => {
        for (const k of slices) {
          const slice = outline.map(([a, h]): Vec3 => [seat + a, y + k * half, style.seatZ + h]);
          pen.shape(slice, "#08090b", "#08090b", 26);
        }
      };
      solid(CUSHION, 190);
      solid(NECK, 60);
      solid(HEADREST, 96);
    }
  });
  if (side > 0) pen.ring(steeringWheel(style, 480, 270), "#08090b", 24, 0.8);
}
