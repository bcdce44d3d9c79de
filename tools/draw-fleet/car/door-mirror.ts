// A door mirror: a rounded box, flatter towards the driver, dark underneath.
import { flip, mix, range, signedPower, smooth, type Vec3 } from "../space/geometry.ts";
import type { Shade } from "../space/light.ts";
import { circle } from "../space/outline.ts";
import type { Scene } from "./scene.ts";

export function drawDoorMirror({ body, style, pen, coat, view }: Scene, which: "near" | "far"): void {
  const place = which === "far" ? flip : (p: Vec3) => p;
  const x = style.mirror[0];
  const z = body.beltZ(x) + style.mirror[1];
  const door = body.beltY(x);
  const y = door + 100;
  const foot: Vec3[] = [
    [x - 30, door - 40, z - 62],
    [x + 60, door - 40, z - 62],
    [x + 50, y, z - 50],
    [x - 10, y, z - 50],
  ];
  pen.fill(foot.map(place), "#0c0d0f");

  const box = (a: number, e: number): Vec3 => {
    const height = signedPower(Math.cos(e), 0.6);
    return place([
      x + 20 + (Math.cos(a) < 0 ? 105 : 62) * signedPower(Math.cos(a), 0.8) * height,
      y + 105 * signedPower(Math.sin(a), 0.8) * height,
      z + 68 * signedPower(Math.sin(e), 0.75),
    ]);
  };
  const shade: Shade = (p, n, eye) => {
    const painted = smooth(z - 34, z - 6, p[2]);
    const [r, g, b] = coat(p, n, eye);
    return [mix(0.012, r, painted), mix(0.012, g, painted), mix(0.012, b, painted)];
  };
  pen.surface(box, range(48, -Math.PI, Math.PI), range(24, -Math.PI / 2, Math.PI / 2), {
    shade,
    flip: which === "far",
  });
  if (view === "rear") {
    const glass = circle(y, z, 1, 30);
    pen.fill(
      glass.map(([a, h]) => place([x + 82, y + 88 * (a - y), z + 52 * (h - z)])),
      "#56616b",
    );
  }
}
