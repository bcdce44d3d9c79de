// Windscreen and rear window: pieces of the sheet over the cabin, with the things behind them and on them.
import { at, clamp, mix, range, type Vec3 } from "../space/geometry.ts";
import { pairs } from "../styles/numbers.ts";
import { glass, steeringWheel } from "./glass.ts";
import type { Scene } from "./scene.ts";

export function drawWindscreen(scene: Scene, end: number): void {
  const { body, style, pen, view } = scene;
  drawScreen(
    scene,
    0,
    end,
    (k) => mix(0.95, 0.9, k),
    () => {
      const seat = at(style.seats, 0) + 60;
      drawSeatBacks(scene, seat);
      drawDashboard(scene, end);
    },
  );
  if (view !== "hero") return;
  for (const v of [0.1, -0.62]) {
    const wiper = range(20).map((k): Vec3 => {
      const [x, y, z] = body.over(0.012 + 0.028 * k, v + 0.55 * k);
      return [x - 8, y, z + 8];
    });
    pen.stroke(wiper, "#0a0b0d", 15);
  }
}

export function drawRearWindow(scene: Scene, back: number): void {
  const { body, style, pen, view } = scene;
  const foot = body.uAt(style.cabin.length - 1) - 0.02;
  const start = back + 0.02;
  drawScreen(
    scene,
    start,
    foot,
    () => style.backWidth ?? 0.86,
    () => drawSeatBacks(scene, at(style.seats, -1) + 170),
  );
  if (view !== "rear") return;
  const onGlass = (u: number, v: number): Vec3 => {
    const [x, y, z] = body.over(u, v);
    return [x + 6, y, z + 4];
  };
  const brakeLight = (half: number) => range(10, -half, half).map((v) => onGlass(back + 0.032, v));
  pen.stroke(brakeLight(0.16), "#8f0d13", 14);
  pen.stroke(brakeLight(0.14), "#ff4a3c", 5);
  if (!style.stern.wiper) return;
  const low = mix(start, foot, 0.93);
  const wiper = range(10).map((k) => onGlass(mix(low, mix(back, foot, 0.62), k), mix(0, 0.5, k)));
  pen.stroke(wiper, "#0a0b0d", 16);
  pen.stroke([onGlass(low, -0.01), onGlass(low, 0.03)], "#1b1d20", 34);
}

/** `wide` is the glass's half width at each place from `from` to `to`; 1 is the whole sheet. */
function drawScreen(
  { body, pen, view }: Scene,
  from: number,
  to: number,
  wide: (k: number) => number,
  drawInside: () => void,
): void {
  const half = (u: number) => wide(clamp((u - from) / (to - from)));
  const outline = [
    ...range(30, from, to).map((u) => body.over(u, half(u))),
    ...range(30, 1, -1).map((k) => body.over(to, half(to) * k)),
    ...range(30, to, from).map((u) => body.over(u, -half(u))),
    ...range(30, -1, 1).map((k) => body.over(from, half(from) * k)),
  ];
  const isSeen = view !== "side";
  if (isSeen) pen.shape(outline, "#060708", "#060708", 16);
  pen.group(pen.clip(outline), () => {
    const shade = glass(isSeen ? 1 : 0.35);
    pen.surface(body.over, range(70, from, to), range(40, -1, 1), { shade, flip: true });
    if (!isSeen) return;
    drawInside();
    for (const [left, right] of pairs("0.1,-0.42 -0.5,-0.6")) {
      const lean = (u: number) => (0.5 * (u - from)) / (to - from);
      const sheen = [
        ...range(20, from, to).map((u) => body.over(u, left + lean(u))),
        ...range(20, to, from).map((u) => body.over(u, right + lean(u))),
      ];
      pen.fill(sheen, "#fff", { fillOpacity: 0.06 });
    }
  });
  if (isSeen) pen.ring(outline, "#050607", 14, 0.9);
}

function drawSeatBacks({ style, pen }: Scene, x: number): void {
  const z = style.seatZ;
  const back = pairs("-230,150 -250,420 -190,500 190,500 250,420 230,150");
  const headrest = pairs("-110,530 -120,640 120,640 110,530");
  for (const y of [-370, 370]) {
    pen.group('opacity=".6"', () => {
      pen.shape(
        back.map(([a, h]) => [x + h * 0.3, y + a, z + h]),
        "#060709",
        "#060709",
        60,
      );
      pen.shape(
        headrest.map(([a, h]) => [x + 200, y + a, z + h]),
        "#060709",
        "#060709",
        50,
      );
    });
  }
}

function drawDashboard({ body, style, pen }: Scene, end: number): void {
  const across = (u: number, k: number) => body.over(u, k * 0.95);
  const edge = range(30, 1, -1).map((k) => across(0.075 - 0.018 * k * k, k));
  pen.fill([...range(30, -1, 1).map((k) => across(0, k)), ...edge], "#040506", {
    fillOpacity: 0.55,
  });
  pen.stroke(edge, "#fff", 5, 0.1);
  pen.ring(steeringWheel(style, 430, 290), "#040506", 26, 0.8);
  const [x, , z] = body.over(end - 0.03, 0);
  const mirror = pairs("-80,-25 -80,-62 80,-62 80,-25");
  pen.shape(
    mirror.map(([a, h]) => [x + 60, a, z + h]),
    "#050607",
    "#050607",
    14,
  );
}
