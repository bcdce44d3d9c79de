import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { requiredFields } from "#domain/cars/fields.ts";
import { optionalColumns } from "#domain/cars/csv/car-csv.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { CsvUpload } from "./csv-upload.tsx";
import { mayUse } from "#web/admin/sections.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { ImportLayout } from "./import-layout.tsx";
import { RecentImports } from "./recent-imports.tsx";
import { sampleCsv, sampleFolders } from "./sample-csv.ts";
import { ZipUpload } from "./zip-upload.tsx";

export const meta = () => pageMeta({ title: m.admin_upload_title() });

/** Many cars at once. */
export default function UploadPage() {
  const { data: user } = useQuery(currentUserQuery);
  return (
    <ImportLayout
      title={m.admin_upload_title()}
      back={{ to: "/dashboard", label: m.me_nav_overview() }}
      sample={{ fileName: "longbay-cars-sample.csv", text: sampleCsv }}
      steps={[m.admin_upload_how_one(), m.admin_upload_how_two(), m.admin_zip_how()]}
      columns={{ required: requiredFields, optional: optionalColumns }}
      more={
        <>
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
        </>
      }
    >
      <CsvUpload />
      <ZipUpload />
      <RecentImports />
    </ImportLayout>
  );
}
