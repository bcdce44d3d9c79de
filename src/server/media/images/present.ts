import type { BodyStyle } from "#domain/cars/body-styles.ts";
import { drawingName, lookOf, views, type CarLook, type View } from "#domain/cars/drawings.ts";
import { makers } from "#domain/cars/makers.ts";
import { paints } from "#domain/cars/paints.ts";
import { sizeInName } from "#domain/cars/image-addresses.ts";
import type { ImageManifest } from "#server/media/storage/manifest.ts";
import { parseImageName, IMAGES_PATH, imageUrl, variantsUrl } from "#server/media/storage/names.ts";
import { variantWidths } from "./variants.ts";

type CarImage = {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Widths there are variants of. */
  readonly widths: readonly number[];
  readonly placeholder?: string;
  readonly view: View | "photo";
  /** Whether it is a drawing, and is labelled so. */
  readonly illustration: boolean;
  /** What `-{width}.{format}` is appended to; photos from elsewhere have no variants. */
  readonly variants?: string;
  /** What the picture shows, if somebody has described it. */
  readonly text?: string;
};

export type CarImages = {
  readonly image: string;
  readonly images: readonly string[];
  readonly pictures: readonly CarImage[];
};

export type CarWithImages = {
  readonly brand: string;
  readonly bodyStyle: BodyStyle;
  readonly colour: string;
  /** Names in our own store, `/api/images/cars/…` paths, or https addresses. */
  readonly images: readonly string[];
  /** What its photos show, by their entry in `images`. */
  readonly pictureTexts?: Readonly<Record<string, string>>;
};

/** The assumed size of a photo whose size is unknown, in pixels. */
const UNMEASURED = { width: 1500, height: 1000 };
const FALLBACK_BODY: BodyStyle = "sedan";

/** Images by look: one entry for each body, maker and paint. */
const drawnByManifest = new WeakMap<ImageManifest, Map<string, CarImages>>();

/**
 * A car's own photos; without any, the drawings of its body in its paint. The answer is shared: don't change
 * it.
 */
export function carImages(car: CarWithImages, manifest: ImageManifest): CarImages {
  if (car.images.length > 0) {
    const photos = car.images.flatMap((image) => {
      const photo = photoOf(image, manifest);
      const text = car.pictureTexts?.[image];
      return photo ? [text ? { ...photo, text } : photo] : [];
    });
    if (photos.length > 0) return presented(photos);
  }
  return drawnImages(car, manifest);
}

function drawnImages(car: CarWithImages, manifest: ImageManifest): CarImages {
  let drawn = drawnByManifest.get(manifest);
  if (!drawn) drawnByManifest.set(manifest, (drawn = new Map()));
  const look = lookOf(car);
  const key = drawingName(look, "hero");
  let pictures = drawn.get(key);
  if (!pictures) {
    pictures = presented(views.flatMap((view) => drawingOr(look, view, manifest) ?? []));
    drawn.set(key, pictures);
  }
  return pictures;
}

/**
 * The drawing of that look. Where there is none: a drawing of the same body, first in the same paint with another
 * maker's face, then in another paint (silver first); where there is none either, one of the usual body.
 */
function drawingOr(look: CarLook, view: View, manifest: ImageManifest): CarImage | undefined {
  const faces = [look.maker, undefined, ...makers];
  const coats = [look.paint, "silver", ...paints.map(({ slug }) => slug)];
  const names = [look.bodyStyle, FALLBACK_BODY].flatMap((bodyStyle) =>
    coats.flatMap((paint) => faces.map((maker) => drawingName({ bodyStyle, maker, paint }, view))),
  );
  const found = names.find((name) => manifest.has(name));
  return found === undefined ? undefined : ownImage(found, undefined, manifest);
}

function photoOf(image: string, manifest: ImageManifest): CarImage | undefined {
  if (image.startsWith("https://")) {
    if (!URL.canParse(image)) return undefined;
    return { url: image, ...UNMEASURED, widths: [], view: "photo", illustration: false };
  }
  const file = image.startsWith(IMAGES_PATH) ? image.slice(IMAGES_PATH.length) : image;
  const shown = parseImageName(file.endsWith(".webp") ? file : `${file}.webp`);
  return shown && ownImage(shown.name, shown.hash, manifest);
}

function ownImage(name: string, givenHash: string | undefined, manifest: ImageManifest): CarImage {
  const entry = manifest.get(name);
  const hash = entry?.hash ?? givenHash;
  const { width, height } = entry ?? sizeInName(name) ?? UNMEASURED;
  // Drawings are the pictures that we know beforehand; every other one was uploaded.
  const view = entry && views.find((known) => name.endsWith(`-${known}`));
  return {
    url: imageUrl(hash === undefined ? { name } : { name, hash }),
    width,
    height,
    widths: hash === undefined ? [] : widthsUpTo(width),
    ...(entry?.placeholder !== undefined && { placeholder: entry.placeholder }),
    view: view ?? "photo",
    illustration: view !== undefined,
    ...(hash !== undefined && { variants: variantsUrl(name, hash) }),
  };
}

/** A small master has only the variants that don't enlarge it, but at least one. */
const widthsUpTo = (width: number): readonly number[] =>
  variantWidths.filter((variant, i) => i === 0 || variant <= width);

/** Only the first picture keeps its placeholder: the others load later, and lists carry all of them. */
function presented(all: readonly CarImage[]): CarImages {
  const pictures = all.map(({ placeholder, ...shown }, i) =>
    i === 0 && placeholder !== undefined ? { ...shown, placeholder } : shown,
  );
  const images = pictures.map(({ url }) => url);
  return { image: images[0] ?? "", images, pictures };
}
