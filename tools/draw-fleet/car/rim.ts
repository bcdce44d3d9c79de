// A pale rim behind dark cars. It has the colour of a light card, so it shows only on a dark card, where the car
// would melt into the ground without it.
import { at, flip, range, smooth, type Vec3 } from "../space/geometry.ts";
import { fromHex } from "../space/light.ts";
import type { Surface } from "../space/mesh.ts";
import { CARD } from "./ground.ts";
import type { Scene } from "./scene.ts";

export function drawRim({ body, style, pen, colour }: Scene): void {
  const need = 1 - smooth(0.012, 0.07, Math.max(...fromHex(colour)));
  if (need < 0.05) return;
  const round = range(72, 1, body.way - 1);
  const rails = range(5, 1, body.railCount); // not the lowest: a rim would light the shadow below it
  const silhouette = [
    ...quads(body.wall, round, rails),
    ...quads((s, t) => flip(body.wall(s, t)), round, rails),
    ...quads(body.bonnet, range(16, 1, body.sOfX(at(style.cabin, 0)[0] + 25)), range(8, -1, 1)),
    ...quads(body.over, range(40), range(10, -1, 1)),
  ];
  for (const [mm, opacity] of [
    [30, 0.1],
    [22, 0.14],
    [14, 0.3],
  ] as const) {
    pen.group(`opacity="${(opacity * need).toFixed(3)}"`, () => pen.silhouette(silhouette, CARD, mm));
  }
}

function quads(surface: Surface, us: readonly number[], vs: readonly number[]): Vec3[][] {
  return us.slice(1).flatMap((u, i) =>
    vs.slice(1).map((v, j) => {
      const [u0, v0] = [at(us, i), at(vs, j)];
      return [surface(u0, v0), surface(u, v0), surface(u, v), surface(u0, v)];
    }),
  );
}
