import { useEffect, useRef, useState } from "react";
import { isTriedAgain } from "./is-file-refused.ts";
import { useTries } from "./use-tries.ts";

/** A file in the queue: waiting, being sent, with `done` bytes sent, or failed. */
export type Upload = { id: string; file: File; done: number } & (
  | { step: "waiting" | "sending" }
  | { step: "failed"; error: unknown }
);
type SendOne = (
  file: File,
  options: { signal: AbortSignal; onProgress: (done: number) => void },
) => Promise<void>;

/** Thrown where a file arrived and was refused for its content. It would be refused again. */
export class UploadRefused extends Error {
  readonly code = "file_refused";
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.name = "UploadRefused";
    this.reason = reason;
  }
}

/** Whether the network or a busy server failed the file, rather than a refusal. */
const isCutOff = (upload: Upload): boolean => upload.step === "failed" && isTriedAgain(upload.error);

/** Whether a file is still on its way: it waits, is being sent, or will be sent again by itself. */
export const isUnderWay = (upload: Upload): boolean => upload.step !== "failed" || isCutOff(upload);

/**
 * Sends files one after another. A failed file stays until the user sends it again or removes it. Without an answer,
 * or from a busy server, it is sent again by itself after growing pauses, and once the network is back.
 */
export function useUploads(sendOne: SendOne) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const stopping = useRef<{ id: string; controller: AbortController }>(undefined);
  const sending = useRef(sendOne);
  useEffect(() => {
    sending.current = sendOne;
  });

  const show = (next: Upload[]) => {
    queue.current = next;
    setUploads(next);
  };
  const put = (id: string, change: (upload: Upload) => Upload) =>
    show(queue.current.map((upload) => (upload.id === id ? change(upload) : upload)));

  async function next(): Promise<void> {
    if (stopping.current) return;
    const upload = queue.current.find(({ step }) => step === "waiting");
    if (!upload) {
      if (queue.current.some(isCutOff)) tries.later();
      return;
    }
    const { id, file } = upload;
    const controller = new AbortController();
    stopping.current = { id, controller };
    put(id, (before) => ({ ...before, step: "sending", done: 0 }));
    try {
      await sending.current(file, {
        signal: controller.signal,
        onProgress: (done) => put(id, (before) => ({ ...before, done })),
      });
      show(queue.current.filter((other) => other.id !== id));
      tries.reset();
    } catch (error) {
      if (!controller.signal.aborted) put(id, (before) => ({ ...before, step: "failed", error }));
    }
    stopping.current = undefined;
    return next();
  }

  const retry = (which: (upload: Upload) => boolean = () => true) => {
    show(
      queue.current.map((upload) =>
        upload.step === "failed" && which(upload)
          ? { id: upload.id, file: upload.file, done: 0, step: "waiting" }
          : upload,
      ),
    );
    void next();
  };
  const tries = useTries(() => retry(isCutOff));
  useEffect(
    () => () => {
      queue.current = [];
      stopping.current?.controller.abort();
    },
    [],
  );

  return {
    uploads,
    add: (files: Iterable<File>) => {
      const added = [...files].map((file): Upload => ({
        id: crypto.randomUUID(),
        file,
        done: 0,
        step: "waiting",
      }));
      show([...queue.current, ...added]);
      void next();
    },
    retry,
    /** Gives a file up, also while it is sent. */
    drop: (id: string) => {
      if (stopping.current?.id === id) stopping.current.controller.abort();
      show(queue.current.filter((upload) => upload.id !== id));
    },
  };
}
