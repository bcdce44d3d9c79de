import type { DeskOrderDetail } from "#contract/admin/orders.ts";
import { moves, orderStatuses } from "#domain/orders/lifecycle.ts";
import { actorName } from "#web/dashboard/actor-name.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { m } from "#web/paraglide/messages.js";
import { deskStatusName } from "./asked-status.ts";

type Change = DeskOrderDetail["history"][number];

/** What happened, the newest first. */
export function DeskOrderHistory({ history }: { history: readonly Change[] }) {
  return (
    <ol className="trail">
      {history.toReversed().map((change, index) => (
        <li key={`${change.at}-${history.length - index}`}>
          <b>{changeWords(change)}</b>
          {change.reason && <q>{reasonWords(change.reason)}</q>}
          <span>{m.desk_orders_by({ who: actorName(change.by), when: showMoment(change.at) })}</span>
        </li>
      ))}
    </ol>
  );
}

/** The reasons that the system gives are told in the reader's language. */
function reasonWords(reason: string): string {
  if (reason === moves.expire.reason) return m.desk_orders_reason_expired();
  return reason === moves.lose_dates.reason ? m.desk_orders_reason_dates_gone() : reason;
}

function changeWords({ action, from, to }: Change): string {
  if (action === "placed") return m.desk_orders_was_placed();
  if (action === "car") return m.desk_orders_was_given_car();
  if (action === "email_confirmed") return m.desk_orders_was_confirmed_email();
  return m.desk_orders_was_set({ from: statusWords(from), to: statusWords(to) });
}

function statusWords(word: string | null): string {
  const status = orderStatuses.find((one) => one === word);
  return status ? deskStatusName(status) : (word ?? "");
}
