import { useEffect, useRef, useState } from "react";
import type { ConditionRecord } from "#contract/condition.ts";
import type { ConditionSlot } from "#domain/condition/condition.ts";
import { ApiError } from "#web/api.ts";
import { sendFiles } from "#web/send-files.ts";
import { imageAddress } from "./queries.ts";

export type SlotState =
  | { step: "idle" }
  | { step: "sending"; done: number; total: number }
  | { step: "failed"; error: unknown };

type Options = {
  orderId: string;
  slot: ConditionSlot;
  /** The record that the image belongs to, begun if it has to be. */
  record: () => Promise<string>;
  onSent: (record: ConditionRecord) => void;
};

/**
 * Sends the image of one slot, by itself and beside the others. What a lost network cut off is kept and goes
 * on when it is back; sent twice it is one image.
 */
export function useSlot({ orderId, slot, record, onSent }: Options) {
  const [state, setState] = useState<SlotState>({ step: "idle" });
  const last = useRef<File>(undefined);
  const stopping = useRef<AbortController>(undefined);

  async function send(file: File) {
    stopping.current?.abort();
    const controller = new AbortController();
    stopping.current = controller;
    last.current = file;
    setState({ step: "sending", done: 0, total: file.size });
    try {
      const recordId = await record();
      const form = new FormData();
      form.append("file", file);
      const sent = await sendFiles<ConditionRecord>(imageAddress({ orderId, recordId, slot }), form, {
        method: "PUT",
        signal: controller.signal,
        onProgress: (done, total) => setState({ step: "sending", done, total }),
      });
      last.current = undefined;
      setState({ step: "idle" });
      onSent(sent);
    } catch (error) {
      if (!controller.signal.aborted) setState({ step: "failed", error });
    }
  }

  const retry = () => {
    if (last.current) void send(last.current);
  };
  const isCutOff = state.step === "failed" && !(state.error instanceof ApiError);
  useEffect(() => {
    if (!isCutOff) return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
    // oxlint-disable-next-line react/exhaustive-deps -- what is sent again is what was sent last
  }, [isCutOff]);
  useEffect(() => () => stopping.current?.abort(), []);

  return { state, send: (file: File) => void send(file), retry };
}
