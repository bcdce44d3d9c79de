// Pictures of the demonstration: all of them say that they are examples.
import sharp from "sharp";
import type { ConditionSlot } from "#domain/trips/condition.ts";
import type { View } from "#domain/cars/drawings.ts";
import type { BodyStyle } from "#domain/cars/body-styles.ts";
import { escapeMarkup } from "#server/cars/previews/lettering.ts";
import { carImages } from "#server/media/images/present.ts";
import { IMAGES_PATH, parseImageName } from "#server/media/storage/names.ts";
import type { Services } from "#server/services.ts";

export type DrawnCar = { brand: string; bodyStyle: BodyStyle; colour: string };

const viewOf = { front: "hero", back: "rear", interior: "cabin" } as const satisfies Partial<
  Record<ConditionSlot, View>
>;
const [width, height] = [1200, 800];

/** The drawing of a car in place of a photograph; JPEG. */
export async function photoOf(
  { imageStore }: Pick<Services, "imageStore">,
  car: DrawnCar,
  slot: ConditionSlot,
  odometer: number,
): Promise<Buffer> {
  if (slot === "odometer") return drawDial(odometer);
  const { pictures } = carImages({ ...car, images: [] }, imageStore.manifest);
  const drawing = pictures.find(({ view }) => view === viewOf[slot]);
  const file = drawing && parseImageName(drawing.url.slice(IMAGES_PATH.length));
  const master = file && (await imageStore.read(file.name));
  const ground = sharp({ create: { width, height, channels: 3, background: "#c9d0cd" } });
  const layers = master ? [{ input: await sharp(master.content).resize(width, height).toBuffer() }] : [];
  return ground
    .composite([...layers, { input: Buffer.from(example(car.brand)) }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

const example = (words: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif">
    <text x="${width / 2}" y="70" font-size="38" font-weight="bold" fill="#10262c" text-anchor="middle">EXAMPLE · ${escapeMarkup(words)}</text></svg>`;

function drawDial(odometer: number): Promise<Buffer> {
  const dial = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" text-anchor="middle">
    <rect width="${width}" height="${height}" fill="#0b1114"/>
    <circle cx="600" cy="400" r="300" fill="#131d21" stroke="#3f5459" stroke-width="10"/>
    <path d="M390 610A300 300 0 1 1 810 610" fill="none" stroke="#b4d0d4" stroke-width="16" stroke-linecap="round"/>
    <text x="600" y="390" font-size="44" fill="#9bacae">ODO</text>
    <text x="600" y="490" font-size="104" font-weight="bold" fill="#eaf1ef">${odometer.toLocaleString("en-US")}</text>
    <text x="600" y="560" font-size="44" fill="#9bacae">mi</text>
    <text x="600" y="760" font-size="38" font-weight="bold" fill="#9bacae">EXAMPLE</text></svg>`;
  return sharp(Buffer.from(dial)).jpeg({ quality: 88 }).toBuffer();
}

/** A card drawn so that nobody takes it for a real one. */
export function drawCard(title: string, lines: readonly string[]): Promise<Buffer> {
  const words = lines.map((line, at) => `<text x="330" y="${230 + at * 70}" font-size="40">${line}</text>`);
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630" font-family="sans-serif" fill="#10262c">
    <rect width="1000" height="630" fill="#f6f7f4"/><rect width="1000" height="630" rx="36" fill="#f5efdf"/><rect width="1000" height="120" rx="36" fill="#b4d0d4"/>
    <text x="48" y="80" font-size="46" font-weight="bold">${title}</text>
    <rect x="48" y="170" width="230" height="290" rx="18" fill="#fff" stroke="#10262c" stroke-width="4"/>
    <circle cx="163" cy="270" r="52" fill="none" stroke="#10262c" stroke-width="4"/>
    <path d="M78 440c8-70 48-96 85-96s77 26 85 96" fill="none" stroke="#10262c" stroke-width="4"/>
    ${words.join("")}</svg>`;
  return sharp(Buffer.from(card)).jpeg({ quality: 90 }).toBuffer();
}
