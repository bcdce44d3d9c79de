import type { AdminOrderDetail } from "#contract/admin/orders.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { moves } from "#domain/orders/moves.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { orderAction } from "#web/admin/words/order-actions.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { m } from "#web/paraglide/messages.js";
import { adminStatusName } from "#web/orders/admin/status-change-words.ts";
import { historyStyles } from "./history-styles.ts";

type Change = AdminOrderDetail["history"][number];

/** The events of an order, newest first. */
export function AdminOrderHistory({ history }: { history: readonly Change[] }) {
  return (
    <ol className={historyStyles.list}>
      {history.toReversed().map((change, index) => (
        <li key={`${change.at}-${history.length - index}`} className={historyStyles.entry}>
          <b className="font-label">{changeWords(change)}</b>
          {change.reason && <q>{reasonWords(change.reason)}</q>}
          <span className={historyStyles.by}>
            {m.admin_orders_by({ who: actorName(change.by), when: showMoment(change.at) })}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Reasons that the system writes are shown in the reader's language. */
function reasonWords(reason: string): string {
  if (reason === moves.expire.reason) return m.admin_orders_reason_expired();
  if (reason === moves.end_unpaid.reason) return m.admin_pay_reason_unpaid();
  return reason === moves.lose_dates.reason ? m.admin_orders_reason_dates_gone() : reason;
}

function changeWords({ action, from, to }: Change): string {
  const words = orderAction(action, to ?? "");
  return words ?? m.admin_orders_was_set({ from: statusWords(from), to: statusWords(to) });
}

function statusWords(word: string | null): string {
  const status = orderStatuses.find((one) => one === word);
  return status ? adminStatusName(status) : (word ?? "");
}
