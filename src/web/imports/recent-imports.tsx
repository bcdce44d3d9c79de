import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ErrorBody } from "#contract/errors.ts";
import { deleteImport, type ImportBatch, undoImport } from "#contract/admin/imports.ts";
import { api, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { importsQuery } from "#web/admin/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { Failed } from "#web/session/states.tsx";

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

function UndoImport({
  batch: { id, fileName, added, updated },
  onClose,
}: {
  batch: ImportBatch;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const undo = useMutation({
    mutationFn: () => api(undoImport, { params: { id } }),
    onSuccess: async ({ deleted, restored }) => {
      onClose();
      toast({
        title: m.admin_imports_undone({ file: fileName }),
        description: m.admin_imports_undone_text({ deleted, restored }),
      });
      await makeStale(cache, "car");
    },
  });
  const hanging = undo.error instanceof ApiError ? undo.error.body?.hanging : undefined;
  return (
    <ConfirmDialog
      title={m.admin_imports_undo_title({ file: fileName })}
      confirm={m.admin_imports_undo()}
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate()}
      onClose={onClose}
    >
      <p>{m.admin_imports_undo_text({ added, updated })}</p>
      {hanging ? (
        <Notice kind="bad" isAlert>
          <b>{m.admin_imports_hanging()}</b>
          <ul>
            {hanging.map((car) => (
              <li key={`${car.carId} ${car.why}`}>{hangingWords(car)}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Failed error={undo.error} />
      )}
    </ConfirmDialog>
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
        {batch.isUndoable && (
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            aria-label={m.admin_imports_undo_label(named(batch))}
            onClick={() => onUndo(batch)}
          >
            {m.admin_imports_undo()}
          </button>
        )}
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-label={m.admin_imports_remove_label(named(batch))}
          onClick={() => onRemove(batch)}
        >
          {m.admin_imports_remove()}
        </button>
      </div>
    ),
  },
];

const named = ({ fileName, createdAt }: ImportBatch) => ({ file: fileName, moment: showMoment(createdAt) });
