import type { ReactNode } from "react";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { m } from "#web/paraglide/messages.js";
import { saveText } from "#web/ui/list/save-text.ts";
import { Columns } from "./columns.tsx";

type ImportLayoutProps = {
  title: string;
  back: { to: string; label: string };
  /** A file that shows every column. */
  sample: { fileName: string; text: () => string };
  /** What happens, step by step. */
  steps: string[];
  columns: { required: readonly string[]; optional: readonly string[] };
  /** What stands below the names of the columns. */
  more: ReactNode;
  children: ReactNode;
};

/** A page that imports files, with an explanation of the file beside it. */
export function ImportLayout({ title, back, sample, steps, columns, more, children }: ImportLayoutProps) {
  return (
    <>
      <AdminTitle title={title} back={back}>
        <button
          className="btn btn-secondary"
          type="button"
          onClick={() => saveText(sample.fileName, sample.text())}
        >
          <AdminIcon name="down" />
          {m.admin_upload_sample()}
        </button>
      </AdminTitle>
      <div className="grid grid-cols-[minmax(0,1fr)_19rem] gap-x-[clamp(1.5rem,4vw,3.5rem)] gap-y-8 items-start max-lg:grid-cols-1">
        <div className="grid grid-cols-1 gap-9">{children}</div>
        <aside className="stack" aria-labelledby="how-title">
          <h2 className="h3" id="how-title">
            {m.admin_upload_how()}
          </h2>
          <ol className="pl-5 list-decimal [&>li+li]:mt-2">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <h2 className="h3">{m.admin_upload_columns()}</h2>
          <Columns names={columns.required} />
          <p className="small muted">{m.admin_upload_columns_more()}</p>
          <Columns names={columns.optional} />
          {more}
        </aside>
      </div>
    </>
  );
}
