// Cloth, leather and plastic, and satin trim.
import { add, dot, mix, smooth, sub, unit, type Vec3 } from "../space/geometry.ts";
import { fromHex, mirrored, type Colour, type Shade } from "../space/light.ts";

const fromWindow = unit([0.1, 0.62, 0.76]);
const fromSky = unit([-0.62, -0.1, 0.78]);

const each = ([r, g, b]: Colour, change: (v: number) => number): Colour => [change(r), change(g), change(b)];

/** Soft light from windows on the left and ahead; less of it near the floor. */
export function matt(hex: string, shine = 0.05): Shade {
  const base = fromHex(hex);
  return (p, n, eye) => {
    const open = mix(0.3, 1, smooth(380, 860, p[2]));
    const half = unit(add(unit(sub(eye, p)), fromWindow));
    const light =
      open *
      (0.3 +
        0.5 * Math.max(0, dot(n, fromWindow)) +
        0.34 * Math.max(0, dot(n, fromSky)) +
        0.12 * Math.max(0, n[0]));
    const gleam = shine * open * Math.max(0, dot(n, half)) ** 14;
    return each(base, (v) => v * light * 1.5 + gleam + 0.0012);
  };
}

export function satin(hex: string): Shade {
  const base = fromHex(hex);
  return (p, n, eye) => {
    const { seen, facing } = mirrored(p, n, eye, 0.5);
    const fresnel = 0.07 + 0.5 * (1 - facing) ** 4;
    return each(base, (v) => v * (0.5 + 0.35 * seen) + fresnel * 0.5 * seen);
  };
}

/** Roof lining: darker towards the rear (between two places) and towards its sides. */
export const lining =
  (
    colour: Colour,
    [from, to]: readonly [number, number],
    [far, edge]: readonly [number, number],
    halfWidth: number,
  ): Shade =>
  (p: Vec3) =>
    each(colour, (v) => v * mix(0.95, far, smooth(from, to, p[0])) * mix(1, edge, (p[1] / halfWidth) ** 2));
