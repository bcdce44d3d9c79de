import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { refuseUnreadable } from "#server/files/read-csv.ts";
import { abortSignalOf } from "#server/http/abort-signal.ts";
import { forEachPart, shownFileName } from "#server/http/multipart-parts.ts";
import { withUploaded } from "#server/http/upload-files.ts";
import { noteProgress } from "#server/http/upload-progress.ts";
import type { Services } from "#server/services.ts";

export type CsvOptions = {
  actor: string;
  fileName: string;
  onProgress: (phase: "checking" | "writing", done: number, total: number) => void;
  signal: AbortSignal;
};

type CsvCall = {
  query: { uploadId?: string | undefined };
  signedIn: { account: { id: string } };
  request: FastifyRequest;
  reply: FastifyReply;
  /** The most bytes. */
  largest: number;
};

/**
 * Takes the CSV file in the field `file` of a multipart call, and returns the result of `work`; the call's `uploadId`
 * is for asking about the progress. Throws a Refusal for a file that isn't CSV.
 */
export async function takeCsv<Report>(
  { config, database }: Services,
  { query, signedIn, request, reply, largest }: CsvCall,
  work: (path: string, options: CsvOptions) => Promise<Report>,
): Promise<Report> {
  const actor = signedIn.account.id;
  const { note, over } = noteProgress(database, query.uploadId, actor);
  let report: Report | undefined;
  try {
    await forEachPart(
      request,
      async (part) => {
        if (part.type !== "file") return;
        // An unread part would hold up the parts after it.
        if (part.fieldname !== "file") return void part.file.resume();
        if (!isCsv(part.filename, part.mimetype))
          throw new Refusal("file_refused", "Please select a CSV file", { file: { code: "wrong_type" } });
        const options: CsvOptions = {
          actor,
          fileName: shownFileName(part.filename),
          onProgress: (phase, done, total) => note({ phase, done, total }),
          signal: abortSignalOf(reply),
        };
        report = await withUploaded(config.dataDir, part, (path) =>
          work(path, options).catch(refuseUnreadable),
        );
      },
      { fileSize: largest, files: 1 },
    );
  } finally {
    await over();
  }
  if (!report)
    throw new Refusal("file_refused", "Please select a CSV file to upload", { file: { code: "none" } });
  return report;
}

/** Browsers on Windows call a CSV file an Excel file, or nothing at all: then its name decides. */
function isCsv(name: string | undefined, type: string): boolean {
  if (type === "text/csv") return true;
  return (
    /\.csv$/i.test(name ?? "") &&
    /^(application\/(vnd\.ms-excel|csv|octet-stream)|text\/(plain|x-csv|comma-separated-values))?$/i.test(
      type,
    )
  );
}
