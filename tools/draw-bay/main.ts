// Draws the map of the Bay on the home page from OpenStreetMap's coastline. The data is 83 MB, so it comes from its package
// (@geo-maps/earth-lands-250m, Open Database License) into a folder that git ignores, the first time only.
//   npm run draw-bay
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { areaOf, type Box, clip, type Point, project, shores, simplify, smoothPath } from "./geometry.ts";
import { marks } from "./marks.ts";

const packageName = "@geo-maps/earth-lands-250m";
const version = "0.6.0";
const cache = fileURLToPath(new URL("../../.cache/draw-bay", import.meta.url));
const source = `${cache}/node_modules/${packageName}/map.geo.json`;
const drawing = fileURLToPath(new URL("../../src/web/map/bay.svg", import.meta.url));

/** The map is 768 units wide and high; a wide screen shows far more to its sides. */
const box: Box = { left: -900, top: -480, right: 1150, bottom: 1080 };
/** Smaller things are left out, in units: a bend of the shore; the area of an island, and of a lake. */
const leastBend = 1.2;
const leastIsland = 40;
const leastLake = 110;

type Lands = { geometries: { type: "MultiPolygon"; coordinates: Point[][][] }[] };

if (!existsSync(source)) {
  mkdirSync(cache, { recursive: true });
  const done = spawnSync(
    "npm",
    ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", cache, `${packageName}@${version}`],
    { stdio: "inherit" },
  );
  if (done.status !== 0) throw new Error("The coastline could not be fetched");
}
const lands = JSON.parse(await readFile(source, "utf8")) as Lands;
const polygons = lands.geometries.flatMap(({ coordinates }) => coordinates);
const land = polygons.flatMap((rings) =>
  rings.flatMap((ring, place) => {
    const inside = clip(ring.slice(1).map(project), box);
    return inside.length > 2 && areaOf(inside) > (place === 0 ? leastIsland : leastLake)
      ? [closedSimplified(inside)]
      : [];
  }),
);

const fill = land.map((ring) => smoothPath(ring, true)).join("");
const shore = land
  .flatMap((ring) => shores([...ring, ...ring.slice(0, 1)], box).map((stretch) => smoothPath(stretch, false)))
  .join("");
await writeFile(
  drawing,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 768 768">
<!-- Drawn by tools/draw-bay. Shore: © OpenStreetMap contributors, Open Database License. Colours come from the page that uses the symbol. -->
<g id="bay">
${marks.sea}
<path fill="var(--color-hill)" d="${fill}"/>
<path fill="none" stroke="var(--color-water-deep)" stroke-width="1.5" stroke-linejoin="round" d="${shore}"/>
${marks.land}
</g>
</svg>
`,
);
console.log(`${land.length} pieces of land, ${land.flat().length} points`);

/** A ring has no ends: it is simplified in two halves between points far apart. */
function closedSimplified(ring: Point[]): Point[] {
  const half = Math.floor(ring.length / 2);
  return [
    ...simplify(ring.slice(0, half + 1), leastBend).slice(0, -1),
    ...simplify([...ring.slice(half), ...ring.slice(0, 1)], leastBend).slice(0, -1),
  ];
}
