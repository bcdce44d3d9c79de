import { useEffect, useRef } from "react";
import type { CarsImported, ImportPreview, RowFault } from "#contract/admin/imports.ts";
import { csvRow } from "#domain/csv-cells.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { type Column, DataTable } from "#web/admin/data-table.tsx";
import { DeskIcon } from "#web/admin/admin-icon.tsx";
import { rowFaultWords } from "./row-error-words.ts";
import { saveText } from "#web/admin/save-text.ts";
import { Stats } from "#web/dashboard/stats.tsx";

/** How many errors are shown; the file has all. */
const shownErrors = 5;

/** What a file would do, with the way to do it, or what it did. */
export function CsvReport({ report, onImport }: { report: CarsImported; onImport: () => void }) {
  const head = useRef<HTMLDivElement>(null);
  const { dryRun, processed, added, updated, unchanged, errors, errorDetails, faults, preview } = report;
  const firstRows = new Set([...new Set(faults.map(({ row }) => row))].slice(0, shownErrors));
  useEffect(() => head.current?.focus(), [report]);

  return (
    <div className="stack" role="status" tabIndex={-1} ref={head}>
      {!dryRun && (
        <Notice kind="good">
          <b>{m.desk_upload_done()}</b> {m.desk_upload_done_text({ added, updated, errors })}
        </Notice>
      )}
      <Stats
        stats={[
          { label: dryRun ? m.desk_upload_rows() : m.desk_upload_processed(), value: processed },
          { label: dryRun ? m.desk_upload_would_add() : m.desk_upload_added(), value: added },
          { label: dryRun ? m.desk_upload_would_update() : m.desk_upload_updated(), value: updated },
          { label: m.desk_upload_same(), value: unchanged },
          { label: m.desk_upload_errors(), value: errors },
        ]}
      />
      {errors > 0 && (
        <Notice kind="bad">
          <b>{m.desk_upload_error_list()}</b>
          <ul>
            {faults
              .filter(({ row }) => firstRows.has(row))
              .map((fault) => (
                <li key={`${fault.row} ${fault.column} ${fault.code}`}>{rowFaultWords(fault)}</li>
              ))}
          </ul>
          {errors > shownErrors && <p>{m.desk_upload_error_more({ count: errors - shownErrors })}</p>}
          <button className="btn btn-secondary btn-sm" type="button" onClick={() => saveText("import-errors.csv", errorFile(errorDetails, faults))}>
            <DeskIcon name="down" />
            {m.desk_upload_error_file()}
          </button>
        </Notice>
      )}
      {dryRun && added + updated === 0 && errors < processed && <Notice>{m.desk_upload_nothing()}</Notice>}
      {dryRun && added + updated > 0 && (
        <>
          <p>
            <button className="btn btn-primary" type="button" onClick={onImport}>
              {m.desk_upload_import({ count: added + updated })}
            </button>
          </p>
          {preview.length < added + updated && <p className="small muted">{m.desk_upload_preview_first({ count: preview.length })}</p>}
          <DataTable label={m.desk_upload_preview()} className="preview" columns={columns()} rows={preview} keyOf={({ row }) => String(row)} />
        </>
      )}
    </div>
  );
}

const columns = (): Column<ImportPreview>[] => [
  { id: "row", label: m.desk_upload_row(), cell: ({ row }) => row },
  {
    id: "what",
    label: m.desk_upload_what(),
    cell: ({ what }) => (
      <span className={what === "add" ? "badge badge-good" : "badge badge-confirmed"}>{what === "add" ? m.desk_upload_add() : m.desk_upload_update()}</span>
    ),
  },
  {
    id: "name",
    label: m.desk_upload_car(),
    isName: true,
    cell: ({ name, year, city }) => (
      <>
        <bdi>{name}</bdi>
        <small>
          {year} · {city}
        </small>
      </>
    ),
  },
  {
    id: "changes",
    label: m.desk_upload_changes(),
    cell: ({ what, changes }) => {
      if (what === "add") return "–";
      if (!changes.length) return m.desk_upload_back();
      return (
        <ul className="changes">
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              <bdi>{m.desk_upload_change_of({ field, before: before || "–", after: after || "–" })}</bdi>
            </li>
          ))}
        </ul>
      );
    },
  },
];

/** Every row that was left out, with its number and why: in the reader's language as far as the server told the reasons as codes. */
function errorFile(details: readonly string[], faults: readonly RowFault[]): string {
  const told = Map.groupBy(faults, ({ row }) => row);
  const lines = details.map((detail) => {
    const row = Number(/^Row (\d+)/.exec(detail)?.[1] ?? 0);
    const words = told.get(row)?.map(rowFaultWords).join(" ") ?? detail.replace(/^Row \d+: /, "");
    return csvRow([row, words]);
  });
  return [csvRow([m.desk_upload_row(), m.desk_upload_reason()]), ...lines].join("");
}
