// The front of the inside, seen from between the front seats.
import type { BodyStyle } from "#domain/cars/body-styles.ts";
import type { Paint } from "#domain/cars/paints.ts";
import { mix, range, signedPower, smooth, spaceCurve, spline, type Vec3 } from "../space/geometry.ts";
import { fromHex, lacquer, type Shade } from "../space/light.ts";
import { circle } from "../space/outline.ts";
import { line } from "../space/pen.ts";
import { pairs, triples } from "../styles/numbers.ts";
import { drawConsole, drawFrontSeats } from "./console.ts";
import { drawDashboard } from "./dashboard.ts";
import { drawDisplays } from "./displays.ts";
import { upholstery } from "./layouts.ts";
import { lining, matt } from "./materials.ts";
import { finished, MIDDLE, roomOf, SIDES, type Room } from "./room.ts";
import { drawSteeringWheel } from "./steering-wheel.ts";

/** SVG of a body's cabin; the paint shows on the bonnet. */
export function drawCabin(body: BodyStyle, paint: Paint): string {
  const room = roomOf(upholstery[body], {
    eye: [1455, -30, 1275],
    target: [300, 0, 965],
    zoom: 560,
    centre: [MIDDLE, 322],
  });
  drawLandscape(room, paint);
  drawRoof(room);
  for (const side of SIDES) drawScreenPillar(room, side);
  drawMirror(room);
  room.pen.fill(triples("560,760,560 560,-760,560 1300,-760,330 1300,760,330"), "#08090a");
  for (const side of SIDES) drawDoor(room, side);
  drawDashboard(room);
  drawConsole(room);
  for (const side of SIDES) drawFrontSeats(room, side);
  drawDisplays(room);
  drawSteeringWheel(room);
  return finished(room);
}

/** Sky, hills and road, then the bonnet in the car's paint. */
function drawLandscape({ pen, sheet }: Room, paint: Paint): void {
  pen.raw(
    '<linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#9fc3e6"/><stop offset=".7" stop-color="#dfeaf2"/><stop offset="1" stop-color="#f6f1e4"/></linearGradient>' +
      '<linearGradient id="land" x2="0" y2="1"><stop offset="0" stop-color="#c3c9bd"/><stop offset=".5" stop-color="#a4ab98"/><stop offset="1" stop-color="#8b917f"/></linearGradient>' +
      '<rect width="1200" height="240" fill="url(#sky)"/><rect y="216" width="1200" height="320" fill="url(#land)"/>',
  );
  const drawHills = (y: number, rise: number, seed: number, fill: string) => {
    const crest = range(60).map((k) => {
      const wave = 0.55 * Math.sin(k * 9 + seed) + 0.3 * Math.sin(k * 23 + seed * 2) + 0.1 * Math.sin(k * 61);
      return `L${(1200 * k).toFixed(0)} ${(y - rise * wave).toFixed(1)}`;
    });
    pen.raw(`<path fill="${fill}" d="M0 222${crest.join("")}L1200 222Z"/>`);
  };
  drawHills(176, 24, 1, "#bccbd6");
  drawHills(192, 17, 4, "#a3b6bd");
  drawHills(206, 9, 2, "#8fa39c");
  drawHills(214, 4, 5, "#84957f");
  pen.raw(
    '<path fill="#a7a9a8" d="M592 219H612L960 420H330Z"/>' +
      '<path fill="#eceae2" d="M601 222L604 222L622 262L612 262ZM616 280L628 280L650 330L634 330Z" fill-opacity=".85"/>',
  );
  const coat = lacquer(fromHex(paint.hex), { gloss: 0.4 });
  const calm: Shade = (p, n, eye) => {
    const [r, g, b] = coat(p, n, eye);
    return [r * 0.72, g * 0.72, b * 0.72];
  };
  const bonnet = (u: number, v: number): Vec3 => {
    const crease = 16 * Math.exp(-(((Math.abs(v) - 0.55) / 0.12) ** 2)) * (1 - u);
    return [mix(90, -900, u), v * mix(720, 640, u), 905 + 34 * (1 - v * v) - 95 * u * u + crease];
  };
  sheet(bonnet, range(24), range(40, -1, 1), calm);
}

function drawRoof({ pen, sheet }: Room): void {
  const roof = (u: number, v: number): Vec3 => [mix(640, 1330, u), v * 680, 1488 + 26 * (1 - v * v) + 48 * u];
  sheet(roof, range(12), range(20, -1, 1), lining([0.42, 0.415, 0.4], [640, 1200], [0.55, 0.72], 680));
  const header = line((k) => [640, mix(-680, 680, k), 1488 + 26 * (1 - (2 * k - 1) ** 2)]);
  pen.stroke(header, "#2b2d30", 14);
}

