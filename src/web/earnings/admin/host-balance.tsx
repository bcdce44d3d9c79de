import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import {
  decideHostAdjustment,
  type HostAdjustment,
  type HostAdjustments,
} from "#contract/admin/host-adjustments.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { showDate } from "#web/ui/format/show-date.ts";
import { AdjustBalance } from "./adjust-balance.tsx";
import { adjustmentErrorWords } from "./adjustment-words.ts";
import { hostAdjustmentsQuery } from "./queries.ts";

const kindNames: Record<HostAdjustment["kind"], () => string> = {
  take_back: m.adjust_event_share_taken_back,
  write_off: m.adjust_event_written_off,
  repayment: m.adjust_event_repaid,
};
const statusNames: Record<HostAdjustment["status"], () => string> = {
  awaiting_approval: m.adjust_status_awaiting_approval,
  done: m.adjust_status_done,
  declined: m.adjust_status_declined,
};

/** The manual adjustments of a host's balance, the host's debt, and a form for another adjustment. */
export function HostBalance({ hostId }: { hostId: string }) {
  const cache = useQueryClient();
  const query = hostAdjustmentsQuery(hostId);
  const { data, error, refetch } = useQuery(query);
  const keep = (now: HostAdjustments) => {
    cache.setQueryData(query.queryKey, now);
    void makeStale(cache, "money");
  };
  const deciding = useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: "approved" | "declined" }) =>
      api(decideHostAdjustment, { params: { id }, body: { decision } }),
    onSuccess: keep,
    // Somebody else may have decided the change: then the list shows that, without the buttons.
    onError: () => makeStale(cache, query),
  });
  return (
    <section className="stack" aria-labelledby="host-balance">
      <h2 className="h3" id="host-balance">
        {m.adjust_title()}
      </h2>
      <Failed error={error} onRetry={() => void refetch()} />
      {data?.debt && <Debt debt={data.debt} />}
      {deciding.error && (
        <Notice kind="bad" isAlert>
          {adjustmentErrorWords(deciding.error)}
        </Notice>
      )}
      {data && data.adjustments.length > 0 && (
        <ul className="grid">
          {data.adjustments.map((adjustment) => (
            <Adjustment
              key={adjustment.id}
              adjustment={adjustment}
              isPending={deciding.isPending}
              onDecide={(decision) => deciding.mutate({ id: adjustment.id, decision })}
            />
          ))}
        </ul>
      )}
      {data && <AdjustBalance hostId={hostId} hasDebt={data.debt !== null} onAdjusted={keep} />}
    </section>
  );
}

function Debt({ debt }: { debt: NonNullable<HostAdjustments["debt"]> }) {
  const { amount, since, askedAt, askedFrom } = debt;
  return (
    <Notice kind="warn">
      <p className="num">{m.adjust_debt({ amount: showMoney(amount), since: showDate(since) })}</p>
      <p>
        {askedAt
          ? m.adjust_debt_requested({ moment: showMoment(askedAt) })
          : m.adjust_debt_to_ask({ day: showDate(askedFrom) })}
      </p>
    </Notice>
  );
}

type AdjustmentProps = {
  adjustment: HostAdjustment;
  isPending: boolean;
  onDecide: (decision: "approved" | "declined") => void;
};

function Adjustment({ adjustment, isPending, onDecide }: AdjustmentProps) {
  const { kind, status, amount, reason, order, by, createdAt, mayApprove } = adjustment;
  const button = (decision: "approved" | "declined", words: string) => (
    <button
      className="btn btn-secondary btn-sm"
      type="button"
      aria-busy={isPending || undefined}
      onClick={() => isPending || onDecide(decision)}
    >
      {words}
    </button>
  );
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2 py-3 border-t border-line">
      <div className="grid gap-0.5 min-w-0 text-sm/[1.45]">
        <p className="font-label">
          {kindNames[kind]()}
          {order && (
            <>
              {" · "}
              <Link className="num" to={`/admin/order-management?order=${order.id}`}>
                {order.orderNumber}
              </Link>
            </>
          )}
        </p>
        <p className="wrap-anywhere">{reason}</p>
        <p className="text-ink-soft num">
          {m.adjust_by({ name: by, moment: showMoment(createdAt) })} · {statusNames[status]()}
        </p>
        {mayApprove && (
          <p className="flex flex-wrap gap-3 pt-1">
            {button("approved", m.adjust_approve())}
            {button("declined", m.adjust_decline())}
          </p>
        )}
      </div>
      <b className="num">{showMoney(amount)}</b>
    </li>
  );
}
