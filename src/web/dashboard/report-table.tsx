import type { SavedTable } from "#domain/saved-tables.ts";
import { m } from "#web/paraglide/messages.js";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { DownloadButton } from "#web/admin/list/download-button.tsx";
import { Empty } from "#web/admin/list/empty.tsx";

type ReportTableProps<T> = {
  name: SavedTable;
  /** The address of the file. By default, it is among the reports' files. */
  path?: `/api/${string}`;
  title: string;
  note?: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
};

/** One report: a table on the screen, and the same as a file. */
export function ReportTable<T>({
  name,
  path = `/api/admin/reports/${name}.csv`,
  title,
  note,
  columns,
  rows,
  keyOf,
}: ReportTableProps<T>) {
  return (
    <section aria-labelledby={`report-${name}`}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 mb-2">
        <div className="flex-[1_1_12rem]">
          <h2 className="h3" id={`report-${name}`}>
            {title}
          </h2>
          {note && <p className="muted small">{note}</p>}
        </div>
        <DownloadButton label={m.admin_report_csv({ title })} path={path} table={name} />
      </header>
      {rows.length === 0 ? (
        <Empty icon="chart" title={m.admin_report_empty()} />
      ) : (
        <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} isSlim />
      )}
    </section>
  );
}
