import { rentalColumns } from "#domain/moving-in/rental-csv.ts";
import { ImportLayout } from "#web/imports/import-layout.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { RecentMoves } from "./recent-moves.tsx";
import { sampleRentals } from "./sample-rentals.ts";
import { RentalsUpload } from "./rentals-upload.tsx";

export const meta = () => pageMeta({ title: m.moving_title() });

/** Rentals that run in other books already. */
export default function MovingInPage() {
  return (
    <ImportLayout
      title={m.moving_title()}
      back={{ to: "/admin/dashboard", label: m.admin_orders_back() }}
      sample={{ fileName: "longbay-rentals-sample.csv", text: sampleRentals }}
      steps={[m.moving_how_cars(), m.moving_how_check(), m.moving_how_quiet()]}
      columns={rentalColumns}
      more={[m.moving_columns_price(), m.moving_columns_sums(), m.moving_columns_balance()].map((text) => (
        <p className="small muted" key={text}>
          {text}
        </p>
      ))}
    >
      <RentalsUpload />
      <RecentMoves />
    </ImportLayout>
  );
}
