import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Trips } from "#contract/admin/dashboard.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { tripsQuery } from "#web/admin/queries.ts";
import { Empty } from "#web/admin/list/empty.tsx";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";

type Trip = Trips["active"][number];

/** This week's pickups, and the trips whose car isn't recorded back. */
export function TripsTab({ titleOf }: { titleOf: (carOrPlan: string) => string }) {
  const { data: trips, error, refetch } = useQuery(tripsQuery);
  if (!trips) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="grid gap-8">
      <Failed error={error} onRetry={() => void refetch()} />
      <section aria-labelledby="admin-pickups">
        <h2 className="h3" id="admin-pickups">
          {m.admin_trips_pickups()}
        </h2>
        {trips.pickups.length === 0 ? (
          <Empty icon="key" title={m.admin_trips_no_pickups()} />
        ) : (
          <DataTable
            label={m.admin_trips_pickups()}
            columns={columns("pickup", titleOf)}
            rows={trips.pickups}
            keyOf={({ id }) => id}
            className="paired"
          />
        )}
      </section>
      <section aria-labelledby="admin-active">
        <h2 className="h3" id="admin-active">
          {m.admin_trips_active()}
        </h2>
        {trips.active.length === 0 ? (
          <Empty icon="car" title={m.admin_trips_no_active()} />
        ) : (
          <DataTable
            label={m.admin_trips_active()}
            columns={columns("return", titleOf)}
            rows={trips.active}
            keyOf={({ id }) => id}
            className="paired"
          />
        )}
      </section>
    </div>
  );
}

function columns(first: "pickup" | "return", titleOf: (carOrPlan: string) => string): Column<Trip>[] {
  const pickup: Column<Trip> = {
    id: "pickup",
    label: m.order_fact_pickup(),
    cell: ({ pickupDate, pickupTime }) => moment(pickupDate, pickupTime),
  };
  const back: Column<Trip> = {
    id: "return",
    label: m.order_fact_return(),
    cell: ({ returnDate, returnTime }) => moment(returnDate, returnTime),
  };
  return [
    {
      id: "order",
      label: m.admin_orders_column_order(),
      isName: true,
      cell: ({ id, orderNumber }) => <Link to={`/admin/order-management?order=${id}`}>{orderNumber}</Link>,
    },
    { id: "renter", label: m.admin_orders_column_renter(), cell: ({ renterName }) => renterName },
    { id: "car", label: m.admin_orders_column_car(), cell: ({ carName }) => titleOf(carName) },
    ...(first === "pickup" ? [pickup, back] : [back, pickup]),
    {
      id: "overdue",
      label: m.admin_trips_state(),
      cell: ({ status, isOverdue }) =>
        first === "return" && status !== "in_progress" ? (
          <span className="badge badge-bad">{m.admin_orders_attention_car_out()}</span>
        ) : isOverdue ? (
          <span className="badge badge-bad">{m.admin_trips_overdue()}</span>
        ) : (
          m.admin_trips_in_time()
        ),
    },
  ];
}

const moment = (date: string, time: string): string => m.order_day_at({ date: showDate(date), time });
