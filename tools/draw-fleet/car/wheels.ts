// Wheel arches, with the wheels in them.
import { at, clamp, range, type Vec3 } from "../space/geometry.ts";
import { onSide, type Scene } from "./scene.ts";
import { drawWheel } from "./wheel.ts";

export function drawWheels(scene: Scene): void {
  const { style, view } = scene;
  // The nearer wheel is drawn last.
  const axles = view === "rear" ? [style.frontAxle, style.rearAxle] : [style.rearAxle, style.frontAxle];
  for (const axle of axles) drawArch(scene, axle);
}

function drawArch(scene: Scene, axle: number): void {
  const { body, style, pen, halfWidth } = scene;
  const arc = (radius: number, above = 1) =>
    onSide(
      scene,
      range(70, -0.35, Math.PI + 0.35)
        .map((a) => [axle + radius * Math.cos(a), style.tyreRadius + 6 + radius * Math.sin(a)] as const)
        .filter(([x, z]) => z > body.wall(body.sOfX(x), 0)[2] + above),
    );
  const edge = arc(style.archRadius);
  const inside = (p: Vec3): Vec3 => [p[0], p[1] - 20, p[2] - 30];
  const opening = [inside(at(edge, 0)), ...edge, inside(at(edge, -1))];
  if (style.cladding) {
    const outer = arc(style.archRadius + style.cladding);
    pen.shape([...edge, ...outer.toReversed()], "#121315", "#121315", 4);
    pen.stroke(outer, "#fff", 4, 0.16);
    pen.stroke(arc(style.archRadius + style.cladding / 2), "#fff", 16, 0.07);
  }
  pen.fill(opening, "#050608");
  pen.group(pen.clip(wheelWindow(scene, axle, edge)), () => {
    drawWheel(scene, {
      axle,
      y: body.side(axle, style.tyreRadius + style.archRadius)[1] - 26,
      turn: axle === style.frontAxle ? 0.31 : 0.72,
    });
    const top = style.tyreRadius + style.archRadius;
    const shadow = pen.ramp(
      [axle, halfWidth, top],
      [axle, halfWidth, style.tyreRadius + style.archRadius * 0.45],
      [
        [0, "#000", 0.9],
        [0.35, "#000", 0.45],
        [1, "#000", 0],
      ],
    );
    pen.fill(opening, shadow);
  });
  pen.stroke(edge, "#000", 7, 0.8);
  if (!style.cladding) pen.stroke(arc(style.archRadius + 9, 8), "#fff", 5, 0.33);
}

/** The wheel shows inside the arch and anywhere below the body's lower edge, as path data. */
function wheelWindow({ body, style, camera, pen, view }: Scene, axle: number, arch: readonly Vec3[]): string {
  const lowerEdge = (x: number, step: number) =>
    range(24, 0, 24).map((k) =>
      body.wall(clamp(body.sOfX(clamp(x, 4, style.length - 4)) + k * step, 1, body.way - 1), 0),
    );
  const isFarFront = view === "rear" && axle === style.frontAxle;
  const isFarRear = view !== "rear" && axle === style.rearAxle;
  const ahead = lowerEdge(at(arch, -1)[0], isFarFront ? -4 : -29);
  const behind = lowerEdge(at(arch, 0)[0], isFarRear ? 4 : 29).toReversed();
  const below = (p: Vec3) => {
    const [x, y] = camera.to(p);
    return `${x} ${y + 260}`;
  };
  const top = pen.line([...behind, ...arch, ...ahead], false);
  return `${top}L${below(at(ahead, -1))}L${below(at(behind, 0))}Z`;
}
