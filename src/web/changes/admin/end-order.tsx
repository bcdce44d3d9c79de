import { useQueryClient } from "@tanstack/react-query";
import { endOrder } from "#contract/admin/endings.ts";
import type { AdminOrderDetail } from "#contract/admin/orders.ts";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { EndRental } from "#web/changes/continuity/end-rental.tsx";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";

/** Lets an administrator end a rental. After that, it links to the page that shows the renter's answer. */
export function EndOrder({ order }: { order: AdminOrderDetail }) {
  const cache = useQueryClient();
  if (order.isDecidedByOthers) return null;
  if (order.replacing)
    return (
      <Notice kind="warn">
        {m.continuity_open()} <Link to="/admin/continuity">{m.continuity_title()}</Link>
      </Notice>
    );
  return (
    <EndRental
      order={order}
      side="desk"
      send={(reason) => api(endOrder, { params: { id: order.id }, body: { reason } })}
      onEnded={() => makeStale(cache, "order")}
    />
  );
}
