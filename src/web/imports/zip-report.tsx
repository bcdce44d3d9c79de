import { type ReactNode, useEffect, useRef } from "react";
import type { FolderPreview, ImagesTaken } from "#contract/images.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { imageErrorWords } from "#web/admin/words/image-error-words.ts";
import { Stats } from "#web/admin/stats.tsx";

const shownErrors = 5;
const shownCars = 10;
/** How many folders of an archive the preview shows. */
const shownFolders = 200;

/** What an archive of pictures would do, with a button that does it, or what it did. */
export function ZipReport({ report, onAdd }: { report: ImagesTaken; onAdd: () => void }) {
  const head = useRef<HTMLDivElement>(null);
  const {
    dryRun,
    batch,
    carsUpdated,
    totalImages,
    alreadyThere = 0,
    errors,
    faults: fileErrors,
    results,
    preview = [],
  } = report;
  const found = preview.reduce((sum, { pictures }) => sum + pictures, 0);
  useEffect(() => head.current?.focus(), [report]);

  return (
    <div className="stack" role="status" tabIndex={-1} ref={head}>
      {!dryRun && (
        <Notice kind={totalImages || alreadyThere ? "good" : "info"}>
          <b>{totalImages ? m.admin_zip_done() : m.admin_zip_nothing_new()}</b>
        </Notice>
      )}
      {batch && (
        <p className="small muted">
          <bdi>{m.admin_zip_rows_of({ file: batch.fileName, when: showMoment(batch.createdAt) })}</bdi>
        </p>
      )}
      <Stats
        stats={[
          { label: m.admin_zip_cars(), value: dryRun ? preview.length : carsUpdated },
          { label: dryRun ? m.admin_zip_images() : m.admin_zip_added(), value: dryRun ? found : totalImages },
          ...(dryRun ? [] : [{ label: m.admin_zip_already(), value: alreadyThere }]),
          { label: m.admin_upload_errors(), value: errors },
        ]}
      />
      {results.length > 0 && (
        <Folded all={results} shown={shownCars} count={results.length} list="wrap-anywhere">
          {({ carName, imagesAdded, row }) => (
            <li key={row} className="flex justify-between gap-4 py-1 border-b border-line">
              <bdi>{carName}</bdi>
              <span className="num whitespace-nowrap text-ink-soft">
                {m.admin_zip_count({ count: imagesAdded })}
              </span>
            </li>
          )}
        </Folded>
      )}
      {errors > 0 && (
        <Notice kind="bad">
          <b>{m.admin_zip_left()}</b>
          <Folded all={fileErrors} shown={shownErrors} count={errors} list="wrap-anywhere">
            {({ file, fault: fileError }, place) => (
              <li key={place}>
                <bdi>{m.admin_image_error({ file, reason: imageErrorWords[fileError]() })}</bdi>
              </li>
            )}
          </Folded>
        </Notice>
      )}
      {dryRun && found === 0 && <Notice>{m.admin_zip_nothing()}</Notice>}
      {dryRun && found > 0 && (
        <>
          <p>
            <button className="btn btn-primary" type="button" onClick={onAdd}>
              {m.admin_zip_add({ count: found })}
            </button>
          </p>
          {preview.length > shownFolders && (
            <p className="small muted">{m.admin_zip_preview_first({ count: shownFolders })}</p>
          )}
          <DataTable
            label={m.admin_zip_preview()}
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

type FoldedProps<T> = {
  all: readonly T[];
  shown: number;
  count: number;
  list: string | undefined;
  children: (item: T, place: number) => ReactNode;
};

/** The first items of a long list; the rest is folded away. `count` may be higher than `all.length`. */
function Folded<T>({ all, shown, count, list, children }: FoldedProps<T>) {
  return (
    <>
      <ul className={list}>{all.slice(0, shown).map(children)}</ul>
      {count > shown && (
        <details className="unfold">
          <summary>{m.admin_zip_more({ count: count - shown })}</summary>
          <ul className={list}>{all.slice(shown).map((item, place) => children(item, place + shown))}</ul>
          {count > all.length && <p>{m.admin_zip_unnamed({ count: count - all.length })}</p>}
        </details>
      )}
    </>
  );
}

const columns = (): Column<FolderPreview>[] => [
  { id: "row", label: m.admin_upload_row(), cell: ({ row }) => row },
  {
    id: "name",
    label: m.admin_upload_car(),
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
  { id: "pictures", label: m.admin_zip_images(), cell: ({ pictures }) => pictures },
  { id: "already", label: m.admin_zip_has(), cell: ({ already }) => already },
];
