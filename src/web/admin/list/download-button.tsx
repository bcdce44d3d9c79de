import { useMutation } from "@tanstack/react-query";
import { dateInLosAngeles } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { toast } from "#web/ui/toast.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { download } from "#web/download.ts";

type DownloadButtonProps = {
  label: string;
  path: string;
  /** The file's name before the date. */
  name: string;
  isBig?: boolean;
  className?: string;
};

async function save({
  path,
  name,
  isBig,
}: Pick<DownloadButtonProps, "path" | "name" | "isBig">): Promise<void> {
  const file = `${name}_${dateInLosAngeles(Date.now())}.csv`;
  if (await download({ path, name: file, isBig }))
    toast({ title: m.admin_download_done(), description: file });
}

/** Saves a CSV file named by Los Angeles's date, as the server names it. */
export function DownloadButton({ label, path, name, isBig, className = "" }: DownloadButtonProps) {
  const saving = useMutation({
    mutationFn: () => save({ path, name, isBig }),
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
