// The rear seats, seen from between the front ones.
import type { BodyStyle } from "#domain/cars/body-styles.ts";
import {
  add,
  mix,
  range,
  planeCurve,
  signedPower,
  smooth,
  spaceCurve,
  type Vec3,
} from "../space/geometry.ts";
import type { Shade } from "../space/light.ts";
import { circle } from "../space/outline.ts";
import { line } from "../space/pen.ts";
import { pairs, triples } from "../styles/numbers.ts";
import { upholstery } from "./layouts.ts";
import { lining, matt } from "./materials.ts";
import { finished, MIDDLE, roomOf, SIDES, type Room } from "./room.ts";

/** SVG of a body's rear seats. */
export function drawBench(body: BodyStyle): string {
  const room = roomOf(upholstery[body], {
    eye: [1180, 40, 1260],
    target: [2300, 0, 900],
    zoom: 640,
    centre: [MIDDLE, 370],
  });
  drawLandscape(room);
  for (const side of SIDES) drawPillars(room, side);
  drawRoof(room);
  for (const side of SIDES) drawDoor(room, side);
  drawSeats(room);
  for (const side of SIDES) drawFrontSeat(room, side);
  return finished(room);
}

function drawLandscape({ pen }: Room): void {
  pen.raw(
    '<linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#a9c8e6"/><stop offset=".75" stop-color="#e3ecf2"/><stop offset="1" stop-color="#f4efe3"/></linearGradient>' +
      '<rect width="1200" height="260" fill="url(#sky)"/><rect y="196" width="1200" height="330" fill="#a7ad9c"/>',
  );
  const crest = range(60).map((k) => `L${1200 * k} ${192 - 9 * Math.sin(k * 17) - 6 * Math.sin(k * 41)}`);
  pen.raw(`<path fill="#93a594" d="M0 214${crest.join("")}L1200 214Z"/>`);
}

/** The rear pillar, and the one between the doors. */
function drawPillars({ pen, sheet }: Room, side: number): void {
  const upwards = (points: string) => {
    const curve = spaceCurve(triples(points));
    return (u: number): Vec3 => {
      const [x, y, z] = curve.at(u * curve.length);
      return [x, side * y, z];
    };
  };
  const rear = upwards("2150,690,950 2330,668,1150 2470,620,1340 2570,575,1500");
  const rearPillar = (u: number, v: number): Vec3 => {
    const [x, y, z] = rear(u);
    return [x + mix(-60, 330, v), y - side * 150 * v, z + 20 * v];
  };
  sheet(rearPillar, range(16), range(8), matt("#a5a39f", 0));
  const middle = upwards("1560,705,960 1590,680,1180 1600,640,1460");
  const post = (u: number, v: number): Vec3 => {
    const [x, y, z] = middle(u);
    return [x + mix(-60, 60, v), y - side * 24 * Math.sin(v * 3.14), z];
  };
  sheet(post, range(12), range(8), matt("#8f8d89", 0));
  const edge = line((k) => {
    const [x, y, z] = rear(k);
    return [x - 60, y, z];
  });
  pen.stroke(edge, "#121316", 14);
}

/** Roof lining with its lamp, and the parcel shelf. */
function drawRoof({ pen, sheet, soft }: Room): void {
  const roof = (u: number, v: number): Vec3 => [
    mix(1330, 2560, u),
    v * 660,
    1476 - 34 * u * u + 24 * (1 - v * v),
  ];
  sheet(roof, range(16), range(20, -1, 1), lining([0.4, 0.395, 0.38], [1500, 2500], [0.6, 0.7], 640));
  const edge = line((k) => [2560, mix(-560, 560, k), 1444 + 24 * (1 - (2 * k - 1) ** 2)]);
  pen.stroke(edge, "#1b1d20", 12);
  const lamp = circle(0, 0, 1, 40).map(([a, b]): Vec3 => [
    1850 + signedPower(b, 0.5) * 50,
    signedPower(a, 0.5) * 90,
    1494,
  ]);
  pen.shape(lamp, "#dcd9d2", "#8a8884", 5);
  const shelf = (u: number, v: number): Vec3 => [mix(2420, 2760, u), v * 640, 985 + 8 * u];
  sheet(shelf, range(8), range(16, -1, 1), soft);
}

function drawDoor({ pen, sheet, stitch, leather, pad, trim, layout }: Room, side: number): void {
  const depth = (z: number) => 722 - 60 * Math.exp(-(((z - 705) / 52) ** 2)) - 14 * smooth(900, 970, z);
  const door = (x: number, z: number): Vec3 => [x, side * depth(z), z];
  const along = (z: number) => line((k) => door(mix(1330, 2420, k), z));
  const band = (low: number, high: number, shade: Shade, rows: number) =>
    sheet(door, range(22, 1330, 2420), range(rows, low, high), shade);
  band(360, 640, pad, 10);
  band(640, 860, leather, 18);
  band(860, 882, trim, 3);
  band(882, 968, pad, 6);
  pen.stroke(along(968), "#000", 12, 0.7);
  stitch(along(846));
  const pull = range(16, 1620, 1780).map((x) => door(x, 810));
  pen.stroke(pull, "#000", 24, 0.4);
  pen.stroke(
    pull.map((p) => [p[0], p[1] - side * 14, p[2] + 5]),
    "#c9ced3",
    14,
  );
  for (const [radius, colour] of [
    [84, "#0b0c0d"],
    [76, "#24272a"],
    [46, "#2f3337"],
  ] as const) {
    pen.fill(
      circle(1760, 540, radius, 36).map(([x, z]) => door(x, z)),
      colour,
    );
  }
  if (layout.ambient) {
    const light = along(871);
    pen.glow(light, layout.ambient, 40, 0.5);
    pen.stroke(light, "#fff", 3, 0.7);
  }
}

