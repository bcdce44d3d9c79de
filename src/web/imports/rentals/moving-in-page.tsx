import { rentalColumns } from "#domain/moving-in/rental-csv.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { saveText } from "#web/ui/list/save-text.ts";
import { Columns } from "#web/imports/columns.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { RecentMoves } from "./recent-moves.tsx";
import { sampleRentals } from "./sample-rentals.ts";
import { RentalsUpload } from "./rentals-upload.tsx";

export const meta = () => pageMeta({ title: m.moving_title() });

/** Rentals that run in other books already. */
export default function MovingInPage() {
  return (
    <>
      <AdminTitle title={m.moving_title()} back={{ to: "/admin/dashboard", label: m.admin_orders_back() }}>
        <button
          className="btn btn-secondary"
          type="button"
          onClick={() => saveText("longbay-rentals-sample.csv", sampleRentals())}
        >
          <AdminIcon name="down" />
          {m.admin_upload_sample()}
        </button>
      </AdminTitle>
      <div className="grid grid-cols-[minmax(0,1fr)_19rem] gap-x-[clamp(1.5rem,4vw,3.5rem)] gap-y-8 items-start max-lg:grid-cols-1">
        <div className="grid grid-cols-1 gap-9">
          <RentalsUpload />
          <RecentMoves />
        </div>
        <aside className="stack" aria-labelledby="how-title">
          <h2 className="h3" id="how-title">
            {m.admin_upload_how()}
          </h2>
          <ol className="pl-5 list-decimal [&>li+li]:mt-2">
            <li>{m.moving_how_cars()}</li>
            <li>{m.moving_how_check()}</li>
            <li>{m.moving_how_quiet()}</li>
          </ol>
          <h2 className="h3">{m.admin_upload_columns()}</h2>
          <Columns names={rentalColumns.required} />
          <p className="small muted">{m.admin_upload_columns_more()}</p>
          <Columns names={rentalColumns.optional} />
          <p className="small muted">{m.moving_columns_price()}</p>
          <p className="small muted">{m.moving_columns_sums()}</p>
          <p className="small muted">{m.moving_columns_balance()}</p>
        </aside>
      </div>
    </>
  );
}
