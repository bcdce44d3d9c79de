import type { CarsImported, RowError } from "#contract/admin/imports.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { saveText } from "#web/ui/list/save-text.ts";
import { m } from "#web/paraglide/messages.js";
import { sentences } from "#web/ui/format/sentences.ts";
import { Notice } from "#web/ui/notice.tsx";
import { rowErrorWords } from "./row-error-words.ts";

/** How many errors the page shows; the file to save has all of them. */
const shownErrors = 5;

/** The unknown columns of a file, each with the known column that was probably meant. */
export function UnknownColumns({ columns }: { columns: CarsImported["unknownColumns"] }) {
  if (columns.length === 0) return null;
  return (
    <Notice kind="bad">
      <b>{m.admin_upload_unknown({ count: columns.length })}</b>
      <ul>
        {columns.map(({ name, nearest }) => (
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
  );
}

/** The first rows that were left out, and a file of them all. */
export function RowErrors({
  report: { errors, errorDetails, faults: rowErrors },
}: {
  report: Pick<CarsImported, "errors" | "errorDetails" | "faults">;
}) {
  if (errors === 0) return null;
  const firstRows = new Set([...new Set(rowErrors.map(({ row }) => row))].slice(0, shownErrors));
  return (
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
  );
}

/**
 * Every row that was left out, with its number and the reason. The reason is in the reader's language if the
 * server gave it as a code.
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
