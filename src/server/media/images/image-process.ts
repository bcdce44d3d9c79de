import type { ImageAudience } from "#domain/cars/image-addresses.ts";
import type { ImageError } from "#contract/images.ts";
import type { FileLimits } from "#server/media/pools/limits.ts";
import { startWorkerProcess } from "#server/media/pools/worker-process.ts";
import type { StorageSettings } from "#server/media/storage/storage-url.ts";

/** The result of a file's work. */
export type WorkerAnswer = {
  name?: string;
  hash?: string;
  error?: ImageError;
  failure?: string;
  code?: string;
  recoded?: RecodedImage;
  /** The process holds on to much memory: another one does the next. */
  isSpent?: boolean;
  /** The machine had no time for the file; this says nothing against the file. */
  isBusy?: boolean;
};
/** A picture encoded again, not stored yet; `takenAt` is when it was taken according to its file. */
export type RecodedImage = {
  content: Uint8Array;
  width: number;
  height: number;
  takenAt?: string | undefined;
};
/** Meanwhile the process says why a call to the storage failed, for the log, or that the file is read. */
export type ImageNotice = { trouble: unknown } | "read";

export type ImageJob = { bytes: Uint8Array; keptFor: ImageAudience | undefined; mostTime: number };
export type ImageWorkerSettings = { dataDir: string; storage: StorageSettings | undefined };

export type ProcessOptions = {
  settings: ImageWorkerSettings;
  limits: FileLimits;
  /** The program. */
  main: URL;
  onStorageTrouble?: ((trouble: unknown) => void) | undefined;
};

export type ImageProcess = {
  /** Whether it may be given the next file. */
  readonly isFit: boolean;
  /** Takes one file at a time. `keptFor` is the audience of a stored picture; without it, none is stored. */
  ask: (bytes: Buffer, keptFor: ImageAudience | undefined) => Promise<WorkerAnswer>;
  end: () => Promise<void>;
};

const errors = { too_slow: "takes_too_long", too_large: "too_many_pixels", broken: "broken" } as const;

/** Starts a process that makes pictures of files. It never outlives this one. */
export function startImageProcess({
  settings,
  limits: { mostTime, longestWait },
  main,
  onStorageTrouble,
}: ProcessOptions): ImageProcess {
  const running = startWorkerProcess<ImageJob, WorkerAnswer, ImageNotice>({
    main,
    longestWait,
    settings,
    onNotice(notice) {
      // The remaining work is on our own data, and has limits of its own.
      if (notice === "read") running.stopWaiting();
      else onStorageTrouble?.(notice.trouble);
    },
  });
  let isSpent = false;
  return {
    get isFit() {
      return running.isFit && !isSpent;
    },
    async ask(bytes, keptFor) {
      const answer = await running.ask({ bytes, keptFor, mostTime });
      // The file that a process worked on when it crashed is not tried again: it may be the cause.
      if ("ended" in answer)
        return answer.ended === "busy" ? { isBusy: true } : { error: errors[answer.ended] };
      if (answer.isSpent) isSpent = true;
      return answer;
    },
    end: running.end,
  };
}