/** The pillar beside the windscreen, and the sun visor. */
function drawScreenPillar({ pen, sheet }: Room, side: number): void {
  const curve = spaceCurve(triples("120,712,930 330,682,1130 560,648,1380 660,630,1492"));
  const along = (u: number): Vec3 => {
    const [x, y, z] = curve.at(u * curve.length);
    return [x, side * y, z];
  };
  const round = (u: number, v: number): Vec3 => {
    const [x, y, z] = along(u);
    const turn = mix(-1.2, 1.9, v);
    return [x + 62 * Math.sin(turn), y - side * 30 * Math.cos(turn), z];
  };
  const cloth = matt("#a9a7a3", 0);
  sheet(round, range(24), range(14), (p, n) => cloth(p, n, [1400, 0, 1275]));
  const edge = line((k) => {
    const [x, y, z] = along(k);
    return [x - 52, y - side * 12, z];
  });
  pen.stroke(edge, "#121316", 16);
  const visor = (u: number, v: number): Vec3 => [
    mix(650, 790, v),
    side * mix(90, 560, u),
    1474 - 34 * v + 12 * Math.sin(v * 3),
  ];
  sheet(visor, range(12), range(6), matt("#c9c7c2", 0));
  const outline = triples("790,90,1440 790,560,1440 650,560,1474 650,90,1474");
  pen.ring(
    outline.map(([x, y, z]) => [x, side * y, z]),
    "#5b5955",
    4,
    0.6,
  );
}

function drawMirror({ pen }: Room): void {
  const box = (halfWidth: number, halfHeight: number, x: number) =>
    circle(0, 0, 1, 48).map(([a, b]): Vec3 => [
      x,
      -10 + signedPower(a, 0.38) * halfWidth,
      1392 + signedPower(b, 0.38) * halfHeight,
    ]);
  pen.fill(triples("650,12,1470 650,-32,1470 690,-36,1420 690,16,1420"), "#1a1c1f");
  pen.shape(box(122, 37, 700), "#191b1e", "#0c0d0e", 8);
  const glass = box(112, 29, 704);
  const sky = pen.ramp(
    [704, 100, 1400],
    [704, -120, 1400],
    [
      [0, "#3f4d58"],
      [0.4, "#a9bac6"],
      [0.55, "#7e919e"],
      [1, "#2c3740"],
    ],
  );
  pen.fill(glass, sky);
  pen.ring(glass, "#000", 3, 0.6);
}

const DOOR = spline(pairs("330,735 480,722 600,716 690,652 735,640 770,690 860,716 930,706 965,716"));

/** The door: one profile from the sill to the belt line, in bands of different material. */
function drawDoor({ pen, sheet, stitch, leather, pad, trim, soft, layout }: Room, side: number): void {
  const door = (x: number, z: number): Vec3 => [
    x,
    side * (DOOR(z) - 26 * smooth(700, 300, x)),
    z + 0.06 * (650 - x) * smooth(800, 960, z) * -1,
  ];
  const along = (z: number, from = 330) => line((k) => door(mix(from, 1400, k), z));
  const band = (low: number, high: number, shade: Shade, rows = 8) =>
    sheet(door, range(26, 330, 1400), range(rows, low, high), shade);
  band(330, 600, soft);
  band(600, 772, leather, 16);
  band(772, 872, leather, 8);
  band(872, 892, trim, 3);
  band(892, 966, pad, 8);
  pen.stroke(along(966), "#000", 12, 0.7);
  pen.stroke(along(893), "#fff", 2.5, 0.5);
  stitch(along(742, 420));
  stitch(along(862, 420));

  const pull = range(20, 560, 760).map((x) => door(x, 812));
  pen.stroke(pull, "#000", 26, 0.4);
  pen.stroke(
    pull.map((p) => [p[0], p[1] - side * 14, p[2] + 6]),
    "#c9ced3",
    15,
  );
  pen.stroke(
    pull.map((p) => [p[0], p[1] - side * 15, p[2] + 10]),
    "#fff",
    4,
    0.8,
  );
  const loudspeaker = [
    [96, "#000", 0.45],
    [88, "#1f2225", 1],
    [60, "#2c3034", 1],
    [30, "#1b1d20", 1],
  ] as const;
  for (const [radius, colour, fillOpacity] of loudspeaker) {
    pen.fill(
      circle(640, 490, radius, 40).map(([x, z]) => door(x, z)),
      colour,
      { fillOpacity },
    );
  }
  if (layout.ambient) {
    const light = along(868, 350);
    pen.glow(light, layout.ambient, 40, 0.5);
    pen.stroke(light, "#fff", 3, 0.7);
  }
}
