import type { OwnOrder } from "#contract/account/orders.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import type { OwnStage } from "#domain/orders/own-orders.ts";
import { PhaseMoon } from "#web/orders/phase-moon.tsx";
import { statusName } from "#web/orders/status-names.ts";
import { m } from "#web/paraglide/messages.js";

/** The status that a stage looks like. */
const looks: Record<OwnStage, OrderStatus> = {
  pending: "pending",
  upcoming: "confirmed",
  confirmed: "confirmed",
  in_progress: "in_progress",
  overdue: "in_progress",
  completed: "completed",
  cancelled: "cancelled",
};

export function StageBadge({ stage }: Pick<OwnOrder, "stage">) {
  const look = looks[stage];
  return (
    <span className={`badge ${stage === "overdue" ? "badge-bad" : `badge-${look}`}`}>
      <PhaseMoon status={look} />
      {stage === "overdue" ? m.own_orders_overdue() : statusName(look)}
    </span>
  );
}
