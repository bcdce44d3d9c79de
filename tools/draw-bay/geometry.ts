/** A place: longitude and latitude in degrees, or x and y on the map. */
export type Point = readonly [number, number];

export type Box = { left: number; top: number; right: number; bottom: number };

/**
 * Degrees to the map's units, as a plate carrée at the Bay's latitude: San Francisco lies at 197 | 170, San
 * Jose at 642 | 628.
 */
export const project = ([longitude, latitude]: Point): Point => [
  197 + (longitude + 122.4194) * 835,
  170 + (37.7749 - latitude) * 1049,
];

/** The part of a ring inside a box. Where the ring leaves the box, the outline runs along its edge. */
export function clip(ring: readonly Point[], { left, top, right, bottom }: Box): Point[] {
  const edges: { isIn: (point: Point) => boolean; cross: (a: Point, b: Point) => Point }[] = [
    { isIn: ([x]) => x >= left, cross: (a, b) => atX(a, b, left) },
    { isIn: ([x]) => x <= right, cross: (a, b) => atX(a, b, right) },
    { isIn: ([, y]) => y >= top, cross: (a, b) => atY(a, b, top) },
    { isIn: ([, y]) => y <= bottom, cross: (a, b) => atY(a, b, bottom) },
  ];
  return edges.reduce<Point[]>(
    (points, { isIn, cross }) =>
      points.flatMap((point, place) => {
        const before = points.at(place - 1) ?? point;
        if (isIn(point) !== isIn(before))
          return isIn(point) ? [cross(before, point), point] : [cross(before, point)];
        return isIn(point) ? [point] : [];
      }),
    [...ring],
  );
}

const atX = ([ax, ay]: Point, [bx, by]: Point, x: number): Point => [
  x,
  ay + ((by - ay) * (x - ax)) / (bx - ax),
];
const atY = ([ax, ay]: Point, [bx, by]: Point, y: number): Point => [
  ax + ((bx - ax) * (y - ay)) / (by - ay),
  y,
];

/**
 * Leaves out the points of a line that lie closer than `tolerance` to the line without them (Douglas and
 * Peucker).
 */
export function simplify(line: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  let farthest = 0;
  let distance = 0;
  for (const [place, point] of line.entries()) {
    const away = distanceTo(point, first, last);
    if (away > distance) [farthest, distance] = [place, away];
  }
  if (distance <= tolerance) return [first, last];
  return [
    ...simplify(line.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(line.slice(farthest), tolerance),
  ];
}

function distanceTo([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
}

/** The area of a ring, positive whichever way it runs. */
export function areaOf(ring: readonly Point[]): number {
  const sum = ring.reduce((total, [x, y], place) => {
    const [bx, by] = ring.at(place - 1) ?? [x, y];
    return total + bx * y - x * by;
  }, 0);
  return Math.abs(sum) / 2;
}

/** The parts of a closed outline that are shore: the parts along the box's edge are only the edge of the map. */
export function shores(ring: readonly Point[], box: Box): Point[][] {
  const isEdge = ([x, y]: Point, [bx, by]: Point) =>
    (x === bx && (x === box.left || x === box.right)) || (y === by && (y === box.top || y === box.bottom));
  const stretches: Point[][] = [];
  let open: Point[] = [];
  for (const [place, point] of ring.entries()) {
    const before = ring[place - 1];
    if (before && isEdge(before, point)) {
      stretches.push(open);
      open = [];
    }
    open.push(point);
  }
  return [...stretches, open].filter((stretch) => stretch.length > 1);
}

/** A line as SVG: rounded at its points, in whole units relative to one another. */
export function smoothPath(line: readonly Point[], isClosed: boolean): string {
  const whole = line.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  const points = whole.filter(
    ([x, y], place) => place === 0 || x !== whole[place - 1]?.[0] || y !== whole[place - 1]?.[1],
  );
  const [first, second] = points;
  if (!first || !second) return "";
  const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [
    Math.round((ax + bx) / 2),
    Math.round((ay + by) / 2),
  ];
  const start = isClosed ? middle(points.at(-1) ?? first, first) : first;
  const corners = isClosed ? points : points.slice(1, -1);
  let at = start;
  const curves = corners.map((corner, place) => {
    const next = isClosed ? (points[(place + 1) % points.length] ?? first) : (points[place + 2] ?? corner);
    const to = !isClosed && place === corners.length - 1 ? next : middle(corner, next);
    const step = `q${corner[0] - at[0]} ${corner[1] - at[1]} ${to[0] - at[0]} ${to[1] - at[1]}`;
    at = to;
    return step;
  });
  return `M${start[0]} ${start[1]}${curves.join("")}${isClosed ? "z" : ""}`.replaceAll(" -", "-");
}
