import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listRentalImports, type RentalImport, undoRentalImport } from "#contract/admin/imports.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { api } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { fileColumn, UndoButton } from "#web/imports/imported-file.tsx";
import { UndoDialog } from "#web/imports/undo-dialog.tsx";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoment } from "#web/ui/format/moment.ts";

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

function UndoMove({ move, onClose }: { move: RentalImport; onClose: () => void }) {
  const cache = useQueryClient();
  const { id, fileName: file, added } = move;
  return (
    <UndoDialog
      title={m.moving_undo_title({ file })}
      text={m.moving_undo_text({ added })}
      undo={() => api(undoRentalImport, { params: { id } })}
      onUndone={() => makeStale(cache, movesQuery)}
      toastWords={({ removed }) => ({
        title: m.moving_undone({ file }),
        description: m.moving_undone_text({ removed }),
      })}
      hangingTitle={m.moving_hanging()}
      hangingWords={({ orders, name }) => m.moving_hanging_order({ order: orders.join(", "), name })}
      onClose={onClose}
    />
  );
}

const columnsFor = (onUndo: (move: RentalImport) => void): Column<RentalImport>[] => [
  fileColumn(),
  { id: "added", label: m.moving_moved(), cell: ({ added }) => added },
  {
    id: "acts",
    label: m.admin_imports_undo(),
    isLabelHidden: true,
    cell: (move) =>
      move.undoneAt ? (
        <span className="muted small">{m.admin_imports_gone({ moment: showMoment(move.undoneAt) })}</span>
      ) : (
        <UndoButton file={move} onUndo={() => onUndo(move)} />
      ),
  },
];
