import { fileURLToPath } from "node:url";
import sharp, { type OverlayOptions } from "sharp";
import { brand } from "#domain/brand.ts";
import { previewSize, type PreviewedCar } from "#domain/cars/previews.ts";
import { formatWholeMoney, parseMoney } from "#domain/money.ts";

const font = "Hanken Grotesk";
const fontfile = fileURLToPath(new URL("./hanken-grotesk-latin.ttf", import.meta.url));
const ink = "#10262c";
const soft = "#3f5459";
const margin = 64;
const gap = 34;
const textWidth = 500;
const shotWidth = 700;

/** The shore and the moon of the mark, and water below the car. No words: those are set in our own font. */
const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#e9eeeb"/><path fill="#d5e5e6" d="M0 566c200-30 400-30 600 0s400 30 600 0v64H0Z"/><g transform="translate(64 60) scale(1.75)"><path fill="${ink}" stroke="${ink}" stroke-width="2" stroke-linejoin="round" d="M4 4h4.5C8.5 15.5 15.5 23.5 28 23.5V28H4Z"/><circle cx="21.5" cy="10.5" r="5.5" fill="#b83a1b"/></g></svg>`;

/**
 * A car's picture for messengers and feeds: what it is, where, and what a month costs, in Latin letters for
 * readers of both languages. `isCutOut` pictures stand on the ground, photos fill the right side.
 */
export async function drawPreview(car: PreviewedCar, master: Buffer, isCutOut: boolean): Promise<Buffer> {
  const price = formatWholeMoney(parseMoney(car.monthlyPrice) ?? 0, "en");
  const lines = [
    await words(car.name, car.name.length > 26 ? "SemiBold 46" : "SemiBold 58", ink, textWidth),
    await words(`${car.year}  ·  ${car.city}`, "Regular 32", soft, textWidth),
    await words(`${price} / month`, "SemiBold 52", ink, textWidth),
  ];
  let top = 190;
  const layers: OverlayOptions[] = [
    await shot(master, isCutOut),
    { input: (await words(brand.name.en, "SemiBold 40", ink, 400)).input, left: 130, top: 68 },
  ];
  for (const { input, height } of lines) {
    layers.push({ input, left: margin, top });
    top += height + gap;
  }
  return sharp(Buffer.from(ground))
    .resize(previewSize)
    .composite(layers)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

async function shot(master: Buffer, isCutOut: boolean): Promise<OverlayOptions> {
  const image = sharp(master, { limitInputPixels: 50_000_000 }).autoOrient();
  if (!isCutOut)
    return {
      input: await image.resize({ width: 620, height: previewSize.height, fit: "cover" }).toBuffer(),
      left: 580,
      top: 0,
    };
  return {
    input: await image.resize({ width: shotWidth }).toBuffer(),
    left: previewSize.width - shotWidth - 20,
    top: 120,
  };
}

async function words(
  text: string,
  style: string,
  colour: string,
  width: number,
): Promise<{ input: Buffer; height: number }> {
  const markup = `<span foreground="${colour}">${escapeMarkup(text)}</span>`;
  const set = sharp({
    text: { text: markup, font: `${font} ${style}`, fontfile, width, dpi: 72, rgba: true, wrap: "word-char" },
  });
  const { data, info } = await set.png().toBuffer({ resolveWithObject: true });
  return { input: data, height: info.height };
}

const escapeMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