const SEAT = planeCurve(
  pairs("1640,430 1655,600 1720,668 1980,640 2190,618 2250,690 2310,880 2370,1060 2420,1120 2475,1090"),
);

/** Cushion and backrest in one sheet, with bolsters and pipes; then head restraints and an armrest. */
function drawSeats(room: Room): void {
  const { pen, sheet, stitch, leather, layout } = room;
  /** Thickness along the sheet's normal, roughly. */
  const mould = (k: number, y: number) => {
    const fromSeat = Math.min(1, Math.abs(Math.abs(y) - 365) / 300);
    const bolster =
      34 * smooth(0.5, 0.86, fromSeat) - 60 * smooth(0.93, 1.02, fromSeat) * smooth(0.2, 0.24, k);
    const piped = smooth(0.24, 0.3, k) * (1 - smooth(0.8, 0.86, k)) * (1 - smooth(0.42, 0.52, fromSeat));
    const pipe = layout.quilt
      ? 7 * Math.cos((y + k * 1500) / 17) * Math.cos((y - k * 1500) / 17)
      : 9 * Math.abs(Math.sin(k * 44));
    return bolster * smooth(0.16, 0.26, k) + piped * pipe;
  };
  const seat = (k: number, y: number): Vec3 => {
    const [x, z] = SEAT.at(k * SEAT.length);
    const thick = mould(k, y);
    const up = 1 - smooth(0.48, 0.6, k);
    return [x - thick * (1 - up) + 26 * (y / 680) ** 2 * -1, y, z + thick * up];
  };
  sheet(seat, range(90), range(110, -690, 690), leather);
  for (const y of [-365, 365]) {
    for (const edge of [-160, 160]) {
      stitch(range(40, 0.24, 0.46).map((k) => add(seat(k, y + edge), [-3, 0, 3])));
      stitch(range(40, 0.56, 0.86).map((k) => add(seat(k, y + edge), [-5, 0, 0])));
    }
  }
  pen.stroke(
    range(60, -690, 690).map((y) => add(seat(0.5, y), [-4, 0, 0])),
    "#000",
    20,
    0.5,
  );
  drawArmrest(room);
  for (const [y, height, width] of [
    [-365, 1, 1],
    [0, 0.7, 0.86],
    [365, 1, 1],
  ] as const) {
    drawRestraint(room, y, height, width);
  }
  for (const y of [-170, 170]) {
    pen.stroke(
      range(20, 0.5, 0.9).map((k) => add(seat(k, y), [-6, 0, 0])),
      "#000",
      6,
      0.55,
    );
  }
}

/** The armrest, folded down, with two cup holders. */
function drawArmrest({ pen, sheet, stitch, leather, decorHex }: Room): void {
  const top = (u: number, v: number): Vec3 => [
    mix(1930, 2290, u),
    v * 92,
    790 + 14 * (1 - Math.abs(v) ** 3) - 40 * smooth(0.1, 0, u),
  ];
  sheet(top, range(14), range(14, -1, 1), leather);
  sheet((u, v) => [1930, u * 92, mix(700, 760, v)], range(10, -1, 1), range(5), leather);
  for (const y of [-40, 40]) {
    for (const [radius, colour] of [
      [33, decorHex],
      [28, "#060708"],
    ] as const) {
      pen.fill(
        circle(2030, y, radius, 30).map(([x, z]) => [x, z, 806]),
        colour,
      );
    }
  }
  for (const y of [78, -78]) stitch(range(20, 1950, 2280).map((x) => [x, y, 800]));
}

function drawRestraint({ pen, sheet, leather }: Room, y: number, height: number, width: number): void {
  for (const rod of [-50, 50])
    pen.stroke(
      [
        [2425, y + rod, 1100],
        [2425, y + rod, 1180],
      ],
      "#aab1b8",
      11,
    );
  const cushion = (turn: number, rise: number): Vec3 => [
    2425 - 58 * signedPower(Math.cos(turn), 0.7) * signedPower(Math.cos(rise), 0.6),
    y + 128 * width * signedPower(Math.sin(turn), 0.6) * signedPower(Math.cos(rise), 0.35),
    1130 + 92 * height + 82 * height * signedPower(Math.sin(rise), 0.6),
  ];
  sheet(cushion, range(36, -1.57, 1.57), range(24, -1.57, 1.57), leather);
}

/** The inner shoulders of the front seats frame the picture. */
function drawFrontSeat({ sheet, leather }: Room, side: number): void {
  const shoulder = (u: number, v: number): Vec3 => {
    const turn = mix(-0.3, 2.2, u);
    const inwards = 250 * Math.max(0, Math.sin(turn)) ** 0.5 * (0.55 + 0.45 * v);
    return [1330 + 40 * v, side * (585 - inwards), mix(560, 1090, v) - 60 * (1 - Math.sin(turn)) * v];
  };
  sheet(shoulder, range(16), range(20), leather);
}
