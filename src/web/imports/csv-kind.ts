import { m } from "#web/paraglide/messages.js";
import type { UploadKind } from "./use-upload.ts";

/** The kind of upload that takes a CSV file. `stopped` says that it was stopped, if not as usual. */
export const csvKind = (
  path: string,
  stopped: UploadKind["words"]["stopped"] = () => m.admin_upload_stopped(),
): UploadKind => ({
  path,
  type: "text/csv",
  ending: /\.csv$/i,
  words: {
    wrongType: m.admin_upload_kind,
    none: m.admin_upload_none,
    failed: m.admin_upload_failed,
    failedText: m.admin_upload_failed_text,
    networkText: m.admin_upload_network_text,
    stopped,
  },
});
