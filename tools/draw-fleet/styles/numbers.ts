// Lists of points, written as SVG writes them: "0,0.9 0.33,0.895".
import type { Vec2, Vec3 } from "../space/geometry.ts";

export const pairs = (text: string): Vec2[] =>
  text.split(" ").map((point) => {
    const [a, b, ...more] = point.split(",").map(Number);
    return [checked(a, text), more.length === 0 ? checked(b, text) : checked(undefined, text)];
  });

export const triples = (text: string): Vec3[] =>
  text.split(" ").map((point) => {
    const [a, b, c] = point.split(",").map(Number);
    return [checked(a, text), checked(b, text), checked(c, text)];
  });

function checked(value: number | undefined, text: string): number {
  if (value === undefined || !Number.isFinite(value)) throw new Error(`not a list of points: ${text}`);
  return value;
}
