import sharp, { type OverlayOptions } from "sharp";
import { mostPixels } from "#domain/file-limits.ts";
import { brand } from "#domain/brand.ts";
import { emailPictureSize, previewSize, type PreviewedCar } from "#domain/cars/previews.ts";
import type { Language } from "#domain/languages.ts";
import { formatWholeMoney, parseMoney } from "#domain/money.ts";
import { cityName } from "#server/mail/vocabulary.ts";
import type { Lettering } from "./lettering.ts";

const ink = "#10262c";
const groundColour = "#e9eeeb";
const soft = "#3f5459";
const margin = 64;
const gap = 34;
const textWidth = 500;
const shotWidth = 700;

/** The logo's shore and moon, and water below the car. It has no words: these are drawn in our own fonts. */
const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="${groundColour}"/><path fill="#d5e5e6" d="M0 566c200-30 400-30 600 0s400 30 600 0v64H0Z"/><g transform="translate(64 60) scale(1.75)"><path fill="${ink}" stroke="${ink}" stroke-width="2" stroke-linejoin="round" d="M4 4h4.5C8.5 15.5 15.5 23.5 28 23.5V28H4Z"/><circle cx="21.5" cy="10.5" r="5.5" fill="#b83a1b"/></g></svg>`;

const monthly = {
  en: (price: string) => `${price} / month`,
  zh: (price: string) => `每月 ${price}`,
} satisfies Record<Language, (price: string) => string>;

const plusTaxWords = { en: "plus tax", zh: "另加税" } satisfies Record<Language, string>;

type PreviewSource = { language: Language; master: Buffer; isCutOut: boolean };

/**
 * A car's picture for messengers and feeds: which car, where, and the price of a month, with "plus tax" where a
 * tax is added. Cut-out pictures (`isCutOut`) stand on the ground, photos fill the right side.
 */
export async function drawPreview(
  car: PreviewedCar,
  { language, master, isCutOut }: PreviewSource,
  words: Lettering,
): Promise<Buffer> {
  const price = formatWholeMoney(parseMoney(car.monthlyPrice) ?? 0, language);
  const name = { size: car.name.length > 26 ? 46 : 58, weight: "SemiBold", colour: ink } as const;
  const place = { size: 32, weight: "Regular", colour: soft } as const;
  const cost = { size: 52, weight: "SemiBold", colour: ink } as const;
  const mark = { size: 40, weight: "SemiBold", colour: ink } as const;
  const lines = [
    await words(car.name, name, textWidth),
    await words(`${car.year}  ·  ${cityName(car.city, language)}`, place, textWidth),
    await words(monthly[language](price), cost, textWidth),
    ...(car.plusTax ? [await words(plusTaxWords[language], place, textWidth)] : []),
  ];
  let top = 190;
  const layers: OverlayOptions[] = [
    await shot(master, isCutOut),
    { input: (await words(brand.name[language], mark, 400)).input, left: 130, top: 68 },
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

/** A car's picture without words, for emails: a photo fills it, a cut-out stands on the ground. */
export async function drawEmailPicture(master: Buffer, isCutOut: boolean): Promise<Buffer> {
  const { width, height } = emailPictureSize;
  const image = sharp(master, { limitInputPixels: mostPixels }).autoOrient();
  const shown = isCutOut
    ? image
        .resize({ width, height, fit: "contain", background: groundColour })
        .flatten({ background: groundColour })
    : image.resize({ width, height, fit: "cover" });
  return shown.jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

async function shot(master: Buffer, isCutOut: boolean): Promise<OverlayOptions> {
  const image = sharp(master, { limitInputPixels: mostPixels }).autoOrient();
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
