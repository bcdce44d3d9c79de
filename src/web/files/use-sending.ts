import { useEffect, useRef, useState } from "react";
import { ApiError } from "#web/api.ts";

/** The progress of a file. */
type Sending =
  | { step: "idle" }
  | { step: "sending"; name: string; done: number; total: number }
  | { step: "failed"; error: unknown };

/** The options for sending a file. Every try has the same `id`, so that no file is stored twice. */
type SendingOptions = {
  id: string;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
};

/** Whether the network failed, rather than the server refused the file. */
const isCutOff = (state: Sending): boolean => state.step === "failed" && !(state.error instanceof ApiError);

/**
 * Sends one file, reports its progress, and keeps it when sending fails. After a network failure, it is sent again
 * by itself once the network is back. Another file replaces it.
 */
export function useSending(sendOne: (file: File, options: SendingOptions) => Promise<void>) {
  const [state, setState] = useState<Sending>({ step: "idle" });
  const last = useRef<{ file: File; id: string }>(undefined);
  const stopping = useRef<AbortController>(undefined);

  async function start(file: File, id: string) {
    stopping.current?.abort();
    const controller = new AbortController();
    stopping.current = controller;
    last.current = { file, id };
    const onProgress = (done: number, total: number) =>
      setState({ step: "sending", name: file.name, done, total });
    onProgress(0, file.size);
    try {
      await sendOne(file, { id, signal: controller.signal, onProgress });
      last.current = undefined;
      setState({ step: "idle" });
    } catch (error) {
      if (!controller.signal.aborted) setState({ step: "failed", error });
    }
  }

  const retry = () => {
    if (last.current) void start(last.current.file, last.current.id);
  };
  const stop = () => {
    stopping.current?.abort();
    last.current = undefined;
    setState({ step: "idle" });
  };

  const waits = isCutOff(state);
  useEffect(() => {
    if (!waits) return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
    // oxlint-disable-next-line react/exhaustive-deps -- what is sent again is what was sent last
  }, [waits]);
  useEffect(() => () => stopping.current?.abort(), []);

  return { state, send: (file: File) => void start(file, crypto.randomUUID()), retry, stop };
}
