/**
 * What renters read and see of a listed car, which its host changes at once. The desk looks at it afterwards, and may
 * take a change back.
 */
export const liveParts = ["images", "description", "descriptionZh", "features"] as const;
export type LivePart = (typeof liveParts)[number];
/** The live parts that are text. */
export const wordParts = ["description", "descriptionZh", "features"] as const satisfies readonly LivePart[];
export type LiveContent = {
  images: readonly string[];
  description: string;
  descriptionZh: string;
  features: readonly string[];
};
/** Each part that has changed, as it was when the desk last looked. */
export type UnseenChanges = Partial<LiveContent>;

type Change = { seen: UnseenChanges; was: LiveContent; is: LiveContent };

/**
 * What the desk has to look at after a change: each part as it was before the first change that nobody has looked at. A
 * part that is again what it was is nothing to look at, nor are pictures that only went or changed places.
 */
export function unseenAfter({ seen, was, is }: Change): UnseenChanges {
  const first = { ...was, ...seen };
  return Object.fromEntries(
    liveParts.filter((part) => hasChanged(part, first, is)).map((part) => [part, first[part]]),
  );
}

const hasChanged = (part: LivePart, first: LiveContent, is: LiveContent): boolean =>
  part === "images"
    ? addedImages(first.images, is.images).length > 0
    : JSON.stringify(first[part]) !== JSON.stringify(is[part]);

export const addedImages = (before: readonly string[], after: readonly string[]): string[] =>
  after.filter((image) => !before.includes(image));

/** Returns the content with some unseen changes taken back. Pictures that the host has deleted since stay deleted. */
export function takenBack(is: LiveContent, unseen: UnseenChanges, parts: readonly LivePart[]): LiveContent {
  const { images, ...words } = Object.fromEntries(
    parts.filter((part) => unseen[part] !== undefined).map((part) => [part, unseen[part]]),
  ) as UnseenChanges;
  return {
    ...is,
    ...words,
    ...(images && { images: is.images.filter((image) => images.includes(image)) }),
  };
}
