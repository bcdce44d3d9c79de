import { type ImageAudience, ownImage } from "#domain/cars/image-addresses.ts";
import { type Bucket, openBucket } from "#server/media/storage/bucket.ts";
import { fleetDir } from "./fleet-dir.ts";
import { contentOf, imageTypeOf } from "#server/media/storage/file-content.ts";
import { imageUrl, parseImageName } from "#server/media/storage/names.ts";
import { type CarImages, carImages, type CarWithImages } from "./present.ts";
import type { StorageSettings } from "#server/media/storage/storage-url.ts";
import { openImageStore, type ImageStore, type ImageStoreOptions } from "#server/media/storage/store.ts";
import { processJobClaims, type JobClaims } from "#server/media/storage/job-claims.ts";
import { drawPdf, sanitizePdf } from "#server/media/pdf/pdf-process.ts";
import { openImageWorker, type IngestedImage, type ImageWorker } from "./image-worker.ts";

/** The store, and everything else that the server does with pictures. */
export type CarImageStore = ImageStore &
  Pick<ImageWorker, "takeIn" | "recode"> & {
    /** A PDF's pages as one picture. */
    readonly drawPdf: typeof drawPdf;
    /** A PDF of the same pages, without scripts, actions, files or metadata. */
    readonly sanitizePdf: typeof sanitizePdf;
    readonly imagesOf: (car: CarWithImages) => CarImages;
    /** A master or a variant by the last part of its address; undefined if no master has that name and hash. */
    readonly openFile: (file: string) => Promise<ImageFile | undefined>;
    /** The bucket for uploads; undefined where uploads are kept in a folder of this machine. */
    readonly storage: { readonly bucket: Bucket; readonly settings: StorageSettings } | undefined;
    /** Ends the process that decodes uploads, and waits until it has ended. */
    readonly close: () => Promise<void>;
  };

/** `address` is the address of its master, as cars store it. */
export type ImageFile = { address: string; type: string; read: () => Promise<Buffer | undefined> };

async function openFile(store: ImageStore, file: string): Promise<ImageFile | undefined> {
  const image = parseImageName(file);
  const hash = image && (await store.hashOf(image.name));
  if (!image || !hash || (image.hash ?? hash) !== hash) return undefined;
  const read = () => contentOf(store, image, hash);
  return { address: imageUrl({ name: image.name, hash }), type: imageTypeOf(image), read };
}

type Options = Partial<Omit<ImageStoreOptions, "dataDir" | "bucket">> & {
  storage?: StorageSettings | undefined;
  turns?: JobClaims;
  onStorageTrouble?: (trouble: unknown) => void;
};

/** How often a picture is stored again if the sweep removes it at the same moment. */
const mostTries = 3;

export async function openImages(
  dataDir: string,
  { storage, turns = processJobClaims(), ...options }: Options = {},
): Promise<CarImageStore> {
  const bucket = storage && openBucket(storage, { onTrouble: options.onStorageTrouble });
  const store = await openImageStore({ fleetDir, dataDir, bucket, ...options });
  const imageWorker = openImageWorker({
    settings: { dataDir, storage },
    onStorageTrouble: options.onStorageTrouble,
  });

  // A caller that relies on a picture renews it first, and the sweep looks at its age before removing it. Both
  // take turns, so that a picture whose address was returned is never removed: either it is young when the sweep
  // looks, or it is gone when the caller renews it.
  const renew = (name: string) => turns.claimed(`picture ${name}`, () => store.renew(name));
  const removeOld = (name: string) => turns.claimed(`picture ${name}`, () => store.removeOld(name));

  async function takeIn(bytes: Buffer, by?: string, audience?: ImageAudience): Promise<IngestedImage> {
    for (let attempt = 1; attempt <= mostTries; attempt++) {
      const taken = await imageWorker.takeIn(bytes, by, audience);
      const name = "url" in taken && ownImage(taken.url)?.name;
      if (!name || (await renew(name)) !== undefined) return taken;
    }
    throw new Error("The picture was removed again and again");
  }

  return {
    ...store,
    renew,
    removeOld,
    takeIn,
    recode: (bytes, by) => imageWorker.recode(bytes, by),
    drawPdf,
    sanitizePdf,
    storage: storage && bucket && { bucket, settings: storage },
    imagesOf: (car) => carImages(car, store.manifest),
    openFile: (file) => openFile(store, file),
    close: () => imageWorker.close(),
  };
}
