import { useQueryClient } from "@tanstack/react-query";
import { type CarsImported, uploadCsv } from "#contract/admin/imports.ts";
import { m } from "#web/paraglide/messages.js";
import { csvKind } from "./csv-kind.ts";
import { CsvReport } from "./csv-report.tsx";
import { makeStale } from "#web/make-stale.ts";
import { UploadCard } from "./upload-card.tsx";
import { useUpload } from "./use-upload.ts";

const kind = csvKind(uploadCsv.path);

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
