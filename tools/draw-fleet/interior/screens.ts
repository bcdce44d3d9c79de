// What displays show, drawn flat in `w` by `h` units, as SVG.
import { range } from "../space/geometry.ts";

const filled = (d: string, attributes: string): string => `<path d="${d}" ${attributes}/>`;
const lined = (d: string, colour: string, width: number): string =>
  filled(d, `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"`);
const box = (x: number, y: number, w: number, h: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`;
const disc = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

/** A map with a route, and cards at the side unless it is a small one. */
export function mapScreen(w: number, h: number, isSmall: boolean): string {
  const m = isSmall ? w : w * 0.64;
  const streets = range(7).map(
    (i) =>
      lined(
        `M-10 ${h * (i * 1.2 - 0.1)}C${m * 0.3} ${h * (i * 1.1 - 0.2)} ${m * 0.6} ${h * (i + 0.15)} ${m} ${h * (i * 1.15 - 0.1)}`,
        "#33485a",
        4,
      ) +
      lined(
        `M${m * i} 0C${m * (i - 0.1)} ${h * 0.4} ${m * (i + 0.08)} ${h * 0.6} ${m * (i - 0.04)} ${h}`,
        "#2b3f50",
        3,
      ),
  );
  return [
    box(0, 0, w, h, "#101a23"),
    box(0, 0, m, h, "#1c2b37"),
    ...streets,
    filled(
      `M0 ${h * 0.72}C${m * 0.2} ${h * 0.6} ${m * 0.36} ${h * 0.9} ${m * 0.5} ${h}H0Z`,
      'fill="#245672"',
    ),
    filled(
      `M${m * 0.7} 0C${m * 0.74} ${h * 0.2} ${m * 0.9} ${h * 0.3} ${m} ${h * 0.24}V0Z`,
      'fill="#24463a"',
    ),
    lined(
      `M${m * 0.26} ${h}C${m * 0.34} ${h * 0.6} ${m * 0.72} ${h * 0.72} ${m * 0.64} ${h * 0.28}`,
      "#5ccaff",
      9,
    ),
    disc(m * 0.64, h * 0.28, 13, "#fff"),
    disc(m * 0.64, h * 0.28, 7, "#2b8fe0"),
    isSmall ? "" : cards(m, w, h),
    filled(`M0 0H${w * 0.4}L${w * 0.2} ${h}H0Z`, 'fill="#fff" fill-opacity=".05"'),
  ].join("");
}

function cards(left: number, w: number, h: number): string {
  const width = w - left;
  const third = h / 3;
  const rows = ["#5ccaff", "#f2b45a", "#7ddf9a"].map((colour, i) =>
    [
      box(left + 14, i * third + 12, width - 28, third - 18, "#22303c", 10),
      box(left + 28, i * third + third * 0.34, width * 0.46, 8, "#d5e0e8", 4),
      box(left + 28, i * third + third * 0.58, width * 0.3, 6, "#7c8c99", 3),
      disc(w - 42, i * third + third / 2, 13, colour),
    ].join(""),
  );
  return box(left, 0, width, h, "#0c141b") + rows.join("");
}

/** Instruments on a display: two arcs and a lane. */
export function gaugeScreen(w: number, h: number): string {
  const gauges = (
    [
      [0.18, "#5ccaff"],
      [0.82, "#7ddf9a"],
    ] as const
  ).map(([place, colour]) => {
    const [x, y, r] = [w * place, h * 0.52, h * 0.36];
    return (
      `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#22303c" stroke-width="12"/>` +
      lined(`M${x - r * 0.7} ${y + r * 0.7}A${r} ${r} 0 0 1 ${x + r * 0.3} ${y - r * 0.95}`, colour, 12) +
      box(x - 26, y - 12, 52, 20, "#e9f0f5", 4)
    );
  });
  return [
    box(0, 0, w, h, "#0a1016"),
    ...gauges,
    lined(`M${w * 0.4} ${h}L${w * 0.475} ${h * 0.36}M${w * 0.6} ${h}L${w * 0.525} ${h * 0.36}`, "#5ccaff", 5),
    box(w * 0.475, h * 0.6, w * 0.05, h * 0.2, "#c9d3db", 8),
    box(w * 0.44, 16, w * 0.12, 10, "#8fa6b8", 5),
  ].join("");
}
