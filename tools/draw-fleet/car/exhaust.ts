import { signedPower } from "../space/geometry.ts";
import { circle } from "../space/outline.ts";
import type { Stern } from "../styles/ends.ts";
import type { Placer } from "./ends.ts";
import type { Scene } from "./scene.ts";

type Pipe = NonNullable<Stern["exhaust"]>[number];
const PIPES = {
  oval: { width: 62, height: 36, power: 0.9 },
  slot: { width: 100, height: 30, power: 0.45 },
} as const;

export function drawPipes(scene: Scene, end: Placer): void {
  for (const pipe of scene.style.stern.exhaust ?? []) {
    for (const side of pipe[1] < 0 ? [1] : [-1, 1]) {
      if (end.seen(pipe[1] + 0.1, side)) drawPipe(scene, end, pipe, side);
    }
  }
}

function drawPipe({ pen, halfWidth }: Scene, end: Placer, [kind, place, z]: Pipe, side: number): void {
  const { width, height, power } = PIPES[kind];
  const s = Math.abs(place);
  const ring = (share: number, mm: number) => {
    const edge = circle(0, 0, 1, 36).map(
      ([a, b]) =>
        [
          s + (share * signedPower(a, power) * width) / halfWidth,
          z + (share * signedPower(b, power) * height) / end.tall,
        ] as const,
    );
    return end.deep(end.place(edge, side), mm);
  };
  pen.shape(ring(1.16, 4), "#060708");
  const chrome = pen.ramp(end.at(s, z + height / end.tall, side), end.at(s, z - height / end.tall, side), [
    [0, "#f2f4f5"],
    [0.35, "#8d949b"],
    [0.6, "#3a3f44"],
    [1, "#c3c9ce"],
  ]);
  pen.fill(ring(1, -18), chrome);
  pen.fill(ring(0.8, -14), "#0a0b0c");
  pen.fill(ring(0.66, 6), "#000");
}
