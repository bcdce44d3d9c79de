import type { Language } from "#domain/languages.ts";

/** The facts in a car's preview picture for messengers and feeds. `monthlyPrice` is as in the API, "639.00". */
export type PreviewedCar = {
  id: string;
  name: string;
  year: number;
  city: string;
  monthlyPrice: string;
  image: string;
  /** Whether a tax is added to its price. */
  plusTax?: boolean | undefined;
};

export const PREVIEWS_PATH = "/api/images/previews/";
export const previewSize = { width: 1200, height: 630 } as const;

/** The picture of a shared page that has none of its own. */
export const sharedPicture = { en: "preview.jpg", zh: "preview-zh.jpg" } satisfies Record<Language, string>;

/** Rises when the drawing of previews changes: their names must change with it. */
const edition = 1;

/**
 * The file name of a car's preview. It changes with everything that the preview shows, so caches may keep a preview
 * forever.
 */
export const previewFile = (
  { id, name, year, city, monthlyPrice, image, plusTax }: PreviewedCar,
  language: Language,
): string => {
  const shown = [edition, name, year, city, monthlyPrice, image, language, ...(plusTax ? ["plus tax"] : [])];
  return `${id}.${fingerprint(shown.join("\n"))}.jpg`;
};

/** The size of a car's picture in emails: as wide as the text column on a high-density screen. */
export const emailPictureSize = { width: 1104, height: 621 } as const;

/** A car's picture in emails. Its address stays when the picture changes, which shows neither words nor price. */
export const emailPictureAddress = (carId: string): string => `${PREVIEWS_PATH}${carId}.jpg`;

export const previewAddress = (car: PreviewedCar, language: Language): string =>
  PREVIEWS_PATH + previewFile(car, language);

/** FNV-1a over UTF-16 units, eight hexadecimal digits: distinguishes editions of one car, and protects nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
