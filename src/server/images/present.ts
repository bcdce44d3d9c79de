import type { BodyStyle } from "#domain/cars/body-styles.ts";
import { drawingName, drawingsFor, views, type View } from "#domain/cars/drawings.ts";
import { paints } from "#domain/cars/paints.ts";
import { sizeInName } from "#domain/cars/image-addresses.ts";
import type { ImageManifest } from "./storage/manifest.ts";
import { parseImageName, IMAGES_PATH, imageUrl, variantsUrl } from "./storage/names.ts";
import { variantWidths } from "./variants.ts";

type CarImage = {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Widths there are variants of. */
  readonly widths: readonly number[];
  readonly placeholder?: string;
  readonly view: View | "photo";
  /** Drawn, and to be labelled so. */
  readonly illustration: boolean;
  /** What `-{width}.{format}` is appended to; photos from elsewhere have no variants. */
  readonly variants?: string;
  /** What it shows, where somebody has said so. */
  readonly text?: string;
};

export type CarImages = {
  readonly image: string;
  readonly images: readonly string[];
  readonly pictures: readonly CarImage[];
};

export type CarWithImages = {
  readonly bodyStyle: BodyStyle;
  readonly colour: string;
  /** Names in our own store, `/api/images/cars/…` paths, or https addresses. */
  readonly images: readonly string[];
  /** What its photos show, by their entry in `images`. */
  readonly pictureTexts?: Readonly<Record<string, string>>;
};

/** The size that is assumed of a photo nobody has measured. */
const UNMEASURED = { width: 1500, height: 1000 };
const FALLBACK_BODY: BodyStyle = "sedan";
/** Owners name colours as they like; beyond this many the cache starts anew. */
const CACHE_LIMIT = 2000;

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

function drawnImages({ bodyStyle, colour }: CarWithImages, manifest: ImageManifest): CarImages {
  let drawn = drawnByManifest.get(manifest);
  if (!drawn) drawnByManifest.set(manifest, (drawn = new Map()));
  const key = `${bodyStyle}/${colour}`;
  const known = drawn.get(key);
  if (known) return known;
  const wanted = drawingsFor({ bodyStyle, colour });
  const pictures = presented(
    wanted.flatMap(({ view, name }) => drawingOr(name, bodyStyle, view, manifest) ?? []),
  );
  if (drawn.size >= CACHE_LIMIT) drawn.clear();
  drawn.set(key, pictures);
  return pictures;
}

/**
 * The drawing of that name, else of the same body in another paint (silver first), else of the usual body.
 */
function drawingOr(
  name: string,
  bodyStyle: BodyStyle,
  view: View,
  manifest: ImageManifest,
): CarImage | undefined {
  const slugs = ["silver", ...paints.map(({ slug }) => slug)];
  const names = [bodyStyle, FALLBACK_BODY].flatMap((body) =>
    slugs.map((slug) => drawingName(body, slug, view)),
  );
  const found = [name, ...names].find((candidate) => manifest.has(candidate));
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
