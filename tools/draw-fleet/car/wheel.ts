// A wheel: tyre and rim as surfaces of revolution, spokes as bevelled blades.
import type { Camera } from "../space/camera.ts";
import {
  at,
  cross,
  dot,
  mix,
  planeCurve,
  range,
  smooth,
  sub,
  unit,
  type Curve,
  type Vec2,
  type Vec3,
} from "../space/geometry.ts";
import { studio, toHex, type Shade } from "../space/light.ts";
import { mesh, type Surface } from "../space/mesh.ts";
import { wheelDesigns, type Blade } from "./wheel-designs.ts";
import type { Scene } from "./scene.ts";

const TAU = Math.PI * 2;

type Wheel = {
  readonly camera: Camera;
  readonly middle: Vec3;
  readonly radius: number;
  readonly width: number;
  /** Outer radius of the rim, as millimetres and as a share of the tyre's. */
  readonly rim: number;
  readonly rimShare: number;
  readonly hub: number;
  /** How bright the alloy is by itself, and with its reflections. */
  readonly tone: Vec2;
  /** The number of pixels in a millimetre. */
  readonly px: number;
  /** A point by radius, angle and depth behind the wheel's outer face. */
  readonly point: (radius: number, angle: number, depth: number) => Vec3;
};

const TONES = { silver: [0.16, 0.72], dark: [0.035, 0.3], two: [0.1, 0.5] } as const;

export function drawWheel(
  { camera, style, pen }: Scene,
  place: { axle: number; y: number; turn: number },
): void {
  const { axle, y, turn } = place;
  const radius = style.tyreRadius;
  const rim = radius * style.rim;
  const wheel: Wheel = {
    camera,
    middle: [axle, y, radius],
    radius,
    width: style.tyreWidth,
    rim,
    rimShare: style.rim,
    hub: rim * 0.2,
    tone: TONES[style.rimFinish],
    px: camera.scale([axle, y, radius]),
    point: (r, a, depth) => [axle + r * Math.cos(a), y - depth, radius + r * Math.sin(a)],
  };
  const { repeats, blades } = wheelDesigns[style.wheel];
  const spokes = Array.from({ length: repeats }, (_, i) =>
    blades.map((blade) => spoke(wheel, turn + (i * TAU) / repeats, blade)),
  ).flat();
  pen.raw(tyre(wheel));
  pen.raw(filled(ring(wheel, rim * 1, 4), "#0a0b0c"));
  pen.group(pen.clip(ring(wheel, rim * 0.99, 5)), () => {
    pen.raw(barrelAndBrake(wheel));
    pen.raw(spokes.map((s) => s.back).join(""));
  });
  pen.raw(spokes.map((s) => s.front).join(""));
  pen.raw(lipAndHub(wheel, turn));
}

const outline = ({ camera }: Wheel, points: readonly Vec3[], closed = true): string => {
  const places = points.map((point) => {
    const [x, y] = camera.to(point);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  });
  return `M${places.join("L")}${closed ? "Z" : ""}`;
};
const ring = (wheel: Wheel, radius: number, depth: number): string =>
  outline(
    wheel,
    range(72)
      .slice(0, 72)
      .map((k) => wheel.point(radius, k * TAU, depth)),
  );
const filled = (path: string, colour: string): string => `<path d="${path}" fill="${colour}"/>`;
const lined = (path: string, colour: string, opacity: number, width: number): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}"/>`;
/** A profile of [depth, radius] turned round the axle. */
const turned =
  (wheel: Wheel, profile: Curve<Vec2>): Surface =>
  (k, angle) => {
    const [depth, radius] = profile.at(k * profile.length);
    return wheel.point(radius, angle, depth);
  };

