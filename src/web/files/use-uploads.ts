import { useEffect, useRef, useState } from "react";
import { ApiError } from "#web/api.ts";

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
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.name = "UploadRefused";
    this.reason = reason;
  }
}

/** Whether the network failed, rather than the server refused the file. */
const isCutOff = (upload: Upload): boolean =>
  upload.step === "failed" && !(upload.error instanceof ApiError || upload.error instanceof UploadRefused);

/**
 * Sends files one after another. A failed file stays until the user sends it again or removes it. After a network
 * failure, it is sent again by itself once the network is back.
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
    if (!upload) return;
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
  useEffect(() => {
    const again = () => retry(isCutOff);
    window.addEventListener("online", again);
    return () => {
      window.removeEventListener("online", again);
      queue.current = [];
      stopping.current?.controller.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- it reads the queue as it is when the network comes back
  }, []);

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
