import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CarsImported, getUploadProgress, UploadProgress } from "#contract/imports.ts";
import { api, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { forgetFleet } from "./car-queries.ts";
import { sendFiles } from "./send-files.ts";

/** Milliseconds between two questions of how far the server is. */
const pace = 700;

export type CsvState =
  | { at: "idle"; fault?: string }
  | { at: "sending"; isDryRun: boolean; progress: UploadProgress }
  | { at: "looked"; report: CarsImported }
  | { at: "done"; report: CarsImported };

/** A file of cars on its way: looked at first, then imported when the person says so. */
export function useCsvUpload() {
  const cache = useQueryClient();
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<CsvState>({ at: "idle" });
  const stopping = useRef<AbortController>(undefined);

  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const isCsv = chosen.type === "text/csv" || /\.csv$/i.test(chosen.name);
    setFile(isCsv ? chosen : undefined);
    setState({ at: "idle", ...(!isCsv && { fault: m.desk_upload_kind() }) });
  };

  const send = async (isDryRun: boolean) => {
    if (!file) return setState({ at: "idle", fault: m.desk_upload_none() });
    const form = new FormData();
    form.append("file", file);
    const id = crypto.randomUUID();
    const control = new AbortController();
    stopping.current = control;
    const tell = (progress: UploadProgress) => setState((now) => (now.at === "sending" ? { at: "sending", isDryRun, progress } : now));
    setState({ at: "sending", isDryRun, progress: { phase: "receiving", done: 0, total: file.size } });
    const asking = askProgress(id, tell);
    try {
      const onProgress = (done: number, total: number) => tell({ phase: "receiving", done, total });
      const report = await sendFiles<CarsImported>(`/api/admin/upload-csv?dryRun=${isDryRun}&uploadId=${id}`, form, { onProgress, signal: control.signal });
      setState({ at: isDryRun ? "looked" : "done", report });
      if (!isDryRun) await forgetFleet(cache);
    } catch (error) {
      setState({ at: "idle", ...faultOf(error) });
    } finally {
      clearInterval(asking);
    }
  };

  return { file, state, choose, send, stop: () => stopping.current?.abort() };
}

/** The server's own progress, from when it has the whole file. */
function askProgress(id: string, tell: (progress: UploadProgress) => void): ReturnType<typeof setInterval> {
  return setInterval(() => {
    api<typeof getUploadProgress>({ method: "GET", path: "/api/admin/uploads/:id" }, { params: { id } })
      .then((progress) => progress.phase !== "receiving" && tell(progress))
      .catch(() => undefined);
  }, pace);
}

function faultOf(error: unknown): { fault: string } {
  if (error instanceof DOMException && error.name === "AbortError") return { fault: m.desk_upload_stopped() };
  if (!(error instanceof ApiError)) {
    toast({ title: m.desk_upload_network(), description: m.desk_upload_network_text(), variant: "destructive" });
    return { fault: m.desk_upload_network_text() };
  }
  const fault = error.body?.message ?? m.desk_upload_failed_text();
  toast({ title: m.desk_upload_failed(), description: fault, variant: "destructive" });
  return { fault };
}
