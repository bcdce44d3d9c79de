import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { requiredFields } from "#domain/cars/fields.ts";
import { optionalColumns } from "#domain/cars/csv/car-csv.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Columns } from "./columns.tsx";
import { CsvUpload } from "./csv-upload.tsx";
import { mayUse } from "#web/admin/sections.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { RecentImports } from "./recent-imports.tsx";
import { sampleCsv, sampleFolders } from "./sample-csv.ts";
import { saveText } from "#web/ui/list/save-text.ts";
import { ZipUpload } from "./zip-upload.tsx";

export const meta = () => pageMeta({ title: m.admin_upload_title() });

/** Many cars at once. */
export default function UploadPage() {
  const { data: user } = useQuery(currentUserQuery);
  return (
    <>
      <AdminTitle title={m.admin_upload_title()} back={{ to: "/dashboard", label: m.me_nav_overview() }}>
        <button
          className="btn btn-secondary"
          type="button"
          onClick={() => saveText("longbay-cars-sample.csv", sampleCsv())}
        >
          <AdminIcon name="down" />
          {m.admin_upload_sample()}
        </button>
      </AdminTitle>
      <div className="grid grid-cols-[minmax(0,1fr)_19rem] gap-x-[clamp(1.5rem,4vw,3.5rem)] gap-y-8 items-start max-lg:grid-cols-1">
        <div className="grid grid-cols-1 gap-9">
          <CsvUpload />
          <ZipUpload />
          <RecentImports />
        </div>
        <aside className="stack" aria-labelledby="how-title">
          <h2 className="h3" id="how-title">
            {m.admin_upload_how()}
          </h2>
          <ol className="pl-5 list-decimal [&>li+li]:mt-2">
            <li>{m.admin_upload_how_one()}</li>
            <li>{m.admin_upload_how_two()}</li>
            <li>{m.admin_zip_how()}</li>
          </ol>
          <h2 className="h3">{m.admin_upload_columns()}</h2>
          <Columns names={requiredFields} />
          <p className="small muted">{m.admin_upload_columns_more()}</p>
          <Columns names={optionalColumns} />
          <p className="small muted">{m.admin_upload_columns_text()}</p>
          <h2 className="h3">{m.admin_zip_inside()}</h2>
          <pre
            className="text-xs/[1.7] py-3 px-3.5 rounded-md bg-sunken font-mono overflow-x-auto"
            lang="en"
            tabIndex={0}
            role="region"
            aria-label={m.admin_zip_inside()}
          >
            {sampleFolders}
          </pre>
          <p className="small muted">{m.admin_zip_inside_text()}</p>
          {user && mayUse(user, ["manage_payments"]) && (
            <>
              <h2 className="h3">{m.moving_title()}</h2>
              <p className="small muted">{m.moving_upload_text()}</p>
              <p>
                <Link className="btn btn-secondary" to="/admin/moving-in">
                  {m.moving_open()}
                </Link>
              </p>
            </>
          )}
        </aside>
      </div>
    </>
  );
}
