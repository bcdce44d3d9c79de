import { cross, dot, sub, unit, type Vec2, type Vec3 } from "./geometry.ts";

export type Camera = {
  readonly eye: Vec3;
  /** Where a point in space lies in the picture, in its pixels. */
  readonly to: (point: Vec3) => Vec2;
  /** The number of pixels in a millimetre at a point. */
  readonly scale: (point: Vec3) => number;
};
/** Magnification, and where the optical axis meets the picture. */
export type Frame = { readonly zoom: number; readonly centre: Vec2 };
/** Across, down and depth before magnification. */
type Project = (point: Vec3) => Vec3;

export function camera(options: {
  eye: Vec3;
  target: Vec3;
  frame: Frame | ((project: Project) => Frame);
}): Camera {
  const { eye, target } = options;
  const ahead = unit(sub(target, eye));
  const right = unit(cross(ahead, [0, 0, 1]));
  const up = cross(right, ahead);
  const project: Project = (point) => {
    const way = sub(point, eye);
    const depth = dot(way, ahead);
    // A car's space is left-handed (x to the rear, y towards the viewer): mirrored, so that the nose points
    // left.
    return [dot(way, [right[0] * -1, right[1] * -1, right[2] * -1]) / depth, -dot(way, up) / depth, depth];
  };
  const { zoom, centre } = typeof options.frame === "function" ? options.frame(project) : options.frame;
  return {
    eye,
    to: (point) => {
      const [across, down] = project(point);
      return [centre[0] + zoom * across, centre[1] + zoom * down];
    },
    scale: (point) => zoom / project(point)[2],
  };
}

/** Makes the points as large as the box allows, standing on its bottom and in the middle of the picture. */
export function fitted(
  points: readonly Vec3[],
  box: { width: number; height: number; bottom: number },
  imageWidth: number,
): (project: Project) => Frame {
  return (project) => {
    const seen = points.map(project);
    const across = seen.map((p) => p[0]);
    const down = seen.map((p) => p[1]);
    const [left, right] = [Math.min(...across), Math.max(...across)];
    const [top, bottom] = [Math.min(...down), Math.max(...down)];
    const zoom = Math.min(box.width / (right - left), box.height / (bottom - top));
    return {
      zoom,
      centre: [imageWidth / 2 - (zoom * (left + right)) / 2, box.bottom - zoom * bottom],
    };
  };
}
