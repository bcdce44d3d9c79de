// Writes SVG for points in space. Widths are in millimetres on the car, so lines keep their weight in every
// view.
import type { Camera } from "./camera.ts";
import { range, type Vec3 } from "./geometry.ts";
import type { Shade } from "./light.ts";
import { mesh, type MeshOptions, type Surface } from "./mesh.ts";

/** SVG attributes in camel case. */
type Attributes = Readonly<Record<string, string | number>>;
/** [place from 0 to 1, colour, opacity] */
export type Stop = readonly [number, string, number?];
export type Pen = ReturnType<typeof pen>;

const ROUND = { strokeLinecap: "round", strokeLinejoin: "round" };

/** A pen for one picture. `scale` is pixels to a millimetre in the middle of what is drawn. */
// oxlint-disable-next-line max-lines-per-function -- the strokes of one pen, which share its paper
export function pen(camera: Camera, scale: number, paint: Shade, width = 1200, height = 800) {
  let out = "";
  let defs = "";
  let ids = 0;
  const nextId = () => `p${ids++}`;
  const pixels = (mm: number) => (mm * scale).toFixed(2);

  const line = (points: readonly Vec3[], closed = true) => {
    const places = points.map((point) => {
      const [x, y] = camera.to(point);
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    });
    return `M${places.join("L")}${closed ? "Z" : ""}`;
  };
  const path = (d: string, attributes: Attributes) => {
    const words = Object.entries(attributes).map(
      ([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
    );
    out += `<path d="${d}" ${words.join(" ")}/>`;
  };
  const fill = (points: readonly Vec3[], colour: string, attributes: Attributes = {}) =>
    path(line(points), { fill: colour, ...attributes });
  const stroke = (
    points: readonly Vec3[],
    colour: string,
    mm: number,
    strokeOpacity: number | string = 1,
    attributes: Attributes = {},
  ) =>
    path(line(points, false), {
      fill: "none",
      stroke: colour,
      strokeOpacity,
      strokeWidth: pixels(mm),
      ...ROUND,
      ...attributes,
    });
  const stopList = (stops: readonly Stop[]) =>
    stops
      .map(
        ([offset, colour, opacity = 1]) =>
          `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
      )
      .join("");

  /** A gradient over a circle on the floor, as a fill. */
  const ellipse = (x: number, y: number, radiusX: number, radiusY: number, stops: readonly Stop[]) => {
    const id = nextId();
    const [originX, originY] = camera.to([x, y, 0]);
    const [alongX, alongY] = camera.to([x + 40, y, 0]);
    const [acrossX, acrossY] = camera.to([x, y + 40, 0]);
    const matrix = [
      ((alongX - originX) / 40) * radiusX,
      ((alongY - originY) / 40) * radiusX,
      ((acrossX - originX) / 40) * radiusY,
      ((acrossY - originY) / 40) * radiusY,
      originX,
      originY,
    ].map((v) => v.toFixed(2));
    defs += `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="matrix(${matrix.join()})">${stopList(stops)}</radialGradient>`;
    return `url(#${id})`;
  };
  const whole = (colour: string) => `<rect width="${width}" height="${height}" fill="${colour}"/>`;

  return {
    line,
    path,
    fill,
    stroke,
    raw: (svg: string) => {
      out += svg;
    },
    /** A filled shape with an edge of its own or another colour. */
    shape: (points: readonly Vec3[], colour: string, edge = colour, mm = 6, attributes: Attributes = {}) =>
      path(line(points), {
        fill: colour,
        stroke: edge,
        strokeWidth: pixels(mm),
        strokeLinejoin: "round",
        ...attributes,
      }),
    ring: (points: readonly Vec3[], colour: string, mm: number, strokeOpacity = 1) =>
      path(line(points), {
        fill: "none",
        stroke: colour,
        strokeOpacity,
        strokeWidth: pixels(mm),
        ...ROUND,
      }),
    /** Many shapes as one silhouette, larger by half the width. */
    silhouette: (shapes: readonly (readonly Vec3[])[], colour: string, mm: number) =>
      path(shapes.map((points) => line(points)).join(""), {
        fill: colour,
        stroke: colour,
        strokeWidth: pixels(mm),
        strokeLinejoin: "round",
      }),
    group: (attributes: string, draw: () => void) => {
      out += `<g ${attributes}>`;
      draw();
      out += "</g>";
    },
    /** The attribute that clips a group to some shapes: points in space or ready path data. */
    clip: (...shapes: readonly (string | readonly Vec3[])[]) => {
      const id = nextId();
      const data = shapes.map((shape) => (typeof shape === "string" ? shape : line(shape))).join("");
      defs += `<clipPath id="${id}"><path d="${data}"/></clipPath>`;
      return `clip-path="url(#${id})"`;
    },
    /**
     * Soft edges without a filter (filters cost seconds): one outline drawn many times, from wide and faint
     * to narrow.
     */
    soft: (outline: (k: number) => readonly Vec3[], colour: string, opacity: number, layers = 16) => {
      const rise = (-2 * Math.log(1 - opacity)) / (layers + 1);
      for (let i = 0; i < layers; i++) {
        fill(outline(i / (layers - 1)), colour, {
          fillOpacity: (1 - Math.exp((-rise * (i + 1)) / layers)).toFixed(4),
        });
      }
    },
    /** A soft spot on the floor: a circle in space, drawn as an ellipse that fades out. */
    spot: (x: number, y: number, radiusX: number, radiusY: number, stops: readonly Stop[]) => {
      out += whole(ellipse(x, y, radiusX, radiusY, stops));
    },
    /** The attribute that lets a group fade out with such a spot. */
    mask: (x: number, y: number, radiusX: number, radiusY: number, stops: readonly Stop[]) => {
      const spot = whole(ellipse(x, y, radiusX, radiusY, stops));
      const id = nextId();
      defs += `<mask id="${id}">${spot}</mask>`;
      return `mask="url(#${id})"`;
    },
    /** A line of light: strokes stacked from wide and faint to narrow. */
    glow: (points: readonly Vec3[], colour: string, mm: number, opacity: number, layers = 5) => {
      for (let i = 0; i < layers; i++) {
        stroke(points, colour, mm * (1 - i / layers), ((opacity / layers) * 1.4).toFixed(3));
      }
    },
    /** A gradient between two points in space, to be used as a fill. */
    ramp: (from: Vec3, to: Vec3, stops: readonly Stop[]) => {
      const id = nextId();
      const [x1, y1] = camera.to(from);
      const [x2, y2] = camera.to(to);
      defs += `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopList(stops)}</linearGradient>`;
      return `url(#${id})`;
    },
    /** A shut line: a dark gap with a thin lit edge beside it. */
    gap: (points: readonly Vec3[], mm = 5) => {
      stroke(points, "#fff", mm * 0.7, 0.28, { transform: "translate(0.9 0.7)" });
      stroke(points, "#060608", mm, 0.72);
    },
    /** A smooth surface over two lists of parameters, in the car's paint unless another material is named. */
    surface: (
      surface: Surface,
      us: readonly number[],
      vs: readonly number[],
      { shade = paint, ...options }: MeshOptions & { shade?: Shade } = {},
    ) => {
      out += mesh(camera, surface, us, vs, shade, options);
    },
    svg: (back = "", front = "") =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${back}${out}${front}</svg>`,
  };
}

/** A line of points from a function of 0 to 1. */
export const line = (f: (k: number) => Vec3, steps = 60): Vec3[] => range(steps).map(f);
