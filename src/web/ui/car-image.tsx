import { preload } from "react-dom";
import type { Picture } from "#contract/cars.ts";

export type ShownPicture = Pick<Picture, "url" | "width" | "height" | "widths" | "view" | "illustration"> & Partial<Pick<Picture, "variants" | "placeholder">>;

/** Formats that the server makes, best first; the last is the one that every browser reads. */
const formats = ["avif", "webp", "jpg"] as const;
const fallbackWidth = 780;

const sourceSet = ({ variants, widths }: ShownPicture, format: string, widest: number): string =>
  widths
    .filter((width) => width <= widest)
    .map((width) => `${variants}-${width}.${format} ${width}w`)
    .join(", ");

/** One address in a middling width, for previews, structured data and browsers that know no source sets. */
export function pictureAddress(picture: ShownPicture): string {
  if (!picture.variants) return picture.url;
  const width = picture.widths.find((wide) => wide >= fallbackWidth) ?? picture.widths.at(-1);
  return width === undefined ? picture.url : `${picture.variants}-${width}.jpg`;
}

type CarPictureProps = { picture: ShownPicture; alt: string; sizes: string; widest?: number; isFirst?: boolean };

/**
 * A picture of a car, as wide as `sizes` says. `isFirst` is for the one picture that a page is about: it is asked for in
 * the head, before all else. `widest` keeps wider variants out of a list's many addresses. The blur behind goes when the picture has come (early-script.ts): cut-outs are see-through.
 */
export function CarPicture({ picture, alt, sizes, widest = Infinity, isFirst = false }: CarPictureProps) {
  const { variants, width, height, placeholder, view } = picture;
  const sources = variants ? formats.slice(0, -1) : [];
  if (isFirst && variants) {
    preload(pictureAddress(picture), {
      as: "image",
      type: "image/avif",
      imageSrcSet: sourceSet(picture, "avif", widest),
      imageSizes: sizes,
      fetchPriority: "high",
    });
  }
  return (
    <span className="shot" data-view={view}>
      {placeholder && <img className="blur" src={placeholder} alt="" aria-hidden="true" width={width} height={height} />}
      <picture>
        {sources.map((format) => (
          <source key={format} type={`image/${format}`} srcSet={sourceSet(picture, format, widest)} sizes={sizes} />
        ))}
        <img
          src={pictureAddress(picture)}
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
