// What both pictures of the inside share. Millimetres; x to the rear, y to the left, z up.
import { camera, type Camera } from "../space/camera.ts";
import { at, cross, dot, sub, type Vec2, type Vec3 } from "../space/geometry.ts";
import type { Shade } from "../space/light.ts";
import type { MeshOptions, Surface } from "../space/mesh.ts";
import { pen, type Pen } from "../space/pen.ts";
import { layouts, type Layout, type Upholstery } from "./layouts.ts";
import { matt, satin } from "./materials.ts";

const WIDTH = 1200;
const HEIGHT = 800;
export const MIDDLE = WIDTH / 2;
export const SIDES = [1, -1] as const;

export type Room = {
  readonly layout: Layout;
  readonly camera: Camera;
  readonly pen: Pen;
  readonly decorHex: string;
  readonly leather: Shade;
  readonly pad: Shade;
  readonly soft: Shade;
  readonly trim: Shade;
  /** A surface that finds out by itself which way faces the viewer. */
  readonly sheet: (
    surface: Surface,
    us: readonly number[],
    vs: readonly number[],
    shade: Shade,
    options?: MeshOptions,
  ) => void;
  readonly stitch: (line: readonly Vec3[]) => void;
};

export function roomOf(
  upholstery: Upholstery,
  look: { eye: Vec3; target: Vec3; zoom: number; centre: Vec2 },
): Room {
  const layout = layouts[upholstery.layout];
  const decorHex = upholstery.decor ?? layout.decor;
  const leather = matt(upholstery.hide ?? layout.hide);
  const eye = camera({
    eye: look.eye,
    target: look.target,
    frame: { zoom: look.zoom, centre: look.centre },
  });
  const p = pen(eye, 0.75, leather, WIDTH, HEIGHT);
  return {
    layout,
    camera: eye,
    pen: p,
    decorHex,
    leather,
    pad: matt(layout.pad ?? "#24272b", 0.03),
    soft: matt("#17191c", 0.04),
    trim: satin(decorHex),
    sheet: (surface, us, vs, shade, options = {}) => {
      const [u, v] = [at(us, us.length >> 1), at(vs, vs.length >> 1)];
      const here = surface(u, v);
      const normal = cross(sub(surface(u, v + 1e-3), here), sub(surface(u + 1e-3, v), here));
      p.surface(surface, us, vs, { shade, flip: dot(normal, sub(look.eye, here)) < 0, ...options });
    },
    stitch: (line) => {
      const groove = line.map((q): Vec3 => [q[0] + 1, q[1], q[2] - 3]);
      p.stroke(groove, "#000", 4, 0.35);
      p.stroke(line, layout.stitch, 2.6, 0.75, { strokeDasharray: "5 3.4", strokeLinecap: "butt" });
    },
  };
}

/** The whole picture, with darker corners. */
export function finished({ pen: p }: Room): string {
  const shade =
    '<radialGradient id="shade" gradientUnits="userSpaceOnUse" cx="600" cy="330" r="800">' +
    '<stop offset=".5" stop-opacity="0"/><stop offset="1" stop-opacity=".5"/></radialGradient>' +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`;
  return p.svg(`<rect width="${WIDTH}" height="${HEIGHT}" fill="#0a0b0c"/>`, shade);
}
