import type { DeskOrderDetail } from "#contract/desk-orders.ts";
import { orderStatuses } from "#domain/order-status.ts";
import { actorName } from "#web/desk/actor-name.ts";
import { showMoment } from "#web/desk/moment.ts";
import { m } from "#web/paraglide/messages.js";
import { deskStatusName } from "./desk-status.ts";

type Change = DeskOrderDetail["history"][number];

/** What happened, the newest first. */
export function DeskOrderHistory({ history }: { history: readonly Change[] }) {
  return (
    <ol className="trail">
      {history.toReversed().map((change, index) => (
        <li key={`${change.at}-${history.length - index}`}>
          <b>{changeWords(change)}</b>
          {change.reason && <q>{change.reason === "nobody answered in time" ? m.desk_orders_reason_expired() : change.reason}</q>}
          <span>{m.desk_orders_by({ who: actorName(change.by), when: showMoment(change.at) })}</span>
        </li>
      ))}
    </ol>
  );
}

function changeWords({ action, from, to }: Change): string {
  if (action === "placed") return m.desk_orders_was_placed();
  if (action === "car") return m.desk_orders_was_given_car();
  return m.desk_orders_was_set({ from: statusWords(from), to: statusWords(to) });
}

function statusWords(word: string | null): string {
  const status = orderStatuses.find((one) => one === word);
  return status ? deskStatusName(status) : (word ?? "");
}
