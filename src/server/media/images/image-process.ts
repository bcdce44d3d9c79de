import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ImageAudience } from "#domain/cars/image-addresses.ts";
import type { ImageError } from "#contract/images.ts";
import { childEnvironment } from "#server/media/pools/child-environment.ts";
import { type ProcessEnd, type FileLimits, readEnd } from "./limits.ts";
import type { StorageSettings } from "#server/media/storage/storage-url.ts";

/** The result of a file's work. */
export type WorkerAnswer = {
  name?: string;
  hash?: string;
  error?: ImageError;
  failure?: string;
  code?: string;
  recoded?: Recoded;
  /** The process holds on to much memory: another one does the next. */
  isSpent?: boolean;
  /** The machine had no time for the file; this says nothing against the file. */
  isBusy?: boolean;
};
/** A picture encoded again, not stored yet; `takenAt` is when it was taken according to its file. */
export type Recoded = { content: Uint8Array; width: number; height: number; takenAt?: string | undefined };
/** Why a call to the storage failed, for the log. */
export type StorageTrouble = { trouble: unknown };
/** The file is read: the remaining work is on our own data, and has limits of its own. */
export type FileRead = { isRead: true };

/**
 * The first message to the process. These settings aren't arguments: a list of processes shows arguments, and the
 * storage has a secret.
 */
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
  const child = fork(fileURLToPath(main), [], {
    env: childEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  let answering: PromiseWithResolvers<WorkerAnswer> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isFit = true;

  function finish(answer: WorkerAnswer): void {
    clearTimeout(timer);
    if (answer.isSpent) isFit = false;
    answering?.resolve(answer);
    answering = undefined;
  }

  // The file that a process worked on when it crashed is not tried again: it may be the cause.
  function fall(ended: ProcessEnd): void {
    isFit = false;
    finish(ended === "busy" ? { isBusy: true } : { error: errors[ended] });
  }

  child.on("message", (message: WorkerAnswer | StorageTrouble | FileRead) => {
    if ("trouble" in message) onStorageTrouble?.(message.trouble);
    else if ("isRead" in message) clearTimeout(timer);
    else finish(message);
  });
  child.on("exit", (code, signal) => fall(readEnd(code, signal)));
  child.on("error", () => fall("busy"));
  child.unref();
  child.channel?.unref();
  child.send({ settings });

  return {
    get isFit() {
      return isFit;
    },
    async ask(bytes, keptFor) {
      answering = Promise.withResolvers<WorkerAnswer>();
      timer = setTimeout(() => child.kill("SIGKILL"), longestWait);
      child.channel?.ref();
      child.send({ bytes, keptFor, mostTime }, (error) => error && fall("busy"));
      const answer = await answering.promise;
      child.channel?.unref();
      return answer;
    },
    end: () => endProcess(child),
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.ref();
  child.kill();
  await ended;
}
