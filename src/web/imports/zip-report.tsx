import { type ReactNode, useEffect, useRef } from "react";
import type { FolderPreview, PicturesTaken } from "#contract/images.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { type Column, DataTable } from "#web/admin/data-table.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { pictureFaultWords } from "#web/cars/admin/image-error-words.ts";
import { Stats } from "#web/dashboard/stats.tsx";

const shownErrors = 5;
const shownCars = 10;
/** Folders that are shown of what an archive would do. */
const shownFolders = 200;

/** What an archive of pictures would do, with the way to do it, or what it did. */
export function ZipReport({ report, onAdd }: { report: PicturesTaken; onAdd: () => void }) {
  const head = useRef<HTMLDivElement>(null);
  const { dryRun, batch, carsUpdated, totalImages, alreadyThere = 0, errors, faults, results, preview = [] } = report;
  const found = preview.reduce((sum, { pictures }) => sum + pictures, 0);
  useEffect(() => head.current?.focus(), [report]);

  return (
    <div className="stack" role="status" tabIndex={-1} ref={head}>
      {!dryRun && (
        <Notice kind={totalImages || alreadyThere ? "good" : "info"}>
          <b>{totalImages ? m.desk_zip_done() : m.desk_zip_nothing_new()}</b>
        </Notice>
      )}
      {batch && (
        <p className="small muted">
          <bdi>{m.desk_zip_rows_of({ file: batch.fileName, when: showMoment(batch.createdAt) })}</bdi>
        </p>
      )}
      <Stats
        stats={[
          { label: m.desk_zip_cars(), value: dryRun ? preview.length : carsUpdated },
          { label: dryRun ? m.desk_zip_pictures() : m.desk_zip_added(), value: dryRun ? found : totalImages },
          ...(dryRun ? [] : [{ label: m.desk_zip_already(), value: alreadyThere }]),
          { label: m.desk_upload_errors(), value: errors },
        ]}
      />
      {results.length > 0 && (
        <Folded all={results} shown={shownCars} count={results.length} list="zip-cars">
          {({ carName, imagesAdded, row }) => (
            <li key={row}>
              <bdi>{carName}</bdi>
              <span className="num">{m.desk_zip_count({ count: imagesAdded })}</span>
            </li>
          )}
        </Folded>
      )}
      {errors > 0 && (
        <Notice kind="bad">
          <b>{m.desk_zip_left()}</b>
          <Folded all={faults} shown={shownErrors} count={errors} list="zip-faults">
            {({ file, fault }, place) => (
              <li key={place}>
                <bdi>{m.desk_picture_fault({ file, reason: pictureFaultWords[fault]() })}</bdi>
              </li>
            )}
          </Folded>
        </Notice>
      )}
      {dryRun && found === 0 && <Notice>{m.desk_zip_nothing()}</Notice>}
      {dryRun && found > 0 && (
        <>
          <p>
            <button className="btn btn-primary" type="button" onClick={onAdd}>
              {m.desk_zip_add({ count: found })}
            </button>
          </p>
          {preview.length > shownFolders && <p className="small muted">{m.desk_zip_preview_first({ count: shownFolders })}</p>}
          <DataTable
            label={m.desk_zip_preview()}
            className="preview"
            columns={columns()}
            rows={preview.slice(0, shownFolders)}
            keyOf={({ row }) => String(row)}
          />
        </>
      )}
    </div>
  );
}

type FoldedProps<T> = { all: readonly T[]; shown: number; count: number; list: string; children: (item: T, place: number) => ReactNode };

/** The first of many, the rest to be unfolded. `count` may be more than are here. */
function Folded<T>({ all, shown, count, list, children }: FoldedProps<T>) {
  return (
    <>
      <ul className={list}>{all.slice(0, shown).map(children)}</ul>
      {count > shown && (
        <details className="unfold">
          <summary>{m.desk_zip_more({ count: count - shown })}</summary>
          <ul className={list}>{all.slice(shown).map((item, place) => children(item, place + shown))}</ul>
          {count > all.length && <p>{m.desk_zip_unnamed({ count: count - all.length })}</p>}
        </details>
      )}
    </>
  );
}

const columns = (): Column<FolderPreview>[] => [
  { id: "row", label: m.desk_upload_row(), cell: ({ row }) => row },
  {
    id: "name",
    label: m.desk_upload_car(),
    isName: true,
    cell: ({ carName, year, city }) => (
      <>
        <bdi>{carName}</bdi>
        <small>
          {year} · {city}
        </small>
      </>
    ),
  },
  { id: "pictures", label: m.desk_zip_pictures(), cell: ({ pictures }) => pictures },
  { id: "already", label: m.desk_zip_has(), cell: ({ already }) => already },
];
