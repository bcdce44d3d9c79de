// The upper half of the car: painted cabin, roof, screens, roof rails, side glass.
import { flip, mix, range, type Vec3 } from "../space/geometry.ts";
import { lacquer } from "../space/light.ts";
import { line } from "../space/pen.ts";
import type { Scene } from "./scene.ts";
import { drawRearWindow, drawWindscreen } from "./screens.ts";
import { drawSideGlass } from "./side-glass.ts";

const ROOF_BLACK = lacquer([0.006, 0.006, 0.007]);

export function drawCabinShell(scene: Scene): void {
  const { body, style, pen, view } = scene;
  const header = body.uAt(2); // where the windscreen ends
  const back = body.uAt(style.cabin.length - 3); // where the rear window begins
  pen.surface((u, w) => flip(body.cabinSide(u, w)), range(60), range(10), { flip: true });
  pen.surface(body.over, range(80), range(32, -1, 1), { flip: true });
  if (view !== "rear") drawWindscreen(scene, header - 0.012);
  if (view !== "hero") drawRearWindow(scene, back);
  if (!style.bed) drawAerial(scene, back - 0.035);
  pen.surface(body.cabinSide, range(60), range(10));
  if (style.roofBlack) {
    const roof = range(60, header - 0.016, back + 0.024);
    pen.surface((u, v) => body.over(u, v * 0.9), roof, range(40, -1, 1), {
      shade: ROOF_BLACK,
      flip: true,
    });
  }
  for (const side of view === "side" ? [1] : [-1, 1]) drawRoofRail(scene, side, header + 0.075, back - 0.035);
  const softLight = range(60, 0.03, 0.97).map((u) => body.edge(u));
  pen.stroke(softLight, "#fff", 7, 0.22);
  drawSideGlass(scene);
}

function drawAerial({ body, pen }: Scene, u: number): void {
  const [x, , z] = body.over(u, 0);
  const fin: Vec3[] = [
    [x - 110, 0, z - 6],
    [x - 20, 0, z + 10],
    [x + 40, 0, z + 30],
    [x + 62, 0, z + 28],
    [x + 60, 0, z - 8],
  ];
  pen.fill(fin, "#101113");
}

/** Roof rails lie on the roof ("flush", "bright") or stand on feet ("raised", "bridge"). */
function drawRoofRail({ body, style, pen }: Scene, side: number, from: number, to: number): void {
  if (!style.roofRails) return;
  const isOpen = style.roofRails === "raised" || style.roofRails === "bridge";
  const isPale = style.roofRails === "bright" || style.roofRails === "bridge";
  const tall = isOpen ? 46 : 30;
  const point = (k: number, lift: number): Vec3 => {
    const [x, y, z] = body.over(mix(from, to, k), side * 0.93);
    return [x, y, z + lift * Math.min(1, 14 * k, 14 * (1 - k))];
  };
  const run = (lift: number) => line((k) => point(k, lift));
  pen.stroke(run(-6), "#000", 16, 0.3);
  if (isOpen) {
    for (const k of [0.06, 0.5, 0.94]) {
      const foot = [point(k - 0.02, 4), point(k - 0.02, tall), point(k + 0.02, tall), point(k + 0.02, 4)];
      pen.stroke(foot, "#131517", 18);
    }
  } else {
    pen.shape([...run(0), ...run(tall).toReversed()], "#131517", "#131517", 6);
  }
  pen.stroke(run(tall), isPale ? "#8f969d" : "#1c1f22", 22);
  pen.stroke(run(tall + 6), isPale ? "#f2f4f5" : "#aab1b7", 6, 0.85);
}
