import { Link } from "react-router";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { m } from "#web/paraglide/messages.js";

/** The ways to write about the trip: to us, and to the car's host. */
export function WriteToUs({ order }: { order: OwnOrderDetail }) {
  return (
    <p className="small muted no-print">
      {m.trip_help()}{" "}
      <Link to={`/dashboard/messages/new?order=${order.id}`}>{m.conversations_message_trip()}</Link>
      {hasHostToWriteTo(order) && (
        <>
          {" · "}
          <Link to={`/dashboard/messages/new?order=${order.id}&to=host`}>{m.conversations_to_host()}</Link>
        </>
      )}
    </p>
  );
}

/** Whether the car's host has been asked about the order: from then on the renter may write to the host. */
const hasHostToWriteTo = ({ host, status }: OwnOrderDetail): boolean =>
  host !== undefined && host.outcome !== "unasked" && status !== "cancelled";
