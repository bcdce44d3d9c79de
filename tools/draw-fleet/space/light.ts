// Light and colour: an imagined studio that the paint mirrors. Colours are linear light, [red, green, blue]
// from 0 to 1.
import { clamp, dot, mix, mul, smooth, sub, unit, type Vec3 } from "./geometry.ts";

export type Colour = Vec3;
/** The colour of a point with that normal, seen from the eye. */
export type Shade = (point: Vec3, normal: Vec3, eye: Vec3) => Colour;

const channel = (hex: string, from: number): number => (parseInt(hex.slice(from, from + 2), 16) / 255) ** 2.2;
export const fromHex = (hex: string): Colour => [channel(hex, 1), channel(hex, 3), channel(hex, 5)];

/** Very bright values bend softly to white. Steps of two in 255 let neighbouring cells share a colour. */
export function toHex(colour: Colour): string {
  const digits = colour.map((v) => {
    const k = v > 0.8 ? 0.8 + 0.2 * (1 - Math.exp(-(v - 0.8) / 0.2)) : v;
    return Math.min(255, Math.round(127.5 * clamp(k) ** (1 / 2.2)) * 2)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${digits.join("")}`;
}

/**
 * The brightness in a mirror that looks in a direction: a dim wall with one long strip light, a dark line at the
 * horizon, a pale floor, and a large softbox overhead. Only the height of the direction matters. `dim` is 1 for
 * black paint, which needs a dark room with bright lamps, and 0 for other paint.
 */
export function studio(direction: Vec3, high = 1, dim = 0): number {
  const rise = direction[2];
  const strip = 3.8 * high * smooth(0.13, 0.175, rise) * (1 - smooth(0.22, 0.32, rise));
  const softbox = 2.4 * smooth(0.68, 0.84, rise) * (1 - 0.5 * smooth(0.9, 1, rise)) * (1 - 0.35 * dim);
  const sky = mix(0.42, 0.22, smooth(0.02, 0.5, rise)) * (1 - 0.72 * dim) + softbox;
  const floor =
    mix(0.05, mix(0.66, 0.17, dim), smooth(-0.03, -0.4, rise)) + 0.3 * dim * smooth(-0.5, -0.95, rise);
  return mix(floor, sky + strip, smooth(-0.03, 0.03, rise));
}

/** What is mirrored at a point, and how squarely it is seen (1 is face on). */
export function mirrored(point: Vec3, normal: Vec3, eye: Vec3, high = 1, dim = 0) {
  const view = unit(sub(eye, point));
  const facing = Math.max(0, dot(normal, view));
  return { facing, seen: studio(sub(mul(normal, 2 * facing), view), high, dim) };
}

const lampInFront = unit([-0.45, 0.55, 0.75]);
const lampBehind = unit([0.34, 0.6, 0.76]);

/**
 * Car paint. `metal` runs from 0, plain enamel, to 1, metallic flakes, which get their light from reflections.
 * Dark paint is seen by its reflections, pale paint by its shading. In the rear view the lamp is behind the car,
 * too.
 */
export function lacquer(base: Colour, { gloss = 1, metal = 0, rear = false } = {}): Shade {
  const lamp = rear ? lampBehind : lampInFront;
  const strongest = Math.max(...base);
  const dark = Math.exp(-strongest * 16);
  const dim = smooth(0.55, 0.95, dark);
  const pale = smooth(0.6, 0.9, strongest);
  const mirror = gloss * (1 + 1.7 * dark + 0.5 * metal);
  const matt = mix(0.62, 0.4, metal) * (1 + 0.16 * pale);
  const flakes = mix(0.5, 0.78, metal) * (1 - 0.12 * pale);
  return (point, normal, eye) => {
    const { facing, seen } = mirrored(point, normal, eye, smooth(240, 620, point[2]), dim);
    const soft = 0.3 + 0.14 * pale + 0.3 * normal[2] + 0.5 * Math.max(0, dot(normal, lamp));
    const fresnel = 0.026 + 0.34 * (1 - facing) ** 5;
    const low = mix(0.5, 1, smooth(140, 640, point[2])); // less light reaches the sill
    const flop = 1 - 0.3 * metal * (1 - facing);
    const lit = (b: number, cool: number) =>
      low * flop * b * (matt * soft + flakes * seen) +
      mirror * low * fresnel * seen * mix(1, cool, dark) +
      0.0015;
    return [lit(base[0], 0.97), lit(base[1], 1), lit(base[2], 1.05)];
  };
}
