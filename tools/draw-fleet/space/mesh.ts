// Fills a surface with flat cells, with more cells where the colour changes fast (a hand-made gradient mesh).
// Neighbours of one colour in a row become one shape, and needless points are left out: small files, fast raster.
import type { Camera } from "./camera.ts";
import { at, cross, dot, mix, mul, sub, unit, type Vec2, type Vec3 } from "./geometry.ts";
import { toHex, type Colour, type Shade } from "./light.ts";

/** A surface in space over two parameters. */
export type Surface = (u: number, v: number) => Vec3;
export type MeshOptions = {
  /** Makes the inside of the surface its outside. */
  flip?: boolean;
  /** The most parts into which a cell of the grid is divided, in each direction. */
  fine?: number;
  /** Pixels by which cells overlap, so that no seam shows. */
  grow?: number;
  /** More attributes for the group of cells, as SVG text. */
  attributes?: string;
};

const GROW = 0.4;
/** Greatest change of tone inside a cell; from black to white is 1. */
const STEP = 0.016;
/** Tones step evenly for the eye, not for the light meter. */
const EYE = 0.45;

type Corner = { point: Vec3; normal: Vec3; colour: Colour; tone: Vec3; place: Vec2 };
type Four<T> = readonly [T, T, T, T];
/** A strip of neighbouring cells of one colour: its two long edges, and where the next cell would begin. */
type Run = { colour: string; end: number; low: Vec2[]; high: Vec2[] };

/** SVG for the part of a surface that faces the eye. */
export function mesh(
  camera: Camera,
  surface: Surface,
  us: readonly number[],
  vs: readonly number[],
  shade: Shade,
  { flip = false, fine = 14, grow = GROW, attributes = "" }: MeshOptions = {},
): string {
  const corners = sampled(camera, surface, us, vs, shade, flip);
  const sheet = pile(grow);
  for (let i = 0; i < us.length - 1; i++) {
    for (let j = 0; j < vs.length - 1; j++) {
      const cell: Four<Corner> = [
        at(at(corners, i), j),
        at(at(corners, i + 1), j),
        at(at(corners, i + 1), j + 1),
        at(at(corners, i), j + 1),
      ];
      if (isHidden(cell, camera.eye, flip)) continue;
      for (const part of divided(cell, camera.eye, shade, fine)) {
        sheet.put(`${j} ${part.row}`, i * 1000 + part.from, i * 1000 + part.to, part);
      }
    }
  }
  return `<g transform="scale(.1)" ${attributes}>${sheet.svg()}</g>`;
}

function sampled(
  camera: Camera,
  surface: Surface,
  us: readonly number[],
  vs: readonly number[],
  shade: Shade,
  flip: boolean,
): Corner[][] {
  const points = us.map((u) => vs.map((v) => surface(u, v)));
  const around = (i: number, j: number) =>
    at(at(points, Math.min(us.length - 1, Math.max(0, i))), Math.min(vs.length - 1, Math.max(0, j)));
  return points.map((row, i) =>
    row.map((point, j) => {
      const along = sub(around(i + 1, j), around(i - 1, j));
      const across = sub(around(i, j + 1), around(i, j - 1));
      const outwards = unit(cross(across, along));
      const normal = flip ? mul(outwards, -1) : outwards;
      const colour = shade(point, normal, camera.eye);
      const tone: Vec3 = [toneOf(colour[0]), toneOf(colour[1]), toneOf(colour[2])];
      return { point, normal, colour, tone, place: camera.to(point) };
    }),
  );
}

const toneOf = (v: number): number => Math.max(0, v) ** EYE;

function isHidden([a, b, c, d]: Four<Corner>, eye: Vec3, flip: boolean): boolean {
  const area =
    (c.place[0] - a.place[0]) * (d.place[1] - b.place[1]) -
    (c.place[1] - a.place[1]) * (d.place[0] - b.place[0]);
  const outwards = cross(sub(c.point, a.point), sub(b.point, d.point));
  const normal = flip ? mul(outwards, -1) : outwards;
  return dot(normal, sub(eye, a.point)) <= 0 || Math.abs(area) < 0.02;
}

type Part = { row: string; from: number; to: number; colour: string; near: Four2; far: Four2 };
/** One end of a cell: its low and its high point in the picture. */
type Four2 = readonly [Vec2, Vec2];

