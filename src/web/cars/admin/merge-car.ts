import type { CarBody, AdminCar } from "#contract/admin/cars.ts";
import { type CarField, type MarkField, markFields, textFields, typedOf } from "./car-values.ts";

export type MergeSide = "mine" | "theirs";
type MergedField = CarField | MarkField | "images";

/**
 * A field that differs between my form and the saved car. `usual` is the side that changed it; where both did, it
 * is "mine".
 */
export type CarDifference = { field: MergedField; mine: string; theirs: string; usual: MergeSide };

/** The fields that differ between a form and the car that another user saved meanwhile. */
export function differencesOf(opened: AdminCar, now: AdminCar, wanted: CarBody): CarDifference[] {
  const [before, theirs, mine] = [
    valuesOf(opened),
    valuesOf(now),
    { ...valuesOf(opened), ...bodyText(wanted) },
  ];
  return mergedFields.flatMap((field) =>
    mine[field] === theirs[field]
      ? []
      : [
          {
            field,
            mine: mine[field],
            theirs: theirs[field],
            usual: mine[field] === before[field] ? ("theirs" as const) : ("mine" as const),
          },
        ],
  );
}

/** My form, with the saved car's values in the fields where `sides` says "theirs". */
export function mergedBody(
  wanted: CarBody,
  now: AdminCar,
  sides: Readonly<Record<string, MergeSide>>,
): CarBody {
  const merged: Record<string, unknown> = { ...wanted };
  for (const field of mergedFields) {
    if (sides[field] !== "theirs") continue;
    merged[field] = now[field];
    if (field === "images") Object.assign(merged, { image: now.images[0], pictureTexts: now.pictureTexts });
  }
  return merged as CarBody;
}

const mergedFields: readonly MergedField[] = [...textFields, ...markFields, "images"];

function valuesOf(car: AdminCar): Record<MergedField, string> {
  const typed = typedOf(car);
  const texts = [...textFields, ...markFields].map((field) => [field, String(typed[field])]);
  return { ...Object.fromEntries(texts), images: imagesOf(car.images, car.pictureTexts) };
}

/** A form's fields as text, without the fields that it leaves to the server. */
function bodyText({
  images = [],
  image,
  pictureTexts = {},
  features = [],
  ...body
}: CarBody): Partial<Record<MergedField, string>> {
  const fields = Object.entries(body).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, String(value)]],
  );
  const ordered = image === undefined ? images : [image, ...images.filter((one) => one !== image)];
  return {
    ...Object.fromEntries(fields),
    features: features.join("\n"),
    images: imagesOf(ordered, pictureTexts),
  };
}

/** The pictures in their order, each with its text. */
const imagesOf = (images: readonly string[], texts: Readonly<Record<string, string>>): string =>
  JSON.stringify(images.map((image) => [image, texts[image] ?? ""]));
