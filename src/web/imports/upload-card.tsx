import type { ReactNode } from "react";
import type { UploadProgress } from "#contract/admin/imports.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { Progress } from "#web/ui/progress.tsx";
import type { Upload } from "./use-upload.ts";

type UploadCardProps<Report> = {
  /** Used in the ids of the card's parts; unique in the page. */
  name: string;
  title: string;
  lead: string;
  accept: string;
  choose: string;
  checking: string;
  /** Whether choosing a file is the page's next step. */
  isNext?: boolean;
  upload: Upload<Report>;
  /** What is sent along with the file. */
  more?: Record<string, string>;
  /** More fields beside the file. */
  filters?: ReactNode;
  /** Shows what the file would do, or did. */
  children: (report: Report) => ReactNode;
};

/** A card to choose a file, check it and import it. */
export function UploadCard<Report>({
  name,
  title,
  lead,
  accept,
  choose,
  checking,
  isNext,
  upload,
  more,
  filters,
  children,
}: UploadCardProps<Report>) {
  const { file, state } = upload;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby={`${name}-title`}>
      <header>
        <h2 className="h3" id={`${name}-title`}>
          {title}
        </h2>
        <p className="small muted">{lead}</p>
      </header>
      {state.at !== "sending" && (
        <div className="drop">
          {file && (
            <p className="num">
              <bdi>{m.admin_upload_file({ name: file.name, size: sizeWords(file.size) })}</bdi>
            </p>
          )}
          {filters}
          <div className="acts justify-center">
            <label
              className={file || !isNext ? "btn btn-secondary" : "btn btn-primary"}
              htmlFor={`${name}-file`}
            >
              <AdminIcon name="file" />
              {file ? m.admin_upload_change() : choose}
            </label>
            <button
              className={file && state.at === "idle" ? "btn btn-primary" : "btn btn-secondary"}
              type="button"
              onClick={() => void upload.send(true, more)}
            >
              {m.admin_upload_check()}
            </button>
          </div>
          <input
            className="sr-only"
            id={`${name}-file`}
            type="file"
            accept={accept}
            onChange={({ currentTarget }) => {
              upload.choose(currentTarget.files?.[0]);
              currentTarget.value = "";
            }}
          />
        </div>
      )}
      {state.at === "sending" && (
        <div className="drop">
          <Progress {...progressWords(state.progress, checking)} />
          {state.progress.phase !== "writing" && (
            <button className="btn btn-secondary btn-sm" type="button" onClick={upload.stop}>
              {m.admin_upload_stop()}
            </button>
          )}
        </div>
      )}
      {state.at === "idle" && state.error && (
        <Notice kind="bad" isAlert>
          {state.error}
        </Notice>
      )}
      {(state.at === "looked" || state.at === "done") && children(state.report)}
    </section>
  );
}

function progressWords({ phase, done, total }: UploadProgress, checking: string) {
  const of = Math.max(total, 1);
  if (phase === "writing") return { label: m.admin_upload_writing(), text: m.admin_upload_wait(), of: 100 };
  if (phase === "pictures")
    return { label: m.admin_zip_working(), text: m.admin_zip_progress({ done, total }), done, of };
  const percent = Math.min(100, Math.floor((100 * done) / of));
  return {
    label: phase === "checking" ? checking : m.admin_upload_sending(),
    text: m.admin_upload_percent({ percent }),
    done: percent,
    of: 100,
  };
}

const sizeWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
