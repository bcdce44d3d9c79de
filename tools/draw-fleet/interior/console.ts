// The console between driver and passenger, and the front seats.
import { add, mix, range, smooth, type Vec3 } from "../space/geometry.ts";
import { circle } from "../space/outline.ts";
import { line } from "../space/pen.ts";
import { triples } from "../styles/numbers.ts";
import { satin } from "./materials.ts";
import { SIDES, type Room } from "./room.ts";

/** Two side walls, a top, selector, cup holders, armrest. */
export function drawConsole(room: Room): void {
  const { pen, sheet, stitch, leather, soft, layout, decorHex } = room;
  const top = topOf(room);
  const width = (x: number) => mix(128, 112, smooth(640, 1400, x));
  for (const side of SIDES) {
    const wall = (x: number, k: number): Vec3 => [x, side * (width(x) + 14 * (1 - k)), mix(420, top(x), k)];
    sheet(wall, range(20, 560, 1390), range(8), leather);
  }
  const lid = (x: number, v: number): Vec3 => [x, v * width(x), top(x) + 5 * (1 - v ** 4)];
  sheet(lid, range(24, 560, 1080), range(12, -1, 1), layout.glossConsole ? satin("#0a0b0c") : soft);
  for (const side of SIDES) {
    const edge = line((k) => {
      const x = mix(560, 1080, k);
      return [x, side * (width(x) - 7), top(x) + 4];
    });
    pen.stroke(edge, decorHex, 9);
    pen.stroke(edge, "#fff", 2, 0.5);
  }
  const armrest = (x: number, v: number): Vec3 => [
    x,
    v * 104,
    742 + 20 * (1 - Math.abs(v) ** 3) - 60 * smooth(1120, 1072, x),
  ];
  sheet(armrest, range(20, 1072, 1390), range(16, -1, 1), leather);
  for (const y of [62, -62]) stitch(line((k) => [mix(1090, 1390, k), y, 760]));
  for (const y of [48, -48]) {
    for (const [radius, colour, z] of [
      [44, "#aab1b8", 2],
      [40, "#0c0d0f", 3],
      [36, "#050607", -8],
    ] as const) {
      pen.fill(
        circle(985, y, radius, 36).map(([a, b]) => [a, b, top(985) + z + 4]),
        colour,
      );
    }
  }
  drawSelector(room);
  for (const y of [86, 62, -62, -86]) {
    const key: Vec3[] = [
      [760, y, top(760) + 6],
      [792, y, top(792) + 6],
    ];
    pen.stroke(key, "#34393e", 15);
  }
}

/** Height of the console along the car. */
const topOf =
  ({ layout }: Room) =>
  (x: number): number =>
    mix(layout.consoleFront ?? 700, 690, smooth(620, 900, x));

function drawSelector(room: Room): void {
  const { pen, layout } = room;
  const top = topOf(room);
  if (layout.selector === "lever") {
    pen.fill(
      circle(800, 40, 46, 30).map(([x, y]) => [x, y, top(x) + 6]),
      "#0b0c0e",
    );
    pen.stroke(
      [
        [800, 40, top(800)],
        [818, 40, 800],
      ],
      "#17191c",
      34,
    );
    pen.stroke(triples("816,40,796 822,40,838"), "#24272b", 52);
    pen.stroke(triples("810,46,800 816,46,846"), "#c9ced3", 8, 0.8);
  }
  if (layout.selector === "dial") {
    const rings = [
      [52, "#9aa1a8", 6],
      [48, "#2a2d31", 26],
      [44, "#d5dade", 28],
      [36, "#3a3f44", 29],
    ] as const;
    for (const [radius, colour, z] of rings) {
      pen.fill(
        circle(800, 0, radius, 36).map(([x, y]) => [x, y, top(x) + z]),
        colour,
      );
    }
  }
  if (layout.selector === "stub") {
    const foot = top(815);
    pen.fill(
      circle(810, 0, 38, 30).map(([x, y]) => [x, y, top(x) + 6]),
      "#050607",
    );
    pen.stroke(
      [
        [815, 0, foot + 8],
        [806, 0, foot + 50],
      ],
      "#2a2d31",
      44,
    );
    pen.stroke(
      [
        [812, 8, foot + 20],
        [804, 8, foot + 56],
      ],
      "#dfe3e6",
      6,
      0.9,
    );
  }
}

/** A cushion as a height field with bolsters; seams across, or diamonds. */
export function drawFrontSeats({ pen, sheet, stitch, leather, layout }: Room, side: number): void {
  const cushion = (x: number, v: number): Vec3 => {
    const bolster = 62 * smooth(0.55, 0.88, Math.abs(v)) - 80 * smooth(0.9, 1, Math.abs(v));
    const roll = 150 * smooth(930, 770, x);
    const crown = 6 * (1 - (v / 0.55) ** 2) * (Math.abs(v) < 0.55 ? 1 : 0);
    return [x, side * 390 + v * 255, 640 + bolster - roll + crown - 0.06 * (x - 850)];
  };
  sheet(cushion, range(40, 815, 1370), range(60, -1, 1), leather);
  const drawSeam = (points: Vec3[]) => {
    pen.stroke(points, "#000", 5, 0.32);
    pen.stroke(
      points.map((p) => add(p, [5, 0, 1])),
      "#fff",
      4,
      0.12,
    );
  };
  if (layout.quilt) {
    for (const k of range(12, -6, 6)) {
      for (const lean of SIDES) {
        const diagonal = range(30, 900, 1370)
          .map((x) => [x, k * 0.2 + (lean * (x - 1100)) / 300] as const)
          .filter(([, v]) => Math.abs(v) < 0.53);
        drawSeam(diagonal.map(([x, v]) => cushion(x, v)));
      }
    }
  } else {
    for (const x of range(6, 930, 1350)) drawSeam(range(20, -0.53, 0.53).map((v) => cushion(x, v)));
  }
  for (const v of [-0.55, 0.55]) stitch(range(40, 850, 1370).map((x) => add(cushion(x, v), [0, 0, 3])));
}
