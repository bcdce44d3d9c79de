import { resolve } from "node:path";
import { carPictures, type CarPictures, type PicturedCar } from "./present.ts";
import { openPictureStore, type PictureStore, type PictureStoreOptions } from "./store.ts";
import { warmPictures } from "./warm.ts";

const fleetDir = resolve(import.meta.dirname, "../../../fleet");

/** The store, and all that the rest of the server wants of pictures. */
export type Pictures = PictureStore & {
  readonly picturesOf: (car: PicturedCar) => CarPictures;
  /** Starts to prepare variants in the background; call it once the server listens. */
  readonly warm: () => void;
  /** Stops that, and waits until the one under way is done. */
  readonly close: () => Promise<void>;
};

export async function openPictures(
  dataDir: string,
  options: Partial<PictureStoreOptions> & { onWarmingFailed?: (error: unknown) => void } = {},
): Promise<Pictures> {
  const store = await openPictureStore({ fleetDir, dataDir, ...options });
  const stop = new AbortController();
  let warming: Promise<void> = Promise.resolve();
  return {
    ...store,
    picturesOf: (car) => carPictures(car, store.manifest),
    warm: () => {
      warming = warmPictures(store, stop.signal).catch((error: unknown) => options.onWarmingFailed?.(error));
    },
    close: () => {
      stop.abort();
      return warming;
    },
  };
}
