import { useEffect, useRef } from "react";
import type { CarMoved, ImagesMoved } from "#contract/admin/storage.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { sentences } from "#web/ui/format/sentences.ts";

const mostShown = 100;
const mostThumbnails = 4;

/** Which pictures of which cars were moved. */
export function StorageReport({ report: { totalImages, totalCars, results } }: { report: ImagesMoved }) {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => head.current?.focus(), []);
  const shown = results.slice(0, mostShown);
  const hasUnshown = totalImages > new Set(results.flatMap(({ imageUrls }) => imageUrls)).size;

  return (
    <div className="stack outline-none" role="status" tabIndex={-1} ref={head}>
      <Notice kind="good">
        <b>{m.admin_storage_done()}</b>{" "}
        {sentences(
          totalImages
            ? m.admin_storage_done_text({ images: totalImages, cars: totalCars })
            : m.admin_storage_done_none(),
          hasUnshown && m.admin_storage_unshown(),
        )}
      </Notice>
      {shown.length > 0 && (
        <>
          <h2 className="h3">{m.admin_storage_results()}</h2>
          <DataTable
            label={m.admin_storage_results()}
            columns={columns()}
            rows={shown}
            keyOf={({ carInfo, imageUrls }) => `${carInfo} ${imageUrls[0]}`}
          />
          {shown.length < totalCars && (
            <p className="note num">{m.admin_storage_shown({ shown: shown.length, total: totalCars })}</p>
          )}
        </>
      )}
    </div>
  );
}

const columns = (): Column<CarMoved>[] => [
  { id: "car", label: m.admin_storage_car(), isName: true, cell: ({ carInfo }) => <bdi>{carInfo}</bdi> },
  { id: "row", label: m.admin_storage_row(), cell: ({ csvRowNumber }) => csvRowNumber ?? "–" },
  { id: "folder", label: m.admin_storage_folder(), cell: ({ folderName }) => folderName || "–" },
  {
    id: "images",
    label: m.admin_storage_images(),
    cell: ({ imagesUploaded, imageUrls }) => (
      <div className="flex flex-wrap items-center gap-2">
        <span>{imagesUploaded}</span>
        {imageUrls.slice(0, mostThumbnails).map((url) => (
          <img
            key={url}
            className="w-15 h-10 rounded-sm bg-sunken object-cover"
            src={url.replace(/\.webp$/, "-480.webp")}
            alt=""
            width={60}
            height={40}
            loading="lazy"
          />
        ))}
      </div>
    ),
  },
];
