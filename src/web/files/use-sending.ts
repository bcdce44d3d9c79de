import { useEffect, useRef, useState } from "react";
import { isTriedAgain } from "./is-file-refused.ts";
import { useTries } from "./use-tries.ts";

/** The progress of a file. */
type SendState =
  | { step: "idle" }
  | { step: "sending"; name: string; done: number; total: number }
  | { step: "failed"; error: unknown };

/** The options for sending a file. Every try has the same `id`, so that no file is stored twice. */
type SendingOptions = {
  id: string;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
};

/**
 * Sends one file, reports its progress, and keeps it when sending fails. Without an answer, or from a busy server, it
 * is sent again by itself after growing pauses, and once the network is back. Another file replaces it.
 */
export function useSending(sendOne: (file: File, options: SendingOptions) => Promise<void>) {
  const [state, setState] = useState<SendState>({ step: "idle" });
  const last = useRef<{ file: File; id: string }>(undefined);
  const stopping = useRef<AbortController>(undefined);

  async function start(file: File, id: string) {
    stopping.current?.abort();
    tries.stop();
    const controller = new AbortController();
    stopping.current = controller;
    last.current = { file, id };
    const onProgress = (done: number, total: number) =>
      setState({ step: "sending", name: file.name, done, total });
    onProgress(0, file.size);
    try {
      await sendOne(file, { id, signal: controller.signal, onProgress });
      last.current = undefined;
      tries.reset();
      setState({ step: "idle" });
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ step: "failed", error });
      if (isTriedAgain(error)) tries.later();
    }
  }

  const retry = () => {
    if (last.current) void start(last.current.file, last.current.id);
  };
  const tries = useTries(retry);
  const stop = () => {
    stopping.current?.abort();
    tries.stop();
    last.current = undefined;
    setState({ step: "idle" });
  };

  useEffect(() => () => stopping.current?.abort(), []);

  return { state, send: (file: File) => void start(file, crypto.randomUUID()), retry, stop };
}
