import { useRef, useState } from "react";
import { getUploadProgress, type UploadProgress } from "#contract/admin/imports.ts";
import { api, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { sendFiles } from "#web/send-files.ts";
import { refusedUploadWords } from "./refused-upload-words.ts";

/** Milliseconds between two questions about the server's progress. */
const pace = 700;

export type UploadState<Report> =
  | { at: "idle"; error?: string }
  | { at: "sending"; isDryRun: boolean; progress: UploadProgress }
  | { at: "looked"; report: Report }
  | { at: "done"; report: Report };

/** What is uploaded, where it goes, and the words for a failure. */
export type UploadKind = {
  path: string;
  type: string;
  ending: RegExp;
  words: {
    wrongType: () => string;
    none: () => string;
    failed: () => string;
    failedText: () => string;
    networkText: () => string;
    stopped: (isDryRun: boolean) => string;
  };
};

/**
 * Uploads a file: the server first checks it, then imports it when the person says so. `onTaken` is called after
 * each import, whether all of the file was imported or not.
 */
export function useUpload<Report>(kind: UploadKind, onTaken: () => Promise<unknown>) {
  const { path, type, ending, words } = kind;
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<UploadState<Report>>({ at: "idle" });
  const stopping = useRef<AbortController>(undefined);

  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const isRight = chosen.type === type || ending.test(chosen.name);
    setFile(isRight ? chosen : undefined);
    setState({ at: "idle", ...(!isRight && { error: words.wrongType() }) });
  };

  const send = async (isDryRun: boolean, more: Record<string, string> = {}) => {
    if (!file) return setState({ at: "idle", error: words.none() });
    const form = new FormData();
    form.append("file", file);
    const id = crypto.randomUUID();
    const control = new AbortController();
    stopping.current = control;
    const showProgress = (progress: UploadProgress) =>
      setState((now) => (now.at === "sending" ? { at: "sending", isDryRun, progress } : now));
    setState({ at: "sending", isDryRun, progress: { phase: "receiving", done: 0, total: file.size } });
    const asking = askProgress(id, showProgress);
    try {
      const onProgress = (done: number, total: number) => showProgress({ phase: "receiving", done, total });
      const query = new URLSearchParams({ ...more, dryRun: String(isDryRun), uploadId: id });
      const report = await sendFiles<Report>(`${path}?${query}`, form, {
        onProgress,
        signal: control.signal,
      });
      setState({ at: isDryRun ? "looked" : "done", report });
    } catch (error) {
      setState({ at: "idle", error: errorOf(error, words, isDryRun) });
    } finally {
      clearInterval(asking);
      if (!isDryRun) await onTaken();
    }
  };

  return {
    file,
    state,
    choose,
    send,
    forgetReport: () => setState({ at: "idle" }),
    stop: () => stopping.current?.abort(),
  };
}

export type Upload<Report> = ReturnType<typeof useUpload<Report>>;

/** Asks for the server's own progress and shows it once the server has the whole file. */
function askProgress(
  id: string,
  showProgress: (progress: UploadProgress) => void,
): ReturnType<typeof setInterval> {
  return setInterval(() => {
    api(getUploadProgress, { params: { id } })
      .then((progress) => progress.phase !== "receiving" && showProgress(progress))
      .catch(() => undefined);
  }, pace);
}

function errorOf(error: unknown, words: UploadKind["words"], isDryRun: boolean): string {
  if (error instanceof DOMException && error.name === "AbortError") return words.stopped(isDryRun);
  if (!(error instanceof ApiError)) {
    toast({ title: m.admin_upload_network(), description: words.networkText(), variant: "destructive" });
    return words.networkText();
  }
  const fileError = refusedUploadWords(error, words.failedText());
  toast({ title: words.failed(), description: fileError, variant: "destructive" });
  return fileError;
}
