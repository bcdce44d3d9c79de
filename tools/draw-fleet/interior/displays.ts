// Displays: a housing in space; the picture inside is drawn flat and laid on it.
import { range, signedPower, type Vec3 } from "../space/geometry.ts";
import { circle } from "../space/outline.ts";
import type { Display } from "./layouts.ts";
import type { Room } from "./room.ts";
import { gaugeScreen, mapScreen } from "./screens.ts";

/** A point of the display's plane, from its middle to the right and up, and out of it. */
type Plane = (right: number, up: number, out?: number) => Vec3;

export function drawDisplays(room: Room): void {
  for (const display of room.layout.screens) {
    const { x, y, z, lean = 0.18 } = display;
    const plane: Plane = (right, up, out = 0) => [x + out - lean * up, y - right, z + up];
    if (display.kind === "dials") drawDials(room, plane);
    else drawDisplay(room, display, plane);
  }
}

function drawDisplay({ pen, camera }: Room, { kind, w, h }: Display, plane: Plane): void {
  const frame = (margin: number, out = 0) =>
    circle(0, 0, 1, 60).map(([a, b]) =>
      plane(signedPower(a, 0.16) * (w / 2 + margin), signedPower(b, 0.16) * (h / 2 + margin), out),
    );
  pen.fill(frame(10, -26), "#000", { fillOpacity: 0.5 });
  pen.shape(frame(9), "#08090b", "#2a2e33", 5);
  const [left, top] = camera.to(plane(-w / 2, h / 2, 2));
  const [rightX, rightY] = camera.to(plane(w / 2, h / 2, 2));
  const [footX, footY] = camera.to(plane(-w / 2, -h / 2, 2));
  const [width, height] = [600, (600 * h) / w];
  const matrix = [
    (rightX - left) / width,
    (rightY - top) / width,
    (footX - left) / height,
    (footY - top) / height,
    left,
    top,
  ].map((v) => v.toFixed(4));
  const image = kind === "gauge" ? gaugeScreen(width, height) : mapScreen(width, height, kind === "small");
  pen.group(pen.clip(frame(0, 2)), () => pen.raw(`<g transform="matrix(${matrix.join()})">${image}</g>`));
  pen.stroke(frame(9).slice(2, 28), "#fff", 2, 0.4);
}

/** Analogue instruments: dials with ticks and needles. */
function drawDials({ pen }: Room, plane: Plane): void {
  const back = circle(0, 0, 1, 50).map(([a, b]) =>
    plane(signedPower(a, 0.6) * 160, signedPower(b, 0.6) * 66, -10),
  );
  pen.shape(back, "#08090b", "#2a2e33", 6);
  for (const [middle, radius, hand] of [
    [-86, 56, 2.4],
    [86, 56, 3.4],
    [0, 30, 1.7],
  ] as const) {
    const on = (share: number, turn: number) =>
      plane(middle + share * radius * Math.cos(turn), -4 + share * radius * Math.sin(turn));
    const ring = (share: number) => range(36).map((k) => on(share, k * 6.2832));
    pen.shape(ring(1), "#101317", "#b6bdc4", 5);
    for (const turn of range(24, -0.75, 3.9)) {
      pen.stroke([on(0.9, turn), on(turn % 0.6 < 0.2 ? 0.72 : 0.8, turn)], "#e9eef2", 3, 0.9);
    }
    pen.stroke([on(-0.12, hand), on(0.76, hand)], "#ff5a3c", 5);
    pen.fill(ring(0.16), "#3a3f45");
  }
}
