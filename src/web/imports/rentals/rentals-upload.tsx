import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import {
  listRentalImports,
  type MovedInRental,
  type RentalsImported,
  uploadRentals,
} from "#contract/admin/imports.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { Stats } from "#web/admin/stats.tsx";
import { endpointQuery } from "#web/endpoint-query.ts";
import { csvKind } from "#web/imports/csv-kind.ts";
import { RowErrors, UnknownColumns } from "#web/imports/row-errors.tsx";
import { UploadCard } from "#web/imports/upload-card.tsx";
import { useUpload } from "#web/imports/use-upload.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";

const kind = csvKind(uploadRentals.path, (isDryRun) =>
  isDryRun ? m.admin_upload_stopped() : m.moving_stopped(),
);

/** Rentals from a file: choose, compare with the old books, import. */
export function RentalsUpload() {
  const cache = useQueryClient();
  const upload = useUpload<RentalsImported>(kind, () => makeStale(cache, endpointQuery(listRentalImports)));
  return (
    <UploadCard
      name="rentals"
      title={m.moving_file_title()}
      lead={m.moving_lead()}
      accept=".csv,text/csv"
      choose={m.admin_upload_choose_csv()}
      checking={m.admin_upload_checking()}
      isNext
      upload={upload}
    >
      {(report) => <RentalsReport report={report} onMove={() => void upload.send(false)} />}
    </UploadCard>
  );
}

/** What a file would do, with a button that does it, or what it did. */
function RentalsReport({ report, onMove }: { report: RentalsImported; onMove: () => void }) {
  const head = useRef<HTMLDivElement>(null);
  const { dryRun, processed, added, unchanged, errors, unknownColumns, rentals } = report;
  useEffect(() => head.current?.focus(), [report]);
  return (
    <div className="stack" role="status" tabIndex={-1} ref={head}>
      {!dryRun && (
        <Notice kind="good">
          <b>{m.moving_done()}</b> {m.moving_done_text({ added, errors })}
        </Notice>
      )}
      <Stats
        stats={[
          { label: dryRun ? m.admin_upload_rows() : m.admin_upload_processed(), value: processed },
          { label: dryRun ? m.moving_would_move() : m.moving_moved(), value: added },
          { label: m.moving_there(), value: unchanged },
          { label: m.admin_upload_errors(), value: errors },
        ]}
      />
      <UnknownColumns columns={unknownColumns} />
      <RowErrors report={report} />
      {dryRun && added > 0 && (
        <p>
          <button className="btn btn-primary" type="button" onClick={onMove}>
            {m.moving_move({ count: added })}
          </button>
        </p>
      )}
      {rentals.length > 0 && (
        <>
          <p className="small muted">{m.moving_compare()}</p>
          <DataTable
            label={m.moving_rentals()}
            className="preview"
            columns={columns()}
            rows={rentals}
            keyOf={({ row }) => String(row)}
          />
        </>
      )}
    </div>
  );
}

const columns = (): Column<MovedInRental>[] => [
  {
    id: "renter",
    label: m.moving_renter(),
    isName: true,
    cell: ({ customerName, orderNumber, carName, row }) => (
      <>
        <bdi>{customerName}</bdi>
        <small>
          <bdi>{carName}</bdi> · {orderNumber ?? m.moving_row({ row })}
        </small>
      </>
    ),
  },
  {
    id: "days",
    label: m.moving_days(),
    cell: ({ pickupDate, returnDate, status }) => (
      <>
        <span className="inline-block whitespace-nowrap">{m.moving_from({ day: showDate(pickupDate) })}</span>{" "}
        <span className="inline-block whitespace-nowrap">
          {m.moving_until({ day: showDate(returnDate) })}
        </span>
        <small>{status === "in_progress" ? m.moving_running() : m.moving_to_come()}</small>
      </>
    ),
  },
  { id: "total", label: m.moving_total(), isRight: true, cell: ({ total }) => showMoney(total) },
  { id: "paid", label: m.moving_paid(), isRight: true, cell: ({ paid }) => showMoney(paid) },
  { id: "balance", label: m.moving_balance(), isRight: true, cell: ({ balance }) => showMoney(balance) },
  {
    id: "next",
    label: m.moving_next(),
    isRight: true,
    cell: ({ next }) =>
      next ? (
        <>
          {showMoney(next.amount)}
          <small className="whitespace-nowrap">{showDate(next.dueOn)}</small>
        </>
      ) : (
        "–"
      ),
  },
];
