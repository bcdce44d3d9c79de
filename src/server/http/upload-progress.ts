import type { UploadProgress } from "#contract/admin/imports.ts";
import type { Database } from "#server/db/open-database.ts";

/** Milliseconds between two notes of one upload. */
const pace = 400;

export type Note = (progress: UploadProgress) => void;

/**
 * Notes the progress of an upload, so that every process can report it. A note that can't be written is skipped:
 * the next one follows.
 */
export function noteProgress(
  { rows }: Database,
  id: string | undefined,
  accountId: string,
): { note: Note; over: () => Promise<void> } {
  if (id === undefined) return { note: () => {}, over: () => Promise.resolve() };
  let last = 0;
  let writing: Promise<unknown> | undefined;
  const write = ({ phase, done, total }: UploadProgress) =>
    rows(
      `insert into upload_progress (id, account_id, phase, done, total) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set phase = $3, done = $4, total = $5, updated_at = now() where upload_progress.account_id = $2`,
      [id, accountId, phase, done, total],
    ).catch(() => undefined);
  return {
    note(progress) {
      const now = performance.now();
      if (writing || now - last < pace) return;
      last = now;
      writing = write(progress).finally(() => (writing = undefined));
    },
    async over() {
      await writing;
      await rows("delete from upload_progress where id = $1 or updated_at < now() - interval '1 hour'", [
        id,
      ]).catch(() => undefined);
    },
  };
}

/** An upload without a note is still arriving. */
export async function readProgress(
  { rows }: Database,
  id: string,
  accountId: string,
): Promise<UploadProgress> {
  const [found] = await rows<UploadProgress>(
    "select phase, done, total from upload_progress where id = $1 and account_id = $2",
    [id, accountId],
  );
  return found ?? { phase: "receiving", done: 0, total: 0 };
}
