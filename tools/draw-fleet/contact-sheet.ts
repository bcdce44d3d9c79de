// Puts many pictures side by side, for a person to look at.
//   node tools/draw-fleet/contact-sheet.ts sheet.png [part of the name] [dark]
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const folder = join(import.meta.dirname, "../../fleet/pictures");
const [file = "sheet.png", part = "hero", theme = "light"] = process.argv.slice(2);
const [WIDTH, HEIGHT, COLUMNS] = [480, 320, 6];

const names = (await readdir(folder)).filter((name) => name.includes(part)).toSorted();
const tiles = await Promise.all(
  names.map(async (name, i) => ({
    input: await sharp(join(folder, name)).resize(WIDTH, HEIGHT).png().toBuffer(),
    left: (i % COLUMNS) * WIDTH,
    top: Math.floor(i / COLUMNS) * HEIGHT,
  })),
);
const size = { width: COLUMNS * WIDTH, height: Math.ceil(names.length / COLUMNS) * HEIGHT };
await sharp({ create: { ...size, channels: 3, background: theme === "dark" ? "#1b3035" : "#e9eeeb" } })
  .composite(tiles)
  .png()
  .toFile(file);
