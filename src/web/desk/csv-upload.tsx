import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { CsvReport } from "./csv-report.tsx";
import { DeskIcon } from "./desk-icon.tsx";
import { Progress } from "./progress.tsx";
import { useCsvUpload } from "./use-csv-upload.ts";

/** Cars from a file: choose, look, import. */
export function CsvUpload() {
  const { file, state, choose, send, stop } = useCsvUpload();
  const isSending = state.at === "sending";
  return (
    <section className="upload-card" aria-labelledby="csv-title">
      <header>
        <h2 className="h3" id="csv-title">
          {m.desk_upload_csv_title()}
        </h2>
        <p className="small muted">{m.desk_upload_csv_lead()}</p>
      </header>
      {!isSending && (
        <div className="drop">
          {file && <p className="num">{m.desk_upload_file({ name: file.name, size: sizeWords(file.size) })}</p>}
          <div className="acts">
            <label className={file ? "btn btn-secondary" : "btn btn-primary"} htmlFor="csv-file">
              <DeskIcon name="file" />
              {file ? m.desk_upload_change() : m.desk_upload_choose_csv()}
            </label>
            <button className={file && state.at === "idle" ? "btn btn-primary" : "btn btn-secondary"} type="button" onClick={() => void send(true)}>
              {m.desk_upload_check()}
            </button>
          </div>
          <input
            className="sr-only"
            id="csv-file"
            type="file"
            accept=".csv,text/csv"
            onChange={({ currentTarget }) => {
              choose(currentTarget.files?.[0]);
              currentTarget.value = "";
            }}
          />
        </div>
      )}
      {isSending && (
        <div className="drop">
          <Progress {...progressWords(state.progress)} />
          {state.progress.phase !== "writing" && (
            <button className="btn btn-secondary btn-sm" type="button" onClick={stop}>
              {m.desk_upload_stop()}
            </button>
          )}
        </div>
      )}
      {state.at === "idle" && state.fault && (
        <Notice kind="bad" isAlert>
          {state.fault}
        </Notice>
      )}
      {(state.at === "looked" || state.at === "done") && <CsvReport report={state.report} onImport={() => void send(false)} />}
    </section>
  );
}

function progressWords({ phase, done, total }: { phase: string; done: number; total: number }) {
  const percent = Math.min(100, Math.floor((100 * done) / Math.max(total, 1)));
  if (phase === "writing") return { label: m.desk_upload_writing(), text: m.desk_upload_wait(), of: 100 };
  const label = phase === "checking" ? m.desk_upload_checking() : m.desk_upload_sending();
  return { label, text: m.desk_upload_percent({ percent }), done: percent, of: 100 };
}

const sizeWords = (bytes: number): string => (bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`);
