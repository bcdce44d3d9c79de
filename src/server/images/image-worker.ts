import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { Refusal } from "#contract/errors.ts";
import type { ImageError } from "#contract/images.ts";
import { childEnvironment } from "#server/files/child-environment.ts";
import { imageUrl } from "./storage/names.ts";
import type { StorageSettings } from "./storage/storage-url.ts";

const main = fileURLToPath(new URL("./image-worker-main.ts", import.meta.url));
/** Each encoder needs some hundred megabytes at worst. */
const mostAtOnce = 4;

export type Taken = { url: string } | { fault: ImageError };
type Answer = {
  id: number;
  name?: string;
  hash?: string;
  fault?: ImageError;
  failure?: string;
  code?: string;
  recoded?: Recoded;
};
/** A picture encoded anew, which nobody has kept; `takenAt` is when its file said that it was taken. */
export type Recoded = { content: Uint8Array; width: number; height: number; takenAt?: string | undefined };
/** Why the storage didn't do what it was asked, for the log. */
export type StorageTrouble = { trouble: unknown };

/**
 * What the process is told first. Not as arguments: whoever lists processes reads those, and the storage has
 * a secret.
 */
export type WorkshopSettings = { dataDir: string; storage: StorageSettings | undefined };

export type Workshop = {
  /**
   * Makes a picture of a file's bytes and keeps it. A file that is none is an error; a disk that is full or a
   * storage that is away is a Refusal.
   */
  takeIn: (bytes: Buffer) => Promise<Taken>;
  /** The same picture, for whoever keeps it elsewhere. */
  recode: (bytes: Buffer) => Promise<Recoded | { fault: ImageError }>;
  close: () => Promise<void>;
};

/**
 * Pictures from outside are decoded and encoded in another process, started when it is first needed and again
 * if it ever falls.
 */
export function openWorkshop(
  settings: WorkshopSettings,
  onStorageTrouble?: (trouble: unknown) => void,
): Workshop {
  const turns = pLimit(Math.min(availableParallelism(), mostAtOnce));
  const asked = new Map<number, PromiseWithResolvers<Answer>>();
  let worker: ChildProcess | undefined;
  let nextId = 1;

  function start(): ChildProcess {
    const started = fork(main, [], {
      env: childEnvironment(),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
    });
    started.on("message", (answer: Answer | StorageTrouble) => {
      if ("trouble" in answer) return onStorageTrouble?.(answer.trouble);
      asked.get(answer.id)?.resolve(answer);
      asked.delete(answer.id);
    });
    const fail = () => {
      if (worker === started) worker = undefined;
      // What it was at when it fell is not tried again: it may be why.
      for (const { resolve } of asked.values()) resolve({ id: 0, fault: "broken" });
      asked.clear();
    };
    started.on("exit", fail).on("error", fail);
    started.unref();
    started.channel?.unref();
    started.send({ settings });
    return started;
  }

  async function ask(bytes: Buffer, isKept: boolean): Promise<Answer> {
    worker ??= start();
    const id = nextId++;
    const answering = Promise.withResolvers<Answer>();
    asked.set(id, answering);
    worker.channel?.ref();
    worker.send({ id, bytes, isKept });
    const answer = await answering.promise;
    if (!asked.size) worker?.channel?.unref();
    return answer;
  }

  async function takeIn(bytes: Buffer): Promise<Taken> {
    const { name, hash, fault: error, failure, code } = await ask(bytes, true);
    if (error) return { fault: error };
    if (name && hash) return { url: imageUrl({ name, hash }) };
    if (code === "ENOSPC" || code === "EDQUOT")
      throw new Refusal("storage_full", "There is no room left to keep pictures.");
    if (code === "storage_unavailable")
      throw new Refusal(code, failure ?? "The storage of pictures is not answering.");
    throw new Error(failure ?? "The picture could not be kept");
  }

  async function recode(bytes: Buffer): Promise<Recoded | { fault: ImageError }> {
    const { recoded, fault, failure } = await ask(bytes, false);
    if (fault) return { fault };
    if (recoded) return recoded;
    throw new Error(failure ?? "The picture could not be encoded");
  }

  return {
    takeIn: (bytes) => turns(() => takeIn(bytes)),
    recode: (bytes) => turns(() => recode(bytes)),
    async close() {
      if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
      const ended = once(worker, "exit");
      worker.kill();
      await ended;
    },
  };
}