/** Divides a cell of the grid into parts of nearly even tone, row by row. */
function* divided(cell: Four<Corner>, eye: Vec3, shade: Shade, fine: number): Generator<Part> {
  const [a, b, c, d] = cell;
  const pieces = (spread: number, length: number) =>
    Math.max(1, Math.min(fine, Math.ceil(spread / STEP), Math.ceil(length / 1.1)));
  const spreadU = Math.max(change(a.tone, b.tone), change(d.tone, c.tone));
  const spreadV = Math.max(change(a.tone, d.tone), change(b.tone, c.tone));
  const nu = pieces(spreadU, Math.max(apart(a.place, b.place), apart(d.place, c.place)));
  const nv = pieces(spreadV, Math.max(apart(a.place, d.place), apart(b.place, c.place)));
  const isSteep = fine > 1 && Math.max(spreadU / nu, spreadV / nv) > STEP * 1.5;
  const colourAt = (u: number, v: number) =>
    shade(
      blend(cell, (q) => q.point, u, v),
      unit(blend(cell, (q) => q.normal, u, v)),
      eye,
    );
  // Where tone still changes much inside a part, the part takes the mean of four places: antialiasing by
  // hand.
  const meanAt = (u: number, v: number): Colour => {
    const four = [-0.25, 0.25].flatMap((y) => [-0.25, 0.25].map((x) => colourAt(u + x / nu, v + y / nv)));
    const mean = (k: 0 | 1 | 2) => (four.reduce((sum, colour) => sum + colour[k] ** EYE, 0) / 4) ** (1 / EYE);
    return [mean(0), mean(1), mean(2)];
  };
  const place = (u: number, v: number): Vec2 => {
    const [x, y] = blend(cell, (q) => [q.place[0], q.place[1], 0], u, v);
    return [x, y];
  };
  for (let y = 0; y < nv; y++) {
    for (let x = 0; x < nu; x++) {
      const [u, v] = [(x + 0.5) / nu, (y + 0.5) / nv];
      const colour =
        nu * nv === 1 ? blend(cell, (q) => q.colour, u, v) : isSteep ? meanAt(u, v) : colourAt(u, v);
      const end = (k: number): Four2 => [place(k / nu, y / nv), place(k / nu, (y + 1) / nv)];
      const to = x === nu - 1 ? 1000 : x + 1;
      yield {
        row: `${nv} ${y}`,
        from: x,
        to,
        colour: toHex(colour),
        near: end(x),
        far: end(x + 1),
      };
    }
  }
}

const change = (a: Vec3, b: Vec3): number =>
  Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
const apart = (a: Vec2, b: Vec2): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

function blend([a, b, c, d]: Four<Corner>, of: (corner: Corner) => Vec3, u: number, v: number): Vec3 {
  const [pa, pb, pc, pd] = [of(a), of(b), of(c), of(d)];
  const one = (k: 0 | 1 | 2) => mix(mix(pa[k], pb[k], u), mix(pd[k], pc[k], u), v);
  return [one(0), one(1), one(2)];
}

/**
 * Collects parts into runs and writes them in the order in which they end, because neighbours overlap a
 * little.
 */
function pile(grow: number) {
  const open = new Map<string, Run>();
  let out = "";
  let last = "";
  const close = (run: Run) => {
    const outline = outlineOf(run, grow);
    out =
      run.colour === last
        ? `${out.slice(0, -3)}${outline}"/>`
        : `${out}<path fill="${run.colour}" d="${outline}"/>`;
    last = run.colour;
  };
  return {
    put: (row: string, from: number, to: number, { colour, near, far }: Part) => {
      const run = open.get(row);
      if (run?.end === from && run.colour === colour) {
        run.low.push(far[0]);
        run.high.push(far[1]);
        run.end = to;
        return;
      }
      if (run) close(run);
      open.set(row, { colour, end: to, low: [near[0], far[0]], high: [near[1], far[1]] });
    },
    svg: () => {
      for (const run of open.values()) close(run);
      return out;
    },
  };
}

/** The outline of a run in tenths of a pixel, a little larger than the run itself. */
function outlineOf({ low, high }: Run, grow: number): string {
  const points = [
    ...straightened(grown(low, high, grow)),
    ...straightened(grown(high, low, grow)).toReversed(),
  ];
  let [x, y] = at(points, 0);
  let path = `M${x} ${y}l`;
  points.slice(1).forEach(([nextX, nextY], i) => {
    const [dx, dy] = [nextX - x, nextY - y];
    path += `${i && dx >= 0 ? " " : ""}${dx}${dy < 0 ? "" : " "}${dy}`;
    [x, y] = [nextX, nextY];
  });
  return `${path}z`;
}

function grown(edge: readonly Vec2[], other: readonly Vec2[], grow: number): Vec2[] {
  const last = edge.length - 1;
  return edge.map((p, i) => {
    const out = direction(p, at(other, i));
    const on = direction(at(edge, Math.min(last, i + 1)), at(edge, Math.max(0, i - 1)));
    const end = i === 0 ? -1 : i === last ? 1 : 0;
    // Slanted cells must move further to overlap as much.
    const k = grow / Math.max(0.3, Math.abs(out[0] * on[1] - out[1] * on[0]));
    return [
      Math.round(10 * (p[0] + k * (out[0] + end * on[0]))),
      Math.round(10 * (p[1] + k * (out[1] + end * on[1]))),
    ];
  });
}

function direction(p: Vec2, from: Vec2): Vec2 {
  const length = Math.hypot(p[0] - from[0], p[1] - from[1]) || 1;
  return [(p[0] - from[0]) / length, (p[1] - from[1]) / length];
}

/** Leaves out points that lie within a fifth of a pixel of the line that remains. */
function straightened(points: readonly Vec2[]): Vec2[] {
  const left = [at(points, 0)];
  let from = 0;
  for (let i = 2; i < points.length; i++) {
    const [a, b] = [at(points, from), at(points, i)];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const isOff = (p: Vec2) =>
      Math.abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) > 2 * length;
    if (points.slice(from + 1, i).some(isOff)) {
      from = i - 1;
      left.push(at(points, from));
    }
  }
  return [...left, at(points, -1)];
}
