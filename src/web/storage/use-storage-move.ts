import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ImagesMoved, moveToStorage } from "#contract/admin/storage.ts";
import { getUploadProgress, type UploadProgress } from "#contract/admin/imports.ts";
import { api, ApiError } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { toast } from "#web/ui/toast.ts";
import { storageQuery } from "./queries.ts";

/** Milliseconds between two questions about the server's progress. */
const pace = 500;

type MoveState =
  | { at: "idle"; error?: string }
  | { at: "moving"; progress?: UploadProgress }
  | { at: "done"; report: ImagesMoved };

/** Moves the server's pictures to the cloud and shows the progress. */
export function useStorageMove() {
  const cache = useQueryClient();
  const [state, setState] = useState<MoveState>({ at: "idle" });

  const move = async () => {
    const id = crypto.randomUUID();
    setState({ at: "moving" });
    const asking = setInterval(() => {
      api(getUploadProgress, { params: { id } })
        .then(
          (progress) =>
            progress.phase === "pictures" &&
            setState((now) => (now.at === "moving" ? { at: "moving", progress } : now)),
        )
        .catch(() => undefined);
    }, pace);
    try {
      const report = await api(moveToStorage, { query: { uploadId: id } });
      setState({ at: "done", report });
    } catch (error) {
      const said = error instanceof ApiError ? error.body?.message : undefined;
      // An answer without the server's message comes from the network or a proxy: the server may still be working.
      const words = (
        said === undefined
          ? m.admin_storage_lost
          : (errors[failureCode(error)] ?? m.admin_storage_failed_text)
      )();
      toast({ title: m.admin_storage_failed(), variant: "destructive" });
      setState({ at: "idle", error: words });
    } finally {
      clearInterval(asking);
      await makeStale(cache, storageQuery);
    }
  };

  return { state, move };
}

const errors: Record<string, () => string> = {
  move_under_way: m.admin_storage_busy,
  storage_unavailable: m.admin_storage_stopped,
  storage_not_set: m.admin_storage_not_set,
};
