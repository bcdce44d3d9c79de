import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { undoWithin } from "#domain/orders/lifecycle.ts";
import { undoStatus } from "#web/orders/admin/queries.ts";
import { m } from "#web/paraglide/messages.js";

/** Takes back the status that was just set, as long as possible: beside an open dialog no toast can be pressed. */
export function UndoStatus({ orderId, change }: { orderId: string; change: number }) {
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), undoWithin);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <button
      className="btn btn-secondary btn-sm"
      type="button"
      onClick={() => {
        setOver(true);
        void undoStatus(client, orderId, change);
      }}
    >
      {m.admin_orders_undo()}
    </button>
  );
}
