import { useQueryClient } from "@tanstack/react-query";
import { type CarsImported, uploadCsv } from "#contract/admin/imports.ts";
import { m } from "#web/paraglide/messages.js";
import { CsvReport } from "./csv-report.tsx";
import { makeStale } from "#web/make-stale.ts";
import { UploadCard } from "./upload-card.tsx";
import { type UploadKind, useUpload } from "./use-upload.ts";

const kind: UploadKind = {
  path: uploadCsv.path,
  type: "text/csv",
  ending: /\.csv$/i,
  words: {
    wrongType: m.admin_upload_kind,
    none: m.admin_upload_none,
    failed: m.admin_upload_failed,
    failedText: m.admin_upload_failed_text,
    networkText: m.admin_upload_network_text,
    stopped: () => m.admin_upload_stopped(),
  },
};

/** Cars from a file: choose, look, import. */
export function CsvUpload() {
  const cache = useQueryClient();
  const upload = useUpload<CarsImported>(kind, () => makeStale(cache, "car"));
  return (
    <UploadCard
      name="csv"
      title={m.admin_upload_csv_title()}
      lead={m.admin_upload_csv_lead()}
      accept=".csv,text/csv"
      choose={m.admin_upload_choose_csv()}
      checking={m.admin_upload_checking()}
      isNext
      upload={upload}
    >
      {(report) => <CsvReport report={report} onImport={() => void upload.send(false)} />}
    </UploadCard>
  );
}
