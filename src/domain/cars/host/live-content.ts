/**
 * The parts of a listed car that renters read and see, and that its host changes at once. Administrators look at
 * each change afterwards, and may take it back.
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
/** Each part that has changed, as it was when administrators last looked at the car. */
export type UnseenChanges = Partial<LiveContent>;

type Change = { seen: UnseenChanges; was: LiveContent; is: LiveContent };

/**
 * The changes that administrators still have to look at: each part as it was before the first change that nobody
 * has looked at. A part that is the same again needs no look, nor do pictures that were only removed or moved.
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
export function revertedContent(
  is: LiveContent,
  unseen: UnseenChanges,
  parts: readonly LivePart[],
): LiveContent {
  const { images, ...words } = Object.fromEntries(
    parts.filter((part) => unseen[part] !== undefined).map((part) => [part, unseen[part]]),
  ) as UnseenChanges;
  return {
    ...is,
    ...words,
    ...(images && { images: is.images.filter((image) => images.includes(image)) }),
  };
}
