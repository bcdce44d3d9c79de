import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import {
  type AdminPayout,
  cancelPayout,
  recordPayoutFailed,
  recordPayoutPaid,
  setPayoutHold,
} from "#contract/admin/payouts.ts";
import { BackToQueue } from "#web/admin/work-queue.tsx";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { payoutBadges, payoutErrorWords, payoutReason, payoutStatusNames } from "#web/payouts/words.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { heldHostsQuery } from "./queries.ts";
import { PaidForm } from "./paid-form.tsx";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { FoldedForm } from "#web/ui/form/folded-form.tsx";

type Move =
  | { to: "paid"; reference: string; paidOn: string }
  | { to: "failed" | "cancelled"; reason: string };

type PayoutDetailProps = { payout: AdminPayout; onMoved: (words: string) => void; onClose: () => void };

const did = {
  paid: m.payouts_admin_recorded_sent,
  failed: m.payouts_admin_recorded_failed,
  cancelled: m.payouts_admin_recorded_canceled,
};

function send(id: string, move: Move): Promise<AdminPayout> {
  const params = { id };
  if (move.to === "paid") {
    const { reference, paidOn } = move;
    return api(recordPayoutPaid, { params, body: { reference, paidOn } });
  }
  const body = { reason: move.reason };
  return move.to === "failed"
    ? api(recordPayoutFailed, { params, body })
    : api(cancelPayout, { params, body });
}

/** One payout, and the actions that are possible. */
export function PayoutDetail({ payout, onMoved, onClose }: PayoutDetailProps) {
  const cache = useQueryClient();
  const { id, name, host, status, may } = payout;
  const moving = useMutation({
    mutationFn: (move: Move) => send(id, move),
    onSuccess: (_, { to }) => onMoved(did[to]({ name })),
    onError: (error) => refused(payoutErrorWords(error)),
    onSettled: () => makeStale(cache, "money"),
  });
  const refused = useRefusal(moving.error);
  const holding = useMutation({
    mutationFn: (reason: string) => api(setPayoutHold, { params: { id: host.id }, body: { reason } }),
    onSuccess: (held) => {
      cache.setQueryData(heldHostsQuery.queryKey, held);
      onMoved(m.payouts_admin_payouts_held({ name: host.name || host.email }));
    },
    onSettled: () => makeStale(cache, "money"),
  });
  const failure = moving.error ?? holding.error;
  const move = (wanted: Move) => !moving.isPending && moving.mutate(wanted);
  return (
    <section className="stack min-w-0" aria-labelledby="payout-title">
      <BackToQueue onClose={onClose}>{m.payouts_admin_title()}</BackToQueue>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3 num" id="payout-title">
          {name}
        </h2>
        <span className={payoutBadges[status]}>{payoutStatusNames[status]()}</span>
      </header>
      <Facts payout={payout} />
      {failure && (
        <Notice kind="bad" isAlert>
          {payoutErrorWords(failure)}
        </Notice>
      )}
      {may.includes("paid") && (
        <PaidForm madeOn={payout.madeOn} onSend={(sent) => moving.mutateAsync({ to: "paid", ...sent })} />
      )}
      {may.includes("failed") && (
        <FoldedForm
          missing={m.payouts_admin_wrong_reason()}
          label={m.payouts_admin_reason()}
          title={m.payouts_admin_failed()}
          hint={m.payouts_admin_failed_hint()}
          isPending={moving.isPending}
          onSend={(reason) => move({ to: "failed", reason })}
        />
      )}
      {may.includes("cancelled") && (
        <FoldedForm
          missing={m.payouts_admin_wrong_reason()}
          label={m.payouts_admin_reason()}
          title={m.payouts_admin_cancel()}
          hint={m.payouts_admin_cancel_hint()}
          isPending={moving.isPending}
          onSend={(reason) => move({ to: "cancelled", reason })}
        />
      )}
      <FoldedForm
        missing={m.payouts_admin_wrong_reason()}
        label={m.payouts_admin_reason()}
        title={m.payouts_admin_hold()}
        hint={m.payouts_admin_hold_hint()}
        isPending={holding.isPending}
        onSend={(reason) => holding.mutate(reason)}
      />
    </section>
  );
}

function Facts({ payout }: { payout: AdminPayout }) {
  const { host, amount, madeOn, lastFour, mode, takenAt, reference, paidOn, reason } = payout;
  const rows: [string, string][] = [
    [m.payouts_admin_amount(), showMoney(amount)],
    [m.payouts_admin_made(), showDate(madeOn)],
    [
      m.payouts_admin_to(),
      lastFour ? m.payouts_admin_to_account({ lastFour }) : mode === "stripe" ? "Stripe" : "",
    ],
    ...(mode === "bank"
      ? [
          [m.payouts_admin_taken(), takenAt ? showMoment(takenAt) : m.payouts_admin_not_taken()] as [
            string,
            string,
          ],
        ]
      : []),
    ...(reference ? [[m.payouts_admin_reference(), reference] as [string, string]] : []),
    ...(paidOn ? [[m.payouts_admin_paid_on(), showDate(paidOn)] as [string, string]] : []),
    ...(reason ? [[m.payouts_admin_reason(), payoutReason(reason, "team")] as [string, string]] : []),
  ];
  return (
    <dl className="named">
      <div>
        <dt>{m.payouts_admin_host()}</dt>
        <dd className="wrap-anywhere">
          <Link to={`/admin/hosts/${host.id}`}>
            <bdi>{host.name || host.email}</bdi>
          </Link>
        </dd>
      </div>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
