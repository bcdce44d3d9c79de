import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listRentalImports, type RentalImport, undoRentalImport } from "#contract/admin/imports.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { api, ApiError } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";

const movesQuery = { ...endpointQuery(listRentalImports), gcTime: 0 };

/** The latest imported files of rentals. Each can be undone while nothing has happened to its rentals. */
export function RecentMoves() {
  const { data: moves = [] } = useQuery(movesQuery);
  const [undone, setUndone] = useState<RentalImport>();
  if (moves.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="moves-title">
      <header>
        <h2 className="h3" id="moves-title">
          {m.moving_moves_title()}
        </h2>
        <p className="small muted">{m.moving_moves_text()}</p>
      </header>
      <DataTable
        label={m.moving_moves_title()}
        columns={columnsFor(setUndone)}
        rows={moves}
        keyOf={({ id }) => id}
      />
      {undone && <UndoMove move={undone} onClose={() => setUndone(undefined)} />}
    </section>
  );
}

function UndoMove({ move: { id, fileName, added }, onClose }: { move: RentalImport; onClose: () => void }) {
  const cache = useQueryClient();
  const undo = useMutation({
    mutationFn: () => api(undoRentalImport, { params: { id } }),
    onSuccess: async ({ removed }) => {
      onClose();
      toast({ title: m.moving_undone({ file: fileName }), description: m.moving_undone_text({ removed }) });
      await makeStale(cache, movesQuery);
    },
  });
  const hanging = undo.error instanceof ApiError ? undo.error.body?.hanging : undefined;
  return (
    <ConfirmDialog
      title={m.moving_undo_title({ file: fileName })}
      confirm={m.admin_imports_undo()}
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate()}
      onClose={onClose}
    >
      <p>{m.moving_undo_text({ added })}</p>
      {hanging ? (
        <Notice kind="bad" isAlert>
          <b>{m.moving_hanging()}</b>
          <ul>
            {hanging.map(({ orders, name }) => (
              <li key={orders.join()}>
                <bdi>{m.moving_hanging_order({ order: orders.join(", "), name })}</bdi>
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Failed error={undo.error} />
      )}
    </ConfirmDialog>
  );
}

const columnsFor = (onUndo: (move: RentalImport) => void): Column<RentalImport>[] => [
  {
    id: "name",
    label: m.admin_imports_file(),
    isName: true,
    cell: ({ fileName, createdAt }) => (
      <>
        <bdi>{fileName}</bdi>
        <small>{showMoment(createdAt)}</small>
      </>
    ),
  },
  { id: "added", label: m.moving_moved(), cell: ({ added }) => added },
  {
    id: "acts",
    label: m.admin_imports_undo(),
    isLabelHidden: true,
    cell: (move) =>
      move.undoneAt ? (
        <span className="muted small">{m.admin_imports_gone({ moment: showMoment(move.undoneAt) })}</span>
      ) : (
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-label={m.admin_imports_undo_label({ file: move.fileName, moment: showMoment(move.createdAt) })}
          onClick={() => onUndo(move)}
        >
          {m.admin_imports_undo()}
        </button>
      ),
  },
];
