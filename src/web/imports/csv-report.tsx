import { useEffect, useRef } from "react";
import type { CarsImported, ImportPreview, RowError } from "#contract/admin/imports.ts";
import { csvRow } from "#domain/csv-cells.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { type Column, DataTable } from "#web/admin/list/data-table.tsx";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { rowErrorWords } from "./row-error-words.ts";
import { saveText } from "#web/admin/list/save-text.ts";
import { Stats } from "#web/admin/stats.tsx";
import { sentences } from "#web/ui/format/sentences.ts";

/** How many errors are shown; the file has all. */
const shownErrors = 5;

/** What a file would do, with the way to do it, or what it did. */
export function CsvReport({ report, onImport }: { report: CarsImported; onImport: () => void }) {
  const head = useRef<HTMLDivElement>(null);
  const {
    dryRun,
    processed,
    added,
    updated,
    unchanged,
    errors,
    errorDetails,
    faults: rowErrors,
    unknownColumns,
    preview,
  } = report;
  const firstRows = new Set([...new Set(rowErrors.map(({ row }) => row))].slice(0, shownErrors));
  useEffect(() => head.current?.focus(), [report]);

  return (
    <div className="stack" role="status" tabIndex={-1} ref={head}>
      {!dryRun && (
        <Notice kind="good">
          <b>{m.admin_upload_done()}</b> {m.admin_upload_done_text({ added, updated, errors })}
        </Notice>
      )}
      <Stats
        stats={[
          { label: dryRun ? m.admin_upload_rows() : m.admin_upload_processed(), value: processed },
          { label: dryRun ? m.admin_upload_would_add() : m.admin_upload_added(), value: added },
          { label: dryRun ? m.admin_upload_would_update() : m.admin_upload_updated(), value: updated },
          { label: m.admin_upload_same(), value: unchanged },
          { label: m.admin_upload_errors(), value: errors },
        ]}
      />
      {unknownColumns.length > 0 && (
        <Notice kind="bad">
          <b>{m.admin_upload_unknown({ count: unknownColumns.length })}</b>
          <ul>
            {unknownColumns.map(({ name, nearest }) => (
              <li key={name}>
                <bdi>
                  {nearest
                    ? m.admin_upload_unknown_near({ name, nearest })
                    : m.admin_upload_unknown_one({ name })}
                </bdi>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {errors > 0 && (
        <Notice kind="bad">
          <b>{m.admin_upload_error_list()}</b>
          <ul>
            {rowErrors
              .filter(({ row }) => firstRows.has(row))
              .map((rowError) => (
                <li key={`${rowError.row} ${rowError.column} ${rowError.code}`}>{rowErrorWords(rowError)}</li>
              ))}
          </ul>
          {errors > shownErrors && <p>{m.admin_upload_error_more({ count: errors - shownErrors })}</p>}
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            onClick={() => saveText("import-errors.csv", errorFile(errorDetails, rowErrors))}
          >
            <AdminIcon name="down" />
            {m.admin_upload_error_file()}
          </button>
        </Notice>
      )}
      {dryRun && added + updated === 0 && errors < processed && <Notice>{m.admin_upload_nothing()}</Notice>}
      {dryRun && added + updated > 0 && (
        <>
          <p>
            <button className="btn btn-primary" type="button" onClick={onImport}>
              {m.admin_upload_import({ count: added + updated })}
            </button>
          </p>
          {preview.length < added + updated && (
            <p className="small muted">{m.admin_upload_preview_first({ count: preview.length })}</p>
          )}
          <DataTable
            label={m.admin_upload_preview()}
            className="preview"
            columns={columns()}
            rows={preview}
            keyOf={({ row }) => String(row)}
          />
        </>
      )}
    </div>
  );
}

const columns = (): Column<ImportPreview>[] => [
  { id: "row", label: m.admin_upload_row(), cell: ({ row }) => row },
  {
    id: "what",
    label: m.admin_upload_what(),
    cell: ({ what }) => (
      <span className={what === "add" ? "badge badge-good" : "badge badge-confirmed"}>
        {what === "add" ? m.admin_upload_add() : m.admin_upload_update()}
      </span>
    ),
  },
  {
    id: "name",
    label: m.admin_upload_car(),
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
    label: m.admin_upload_changes(),
    cell: ({ what, changes }) => {
      if (what === "add") return "–";
      if (!changes.length) return m.admin_upload_back();
      return (
        <ul className="changes">
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              <bdi>{m.admin_upload_change_of({ field, before: before || "–", after: after || "–" })}</bdi>
            </li>
          ))}
        </ul>
      );
    },
  },
];

/**
 * Every row that was left out, with its number and why: in the reader's language as far as the server told
 * the reasons as codes.
 */
function errorFile(details: readonly string[], rowErrors: readonly RowError[]): string {
  const byRow = Map.groupBy(rowErrors, ({ row }) => row);
  const lines = details.map((detail) => {
    const row = Number(/\d+/.exec(detail)?.[0] ?? 0);
    const reasons = byRow.get(row)?.map(rowErrorWords);
    const words = reasons ? sentences(...reasons) : detail.replace(/^[^:：]*[:：]\s*/, "");
    return csvRow([row, words]);
  });
  return [csvRow([m.admin_upload_row(), m.admin_upload_reason()]), ...lines].join("");
}
