// A tail lamp: dark red glass, ribs, glowing lines, a clear field for reversing, a bright upper edge.
import type { Points } from "../styles/ends.ts";
import { span, type Placer } from "./ends.ts";
import type { Scene } from "./scene.ts";

/** "whole" is one lamp across the whole tail. */
export function drawTailLamp({ pen, style }: Scene, end: Placer, which: number | "whole"): void {
  const { lamp, glow, white } = style.stern;
  const isWhole = which === "whole";
  const side = isWhole ? 1 : which;
  const sides = isWhole ? [-1, 1] : [which];
  const edge = isWhole ? end.whole(lamp) : end.area(lamp, which, 0.1);
  const [z0, z1] = span(lamp, 1);
  const [s0, s1] = span(lamp, 0);
  const middle = isWhole ? 0 : (s0 + s1) / 2;
  const [top, foot] = [end.at(middle, z1, side), end.at(middle, z0, side)];
  pen.shape(edge, "#2a0407", "#0b0305", 11);
  pen.group(pen.clip(edge), () => {
    const glass = pen.ramp(top, foot, [
      [0, "#b01a1c"],
      [0.3, "#6d070c"],
      [0.65, "#3a0407"],
      [1, "#8c0d12"],
    ]);
    pen.fill(edge, glass);
    pen.fill(end.deep(edge, 26), "#250305", { fillOpacity: 0.55 });
    for (let s = isWhole ? -1.1 : s0; s < s1; s += 0.024) {
      const rib: Points = [
        [s, z0],
        [s, z1],
      ];
      pen.stroke(end.stroke(rib, side), "#ff7a6a", 2, 0.13);
    }
    if (white) {
      const field: Points = [
        [white[0] - 0.06, white[1]],
        [white[0] + 0.06, white[1]],
      ];
      for (const one of sides) {
        const line = end.stroke(field, one);
        pen.stroke(line, "#5c6167", 32);
        pen.stroke(line, "#e6eaec", 24);
        pen.stroke(line, "#fff", 8);
      }
    }
    for (const one of sides) {
      for (const points of glow) {
        const line = end.stroke(points, one);
        pen.glow(line, "#ff2a20", 52, 0.75);
        pen.stroke(line, "#ff4034", 13);
        pen.stroke(line, "#ffe2da", 4.5);
      }
    }
    const cover = pen.ramp(top, foot, [
      [0, "#fff", 0.4],
      [0.16, "#fff", 0.1],
      [0.3, "#fff", 0],
    ]);
    pen.fill(edge, cover);
  });
  pen.ring(edge, "#0b0305", 4, 0.9);
}
