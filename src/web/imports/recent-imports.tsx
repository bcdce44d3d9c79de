import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ErrorBody } from "#contract/errors.ts";
import { deleteImport, type ImportBatch, undoImport } from "#contract/admin/imports.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { importsQuery } from "#web/admin/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { Failed } from "#web/session/states.tsx";
import { fileColumn, fileWords, UndoButton } from "./imported-file.tsx";
import { UndoDialog } from "./undo-dialog.tsx";

/** The latest imported car files. Each can be undone as long as nothing else depends on its cars. */
export function RecentImports() {
  const { data: imports = [] } = useQuery(importsQuery);
  const [undone, setUndone] = useState<ImportBatch>();
  const [removed, setRemoved] = useState<ImportBatch>();
  if (imports.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="imports-title">
      <header>
        <h2 className="h3" id="imports-title">
          {m.admin_imports_title()}
        </h2>
        <p className="small muted">{m.admin_imports_text()}</p>
      </header>
      <DataTable
        label={m.admin_imports_title()}
        columns={columnsFor(setUndone, setRemoved)}
        rows={imports}
        keyOf={({ id }) => id}
      />
      {undone && <UndoImport batch={undone} onClose={() => setUndone(undefined)} />}
      {removed && <RemoveImport batch={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  );
}

function UndoImport({ batch, onClose }: { batch: ImportBatch; onClose: () => void }) {
  const cache = useQueryClient();
  const { id, fileName: file, added, updated } = batch;
  return (
    <UndoDialog
      title={m.admin_imports_undo_title({ file })}
      text={m.admin_imports_undo_text({ added, updated })}
      undo={() => api(undoImport, { params: { id } })}
      onUndone={() => makeStale(cache, "car")}
      toastWords={({ deleted, restored }) => ({
        title: m.admin_imports_undone({ file }),
        description: m.admin_imports_undone_text({ deleted, restored }),
      })}
      hangingTitle={m.admin_imports_hanging()}
      hangingWords={hangingWords}
      onClose={onClose}
    />
  );
}

function RemoveImport({
  batch: { id, fileName, undoneAt },
  onClose,
}: {
  batch: ImportBatch;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(deleteImport, { params: { id } }),
    onSuccess: async () => {
      onClose();
      toast({ title: m.admin_imports_removed({ file: fileName }) });
      await makeStale(cache, importsQuery);
    },
  });
  return (
    <ConfirmDialog
      title={m.admin_imports_remove_title({ file: fileName })}
      confirm={m.admin_imports_remove()}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{undoneAt ? m.admin_imports_remove_undone() : m.admin_imports_remove_text()}</p>
      <Failed error={remove.error} />
    </ConfirmDialog>
  );
}

function hangingWords({ name, why, orders }: NonNullable<ErrorBody["hanging"]>[number]): string {
  if (why === "orders") return m.admin_imports_hanging_orders({ name, orders: orders.join(", ") });
  return why === "blocks"
    ? m.admin_imports_hanging_blocks({ name })
    : m.admin_imports_hanging_edited({ name });
}

const columnsFor = (
  onUndo: (batch: ImportBatch) => void,
  onRemove: (batch: ImportBatch) => void,
): Column<ImportBatch>[] => [
  fileColumn(),
  {
    id: "what",
    label: m.admin_imports_what(),
    cell: ({ added, updated }) => m.admin_imports_counts({ added, updated }),
  },
  {
    id: "acts",
    label: m.admin_imports_undo(),
    isLabelHidden: true,
    cell: (batch) => (
      <div className="flex flex-wrap items-center justify-end gap-2">
        {batch.undoneAt && (
          <span className="muted small">{m.admin_imports_gone({ moment: showMoment(batch.undoneAt) })}</span>
        )}
        {batch.isUndoable && <UndoButton file={batch} onUndo={() => onUndo(batch)} />}
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-label={m.admin_imports_remove_label(fileWords(batch))}
          onClick={() => onRemove(batch)}
        >
          {m.admin_imports_remove()}
        </button>
      </div>
    ),
  },
];
