import { range, type Vec3 } from "../space/geometry.ts";
import { mirrored, type Shade } from "../space/light.ts";
import type { Style } from "../styles/bodies.ts";

/** Glass is nearly black, and a mirror that grows stronger at flat angles. */
export const glass =
  (strength = 1): Shade =>
  (point, normal, eye) => {
    const { seen, facing } = mirrored(point, normal, eye);
    const mirror = (0.06 + 0.75 * (1 - facing) ** 4) * strength;
    return [0.013 + mirror * seen, 0.0155 + mirror * seen, 0.0185 + mirror * seen];
  };

/** The steering wheel as a dark ring, `ahead` of the front seat and `up` from its base, in millimetres. */
export const steeringWheel = (style: Style, ahead: number, up: number): Vec3[] =>
  range(30).map((k) => [
    (style.seats[0] ?? 0) - ahead + 55 * Math.sin(k * 6.2832),
    370 + 185 * Math.cos(k * 6.2832),
    style.seatZ + up + 168 * Math.sin(k * 6.2832),
  ]);
