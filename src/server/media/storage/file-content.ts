import type { ImageName } from "./names.ts";
import type { ImageStore } from "./store.ts";

const types = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;

/** A master, or a variant of the master with that hash. */
export const contentOf = async (
  imageStore: ImageStore,
  image: ImageName,
  hash: string,
): Promise<Buffer | undefined> =>
  image.variant
    ? imageStore.variant(image.name, hash, image.variant)
    : (await imageStore.read(image.name))?.content;

export const imageTypeOf = ({ variant }: ImageName): string => types[variant?.format ?? "webp"];