/** Draws the back first, then tread, shoulder, side and bead. */
function tyre(wheel: Wheel): string {
  const { radius: r, width: w, camera, px } = wheel;
  const rubber: Shade = (_, n) => {
    const lit = Math.max(0, dot(n, unit([-0.6, 0.7, 0.5]))) ** 2;
    const v = 0.008 + 0.012 * Math.max(0, n[2]) + 0.02 * lit + 0.002 * Math.max(0, n[1]);
    return [v, v * 1.03, v * 1.08];
  };
  const profile = planeCurve([
    [w, r * 0.97],
    [w * 0.9, r],
    [w * 0.5, r * 1.003],
    [w * 0.13, r],
    [w * 0.045, r * 0.982],
    [0, r * 0.93],
    [-3, r * 0.86],
    [2, r * 0.78],
    [9, r * (wheel.rimShare + 0.012)],
  ]);
  const grooves = (
    [
      [0.955, 0.35],
      [0.9, 0.12],
      [0.765, 0.25],
    ] as const
  ).map(([share, opacity]) => lined(ring(wheel, r * share, 0), "#000", opacity, 2.5 * px));
  return [
    filled(ring(wheel, r * 0.985, w), "#08090a"),
    mesh(camera, turned(wheel, profile), range(20), range(72, 0, TAU), rubber, {
      flip: true,
      fine: 2,
    }),
    ...grooves,
    lined(ring(wheel, r * 0.945, -1), "#fff", 0.05, 2 * px),
  ].join("");
}

/** What shows between the spokes. */
function barrelAndBrake(wheel: Wheel): string {
  const { rim, radius, width, camera, px, point } = wheel;
  const shade: Shade = (p, n) => {
    const v = 0.012 + 0.05 * studio(n) * smooth(radius * 1.5, radius * 0.6, p[2]);
    return [v, v, v * 1.05];
  };
  const barrel: Surface = (k, angle) => point(rim * mix(0.99, 0.93, k), angle, mix(6, width * 0.62, k));
  const disc = width * 0.42;
  const holes = range(40).map((k) => {
    const [x, y] = camera.to(point(rim * (0.48 + (0.2 * ((k * 40) % 3)) / 2), k * TAU, disc));
    return dot2d(x, y, 3 * px, "#1a1c1e");
  });
  const caliper = range(14, 0.35, 1.2); // towards the rear top
  return [
    mesh(camera, barrel, range(4), range(60, 0, TAU), shade, { flip: true, fine: 3 }),
    filled(ring(wheel, rim * 0.93, width * 0.62), "#08090a"),
    filled(ring(wheel, rim * 0.74, disc), "#17191b"),
    filled(ring(wheel, rim * 0.72, disc), "#2a2d30"),
    ...[0.7, 0.63, 0.56, 0.5].map((share) => lined(ring(wheel, rim * share, disc), "#44484d", 0.5, 3 * px)),
    ...holes,
    filled(ring(wheel, rim * 0.42, disc), "#1b1d1f"),
    filled(
      outline(wheel, [
        ...caliper.map((a) => point(rim * 0.8, a - 0.4, disc - 12)),
        ...caliper.toReversed().map((a) => point(rim * 0.52, a - 0.4, disc - 12)),
      ]),
      "#24272a",
    ),
  ].join("");
}

const dot2d = (x: number, y: number, radius: number, colour: string): string =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(2)}" fill="${colour}"/>`;

/** Spokes are dished: their depth at a radius. */
const dish = ({ rim }: Wheel, radius: number): number => mix(30, 4, smooth(0.12, 1, radius / rim));

