import { useEffect, useRef } from "react";
import type { CarsImported, ImportPreview } from "#contract/admin/imports.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { RowErrors, UnknownColumns } from "./row-errors.tsx";
import { Stats } from "#web/admin/stats.tsx";

/** What a file would do, with a button that does it, or what it did. */
export function CsvReport({ report, onImport }: { report: CarsImported; onImport: () => void }) {
  const head = useRef<HTMLDivElement>(null);
  const { dryRun, processed, added, updated, unchanged, errors, unknownColumns, preview } = report;
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
      <HostsCars report={report} />
      <UnknownColumns columns={unknownColumns} />
      <RowErrors report={report} />
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

/** What becomes of cars that belong to hosts. */
const HostsCars = ({ report: { dryRun, hosted, paused, keptOffers } }: { report: CarsImported }) => (
  <>
    {hosted > 0 && (
      <Notice>
        {dryRun ? m.admin_upload_would_give({ count: hosted }) : m.admin_upload_gave({ count: hosted })}
      </Notice>
    )}
    {paused > 0 && (
      <Notice kind="warn">
        {dryRun ? m.admin_upload_would_pause({ count: paused }) : m.admin_upload_paused({ count: paused })}
      </Notice>
    )}
    {keptOffers > 0 && <Notice>{m.admin_upload_kept_offers({ count: keptOffers })}</Notice>}
  </>
);

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
