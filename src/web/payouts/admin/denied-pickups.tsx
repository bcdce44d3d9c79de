import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { type AdminPickupDenial, decidePickupDenial } from "#contract/pickup-denials.ts";
import { formatWholeMoney } from "#domain/money.ts";
import { refundsAlone } from "#domain/payments/payments.ts";
import type { DenialDecision } from "#domain/payouts/pickup-denials.ts";
import { itemsOf } from "#web/admin/work-queue.tsx";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { payoutErrorWords } from "#web/payouts/words.ts";
import { Failed } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { FoldedForm } from "#web/ui/form/folded-form.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { pickupDenialsQuery } from "./queries.ts";

type DecisionOnDenial = { id: string; decision: DenialDecision; reason: string };

/** Pickups that renters deny, the oldest first, until an administrator has decided. */
export function DeniedPickups() {
  const cache = useQueryClient();
  const list = useInfiniteQuery(pickupDenialsQuery);
  const deciding = useMutation({
    mutationFn: ({ id, ...body }: DecisionOnDenial) => api(decidePickupDenial, { params: { id }, body }),
    onSettled: () => makeStale(cache, pickupDenialsQuery),
  });
  const denials = itemsOf(list);
  const decide = (decided: DecisionOnDenial) => deciding.isPending || deciding.mutate(decided);
  return (
    <section className="stack mt-8" aria-labelledby="payouts-denials">
      <h2 className="h3" id="payouts-denials">
        {m.denials_title()}
      </h2>
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {deciding.error && (
        <Notice kind="bad" isAlert>
          {payoutErrorWords(deciding.error)}
        </Notice>
      )}
      {list.isSuccess && denials.length === 0 && <p className="muted">{m.denials_none()}</p>}
      <ul className="grid">
        {denials.map((denial) => (
          <Denial
            key={denial.id}
            denial={denial}
            isPending={deciding.isPending}
            onDecide={(decision, reason) => decide({ id: denial.id, decision, reason })}
          />
        ))}
      </ul>
      <MoreButton list={list} label={m.denials_more()} />
    </section>
  );
}

type DenialProps = {
  denial: AdminPickupDenial;
  isPending: boolean;
  onDecide: (decision: DenialDecision, reason: string) => void;
};

function Denial({ denial: { order, host, words, deniedAt, paidOut }, isPending, onDecide }: DenialProps) {
  const form = (decision: DenialDecision, title: string, hint: string) => (
    <FoldedForm
      title={title}
      hint={hint}
      label={m.payouts_admin_clear_reason()}
      missing={m.payouts_admin_wrong_reason()}
      isPending={isPending}
      onSend={(reason) => onDecide(decision, reason)}
    />
  );
  return (
    <li className="stack py-4 border-t border-line">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Link className="font-label num" to={`/admin/order-management?order=${order.id}`}>
          {m.payouts_admin_flag_order({ orderNumber: order.orderNumber })}
        </Link>
        <span>{order.renterName}</span>
        <Link to={`/admin/hosts/${host.id}`}>
          <bdi>{m.denials_host({ name: host.name })}</bdi>
        </Link>
        <span className="muted num">{showMoment(deniedAt)}</span>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{m.denial_said({ words })}</p>
      {Number(paidOut) > 0 && (
        <p className="num">
          {m.denials_paid_out({
            amount: showMoney(paidOut),
            limit: formatWholeMoney(refundsAlone.most, currentLanguage()),
          })}
        </p>
      )}
      {form("dismissed", m.denials_dismiss(), m.denials_dismiss_hint())}
      {form("upheld", m.denials_uphold(), m.denials_uphold_hint())}
    </li>
  );
}
