import { preload } from "react-dom";
import type { CarImageFile } from "#contract/cars.ts";

export type ShownImage = Pick<CarImageFile, "url" | "width" | "height" | "widths" | "view" | "illustration"> &
  Partial<Pick<CarImageFile, "variants" | "placeholder">>;

/** Formats that the server makes, best first; the last is the one that every browser reads. */
const formats = ["avif", "webp", "jpg"] as const;
const fallbackWidth = 780;

const sourceSet = ({ variants, widths }: ShownImage, format: string, widest: number): string =>
  widths
    .filter((width) => width <= widest)
    .map((width) => `${variants}-${width}.${format} ${width}w`)
    .join(", ");

/** One address of medium width, for previews, structured data and browsers without source sets. */
export function imageAddress(image: ShownImage): string {
  if (!image.variants) return image.url;
  const width = image.widths.find((wide) => wide >= fallbackWidth) ?? image.widths.at(-1);
  return width === undefined ? image.url : `${image.variants}-${width}.jpg`;
}

type CarImageProps = { image: ShownImage; alt: string; sizes: string; widest?: number; isFirst?: boolean };

/**
 * A picture of a car, as wide as `sizes` says. `isFirst` is for the main picture of a page: the head requests it
 * before everything else. `widest` leaves out wider variants, which keeps a list's addresses few. The blur behind
 * the picture goes when the picture has loaded (web/inline/early.ts), because cut-out pictures are see-through.
 */
export function CarImage({ image, alt, sizes, widest = Infinity, isFirst = false }: CarImageProps) {
  const { variants, width, height, placeholder, view } = image;
  const sources = variants ? formats.slice(0, -1) : [];
  if (isFirst && variants) {
    preload(imageAddress(image), {
      as: "image",
      type: "image/avif",
      imageSrcSet: sourceSet(image, "avif", widest),
      imageSizes: sizes,
      fetchPriority: "high",
    });
  }
  return (
    <span className="shot" data-view={view}>
      {placeholder && (
        <img className="blur" src={placeholder} alt="" aria-hidden="true" width={width} height={height} />
      )}
      <picture>
        {sources.map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={sourceSet(image, format, widest)}
            sizes={sizes}
          />
        ))}
        <img
          src={imageAddress(image)}
          alt={alt}
          width={width}
          height={height}
          {...(isFirst ? { fetchPriority: "high" as const } : { loading: "lazy" as const })}
          suppressHydrationWarning
        />
      </picture>
    </span>
  );
}
