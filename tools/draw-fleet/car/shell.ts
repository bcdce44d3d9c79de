// The painted surfaces below the glass, and the lines where bonnet and boot shut.
import { at, flip, range, type Vec3 } from "../space/geometry.ts";
import type { MeshOptions, Surface } from "../space/mesh.ts";
import type { Scene } from "./scene.ts";

/** Cells in each strip between two rails. */
const ROWS = [4, 9, 7, 6, 6, 7];

export function drawLowerBody(scene: Scene): void {
  const { body, style, pen } = scene;
  if (style.bed) drawBed(scene, style.bed);
  // The halves overlap a little at both ends, so that they meet without a seam. Each strip is meshed by itself, so
  // that the sharp rail stays sharp.
  const round = range(200, -18, body.way + 18);
  const across = range(40, -1, 1);
  const wall = (surface: Surface, options: MeshOptions) =>
    ROWS.forEach((rows, rail) => pen.surface(surface, round, range(rows, rail, rail + 1), options));
  wall((s, t) => flip(body.wall(s, t)), { flip: true });
  const cowl = body.sOfX(at(style.cabin, 0)[0] + 25);
  pen.surface(body.bonnet, range(70, 1, cowl), across, { flip: true });
  if (!style.bed) {
    pen.surface(body.deck, range(50, body.sOfX(style.tailFoot), body.way - 1), across, {
      flip: true,
    });
  }
  wall(body.wall, {});
}

/** The open bed of a pickup: a rim, a dark floor, the far wall and the front wall. */
function drawBed({ body, style, pen }: Scene, [from, to]: readonly [number, number]): void {
  const rim = (x: number, side: number, down = 0): Vec3 => {
    const edge = body.topAtX(x);
    return [x, side * (edge[1] - 70), edge[2] - 4 - down];
  };
  const lid = (x: number, v: number): Vec3 => {
    const edge = body.topAtX(x);
    return [x, edge[1] * v, edge[2]];
  };
  pen.surface(lid, range(40, from - 90, style.length - 60), range(30, -1, 1), { flip: true });
  const xs = range(20, from, to);
  const farEdge = xs.map((x) => rim(x, -1));
  pen.fill([...farEdge, ...xs.toReversed().map((x) => rim(x, 1))], "#17191b");
  pen.fill([...farEdge, ...xs.toReversed().map((x) => rim(x, -1, 330))], "#26292c");
  pen.fill([rim(from, -1), rim(from, 1), rim(from, 1, 330), rim(from, -1, 330)], "#1d2022");
}

export function drawLidLines({ body, style, pen, view }: Scene): void {
  const along = (from: number, to: number, dx: number, dy: number) =>
    range(60, from, to).map((s): Vec3 => {
      const [x, y, z] = body.top(s);
      return [x + dx, y + dy, z + 2];
    });
  const draw = (line: Vec3[], onBothSides: boolean) => {
    pen.gap(line, 6);
    if (onBothSides) pen.gap(line.map(flip), 6);
  };
  if (view !== "rear") draw(along(12, body.sOfX(style.cowl + 60), 4, -6), view === "hero");
  if (view !== "hero" && !style.bed) {
    draw(along(body.sOfX(style.tailFoot + 40), body.way - 10, -3, -8), view === "rear");
  }
}
