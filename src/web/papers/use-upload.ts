import { useEffect, useRef, useState } from "react";
import type { Document } from "#contract/account/papers.ts";
import type { DocumentKind } from "#domain/papers/documents.ts";
import { ApiError } from "#web/api.ts";
import { sendFiles } from "#web/send-files.ts";

type Sent = { file: File; id: string };
export type UploadState =
  | { step: "idle" }
  | { step: "sending"; name: string; done: number; total: number }
  | { step: "failed"; error: unknown; isNetwork: boolean };

/**
 * Sends a document, tells how far it is, and keeps the file when it fails: sent again under the same id it is
 * never two. When the network is back it goes on by itself.
 */
export function useUpload(kind: DocumentKind, onUploaded: (document: Document) => void) {
  const [state, setState] = useState<UploadState>({ step: "idle" });
  const last = useRef<Sent>(undefined);
  const stopping = useRef<AbortController>(undefined);

  async function start(sent: Sent) {
    stopping.current?.abort();
    const controller = new AbortController();
    stopping.current = controller;
    last.current = sent;
    const { file, id } = sent;
    setState({ step: "sending", name: file.name, done: 0, total: file.size });
    const form = new FormData();
    form.append("kind", kind);
    form.append("id", id);
    form.append("file", file);
    try {
      const document = await sendFiles<Document>("/api/account/documents", form, {
        signal: controller.signal,
        onProgress: (done, total) => setState({ step: "sending", name: file.name, done, total }),
      });
      last.current = undefined;
      onUploaded(document);
      setState({ step: "idle" });
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ step: "failed", error, isNetwork: !(error instanceof ApiError) });
    }
  }

  const send = (file: File) => void start({ file, id: crypto.randomUUID() });
  const retry = () => {
    if (last.current) void start(last.current);
  };
  const stop = () => {
    stopping.current?.abort();
    last.current = undefined;
    setState({ step: "idle" });
  };

  const isCutOff = state.step === "failed" && state.isNetwork;
  useEffect(() => {
    if (!isCutOff) return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
    // oxlint-disable-next-line react/exhaustive-deps -- what is sent again is what was sent last
  }, [isCutOff]);
  useEffect(() => () => stopping.current?.abort(), []);

  return { state, send, retry, stop };
}
