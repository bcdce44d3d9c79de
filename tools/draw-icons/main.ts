// Draws the icons for home screens, and the picture for shared links of ours, from the mark and the map.
//   npm run draw-icons
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { brand } from "#domain/brand.ts";
import { previewSize, sharedPicture } from "#domain/cars/previews.ts";
import { type Language, languages } from "#domain/languages.ts";
import { letteringIn } from "#server/cars/previews/lettering.ts";

const root = new URL("../../", import.meta.url);
const file = (path: string) => fileURLToPath(new URL(path, root));

const ink = "#10262c";
const bridge = "#b83a1b";
const fog = "#f6f7f4";
const soft = "#3f5459";
const water = "#d5e5e6";
/** The map's colours by day, as tokens.css has them. */
const colours: Record<string, string> = {
  "water-deep": "#b4d0d4",
  hill: "#f5efdf",
  "hill-deep": "#e1d3b0",
  road: "#ffffff",
  "ink-soft": soft,
  bridge,
};

const mark = `<path fill="${ink}" stroke="${ink}" stroke-width="2" stroke-linejoin="round" d="M4 4h4.5C8.5 15.5 15.5 23.5 28 23.5V28H4Z"/><circle cx="21.5" cy="10.5" r="5.5" fill="${bridge}"/>`;

/** The mark on a square ground. `part` is its share of the width: systems may cut maskable icons to a circle. */
const icon = (size: number, part: number) => {
  const scale = (size * part) / 32;
  const edge = (size * (1 - part)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" fill="${fog}"/><g transform="translate(${edge} ${edge}) scale(${scale})">${mark}</g></svg>`;
};

async function draw(name: string, svg: string): Promise<void> {
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true })
    .toFile(file(`public/icons/${name}.png`));
}

await mkdir(file("public/icons"), { recursive: true });
await draw("icon-192", icon(192, 0.72));
await draw("icon-512", icon(512, 0.72));
await draw("maskable-512", icon(512, 0.56));
await draw("apple-touch-icon", icon(180, 0.66));

const map = (await readFile(file("src/web/map/bay.svg"), "utf8")).replace(
  /var\(--color-([\w-]+)\)/g,
  (_, name: string) => colours[name] ?? ink,
);
const bay = map.slice(map.indexOf('<g id="bay">'), map.lastIndexOf("</g>") + "</g>".length);
const { width, height } = previewSize;
const image = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${water}"/><g transform="translate(560 -40) scale(.9)">${bay}</g><g transform="translate(64 60) scale(1.75)">${mark}</g></svg>`;
const words = {
  en: {
    title: "A car for as long\nas you’re here.",
    lead: "Cars by the month around\nSan Francisco Bay",
    source: "Map: © OpenStreetMap contributors",
  },
  zh: {
    title: "在湾区住多久，\n车就租多久。",
    lead: "旧金山湾区按月租车，\n送到家门口。",
    source: "地图：© OpenStreetMap 贡献者",
  },
} satisfies Record<Language, Record<string, string>>;

const fonts = mkdtempSync(join(tmpdir(), "fonts-"));
const set = letteringIn(fonts);
const line = async (text: string, size: number, weight: "Regular" | "SemiBold", colour: string) =>
  (await set(text, { size, weight, colour }, 620)).input;

for (const language of languages) {
  const { title, lead, source } = words[language];
  const preview = await sharp(Buffer.from(image))
    .composite([
      { input: await line(brand.name[language], 40, "SemiBold", ink), left: 130, top: 68 },
      { input: await line(title, 66, "SemiBold", ink), left: 64, top: 250 },
      { input: await line(source, 16, "Regular", soft), left: 930, top: 604 },
      { input: await line(lead, 32, "Regular", soft), left: 64, top: 440 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
  await writeFile(file(`public/${sharedPicture[language]}`), preview);
}
rmSync(fonts, { recursive: true });
