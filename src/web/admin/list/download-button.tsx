import { useMutation } from "@tanstack/react-query";
import { dateInLosAngeles } from "#domain/dates.ts";
import { type SavedTable, tableFile } from "#domain/saved-tables.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { toast } from "#web/ui/toast.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { download } from "#web/download.ts";

type DownloadButtonProps = {
  label: string;
  path: string;
  table: SavedTable;
  /** The month that the table holds, if it holds only one. */
  month?: string;
  isBig?: boolean;
  className?: string;
};

async function save({
  path,
  table,
  month,
  isBig,
}: Pick<DownloadButtonProps, "path" | "table" | "month" | "isBig">): Promise<void> {
  const name = tableFile(table, dateInLosAngeles(Date.now()), month);
  if (await download({ path, name, isBig })) toast({ title: m.admin_download_done(), description: name });
}

/** Saves a table as a CSV file. */
export function DownloadButton({ label, path, table, month, isBig, className = "" }: DownloadButtonProps) {
  const saving = useMutation({
    mutationFn: () => save({ path, table, month, isBig }),
    onError: (error) =>
      toast({
        title: m.admin_download_failed(),
        description: sessionErrorWords(error),
        variant: "destructive",
      }),
  });
  return (
    <button
      className={`btn btn-secondary ${className}`}
      type="button"
      aria-busy={saving.isPending || undefined}
      onClick={() => !saving.isPending && saving.mutate()}
    >
      <AdminIcon name="down" />
      {saving.isPending ? m.admin_download_busy() : label}
    </button>
  );
}
