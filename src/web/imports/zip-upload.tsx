import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ImagesTaken, uploadImages } from "#contract/images.ts";
import { m } from "#web/paraglide/messages.js";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { importsQuery } from "#web/admin/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { Failed } from "#web/session/states.tsx";
import { UploadCard } from "./upload-card.tsx";
import { type UploadKind, useUpload } from "./use-upload.ts";
import { ZipReport } from "./zip-report.tsx";

const kind: UploadKind = {
  path: uploadImages.path,
  type: "application/zip",
  ending: /\.zip$/i,
  words: {
    wrongType: m.admin_zip_kind,
    none: m.admin_zip_kind,
    failed: m.admin_zip_failed,
    failedText: m.admin_zip_failed_text,
    networkText: m.admin_zip_failed_text,
    stopped: (isDryRun) => (isDryRun ? m.admin_upload_stopped() : m.admin_zip_stopped()),
  },
};

/**
 * Pictures of many cars from an archive: choose, look, add. Its folders are the rows of an import, the latest
 * unless another is chosen.
 */
export function ZipUpload() {
  const cache = useQueryClient();
  const imports = useQuery(importsQuery);
  const [chosen, setChosen] = useState<string>();
  // The cars of an undone import are gone, or are as they were before.
  const batches = imports.data?.filter(({ undoneAt }) => undoneAt === null);
  // The import that is shown, even if there is a newer one.
  const batchId = batches?.find(({ id }) => id === chosen)?.id ?? batches?.[0]?.id ?? "";
  const upload = useUpload<ImagesTaken>(kind, () => makeStale(cache, "car"));
  // The report belongs to another import.
  const choose = (id: string) => {
    setChosen(id);
    upload.forgetReport();
  };
  return (
    <UploadCard
      name="zip"
      title={m.admin_zip_title()}
      lead={m.admin_zip_lead()}
      accept=".zip,application/zip"
      choose={m.admin_zip_choose()}
      checking={m.admin_zip_checking()}
      upload={upload}
      more={{ batchId }}
      filters={
        <>
          <Failed error={imports.error} onRetry={() => void imports.refetch()} />
          {batches?.length === 0 && <Notice>{m.admin_zip_no_import()}</Notice>}
          {batches && batches.length > 0 && (
            <Field id="zip-import" label={m.admin_zip_import()} className="w-[min(100%,28rem)] text-left">
              <SelectFrame>
                <select
                  className="control"
                  id="zip-import"
                  value={batchId}
                  onChange={({ currentTarget: { value } }) => choose(value)}
                >
                  {batches.map(({ id, fileName, createdAt, rows }) => (
                    <option key={id} value={id}>
                      {m.admin_zip_import_of({ file: fileName, when: showMoment(createdAt), rows })}
                    </option>
                  ))}
                </select>
              </SelectFrame>
            </Field>
          )}
        </>
      }
    >
      {(report) => (
        <ZipReport
          report={report}
          onAdd={() => void upload.send(false, { batchId: report.batch?.id ?? batchId })}
        />
      )}
    </UploadCard>
  );
}