/** A blade has two bevelled halves that catch different light, and dark flanks behind them. */
function spoke(wheel: Wheel, turn: number, { angles, widths, from = 0.2, to = 0.985 }: Blade) {
  const { rim, point, px } = wheel;
  const middle = range(6).map((k) => {
    const radius = mix(rim * from, rim * to, k);
    const angle = mix(turn + angles[0], turn + angles[1], k);
    const width = mix((widths[0] * rim) / 250, (widths[1] * rim) / 250, k);
    return { radius, angle, half: (width * (1 + 0.25 * (2 * k - 1) ** 2)) / 2 };
  });
  const edge = (side: number, deeper: number) =>
    middle.map(({ radius, angle, half }) =>
      point(radius, angle + (side * half) / Math.max(radius, 20), dish(wheel, radius) + deeper),
    );
  const [left, right, leftBack, rightBack] = [edge(-1, 7), edge(1, 7), edge(-0.8, 46), edge(0.8, 46)];
  const ridge = middle.map(({ radius, angle }) => point(radius, angle, dish(wheel, radius)));
  const normal = (a: readonly Vec3[], b: readonly Vec3[]): Vec3 => {
    const n = unit(cross(sub(at(a, 0), at(b, -1)), sub(at(a, -1), at(b, 0))));
    return n[1] < 0 ? [-n[0], -n[1], -n[2]] : n;
  };
  const between = (a: readonly Vec3[], b: readonly Vec3[]) => outline(wheel, [...a, ...b.toReversed()]);
  const lit = alloyFace(wheel, normal(left, ridge), 1);
  return {
    back:
      filled(between(left, leftBack), "#1c1e21") +
      filled(between(right, rightBack), "#141618") +
      filled(between(leftBack, rightBack), "#101214"),
    front:
      `<path d="${between(left, ridge)}" fill="${lit}" stroke="${lit}" stroke-width=".4"/>` +
      filled(between(right, ridge), alloyFace(wheel, normal(right, ridge), 0.86)) +
      lined(outline(wheel, left, false), "#fff", 0.35, 1.6 * px),
  };
}

/** What an alloy surface mirrors. */
const mirror = (normal: Vec3, view: Vec3): number => {
  const k = 2 * dot(normal, view);
  return studio([normal[0] * k - view[0], normal[1] * k - view[1], normal[2] * k - view[2]]);
};

function alloyFace({ camera, middle, tone }: Wheel, n: Vec3, shade: number): string {
  const mirrored = mirror(n, unit(sub(camera.eye, middle)));
  const lit = Math.max(0, n[2] * 0.6 + n[1] * 0.6 - n[0] * 0.25);
  const v = (tone[0] + tone[1] * (0.35 * mirrored + 0.4 * lit)) * shade;
  return toHex([v, v * 1.01, v * 1.035]);
}

function lipAndHub(wheel: Wheel, turn: number): string {
  const { camera, radius, rim, rimShare, hub, tone, px, point } = wheel;
  const alloy: Shade = (p, n, eye) => {
    const v = tone[0] + tone[1] * (0.5 * mirror(n, unit(sub(eye, p))) + 0.25 * Math.max(0, n[2]));
    return [v, v * 1.01, v * 1.03];
  };
  const lip = planeCurve([
    [9, radius * (rimShare + 0.014)],
    [1, radius * (rimShare + 0.006)],
    [0, rim * 0.985],
    [8, rim * 0.955],
    [16, rim * 0.95],
  ]);
  const depth = dish(wheel, hub);
  const cap = planeCurve([
    [depth + 6, hub * 1.25],
    [depth - 2, hub * 1.1],
    [depth - 6, hub * 0.8],
    [depth - 4, hub * 0.62],
  ]);
  const nuts = range(4, 0, 4).map((i) => {
    const [x, y] = camera.to(point(hub * 0.98, turn + ((i + 0.5) * TAU) / 5, depth - 6));
    return dot2d(x, y, 8 * px, "#1d1f22");
  });
  const options = { flip: true, fine: 3 };
  return [
    mesh(camera, turned(wheel, lip), range(8), range(90, 0, TAU), alloy, options),
    mesh(camera, turned(wheel, cap), range(8), range(48, 0, TAU), alloy, options),
    ...nuts,
    filled(ring(wheel, hub * 0.64, depth - 4), "#2a2d31"),
    filled(ring(wheel, hub * 0.5, depth - 6), "#3b3f44"),
    lined(ring(wheel, hub * 0.5, depth - 6), "#c8ccd0", 0.6, 2 * px),
  ].join("");
}
