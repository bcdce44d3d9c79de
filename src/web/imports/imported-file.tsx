import { m } from "#web/paraglide/messages.js";
import { showMoment } from "#web/ui/format/moment.ts";
import type { Column } from "#web/ui/list/data-table.tsx";

type ImportedFile = { fileName: string; createdAt: string };

/** The name of an imported file, and when it was imported. */
export const fileColumn = <Row extends ImportedFile>(): Column<Row> => ({
  id: "name",
  label: m.admin_imports_file(),
  isName: true,
  cell: ({ fileName, createdAt }) => (
    <>
      <bdi>{fileName}</bdi>
      <small>{showMoment(createdAt)}</small>
    </>
  ),
});

/** The file and its moment, for the accessible name of a button. */
export const fileWords = ({ fileName, createdAt }: ImportedFile) => ({
  file: fileName,
  moment: showMoment(createdAt),
});

/** The button that undoes an import. */
export const UndoButton = ({ file, onUndo }: { file: ImportedFile; onUndo: () => void }) => (
  <button
    className="btn btn-secondary btn-sm"
    type="button"
    aria-label={m.admin_imports_undo_label(fileWords(file))}
    onClick={onUndo}
  >
    {m.admin_imports_undo()}
  </button>
);
