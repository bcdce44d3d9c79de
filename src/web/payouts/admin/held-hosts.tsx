import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { clearPayoutFlag, type HeldHost, setPayoutHold } from "#contract/admin/payouts.ts";
import type { PayoutFlagKind } from "#domain/payouts/payouts.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { payoutErrorWords } from "#web/payouts/words.ts";
import { Failed } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { heldHostsQuery } from "./queries.ts";
import { FoldedForm } from "#web/ui/form/folded-form.tsx";

const flagWords: Record<PayoutFlagKind, () => string> = {
  same_phone: m.payouts_admin_flag_same_phone,
  same_card: m.payouts_admin_flag_same_card,
  same_license: m.payouts_admin_flag_same_license,
  same_bank: m.payouts_admin_flag_same_bank,
};

type Flag = HeldHost["flags"][number];

/** Hosts whose payouts are held, and the actions that release them. */
export function HeldHosts() {
  const cache = useQueryClient();
  const held = useQuery(heldHostsQuery);
  const settled = {
    onSuccess: (hosts: HeldHost[]) => cache.setQueryData(heldHostsQuery.queryKey, hosts),
    // Lists of hosts and payouts show who is on hold.
    onSettled: () => makeStale(cache, "money"),
  };
  const release = useMutation({
    mutationFn: (id: string) => api(setPayoutHold, { params: { id }, body: { reason: null } }),
    ...settled,
  });
  const clear = useMutation({
    mutationFn: ({ orderId, kind, reason }: Flag & { reason: string }) =>
      api(clearPayoutFlag, { params: { id: orderId, kind }, body: { reason } }),
    ...settled,
  });
  const failure = release.error ?? clear.error;
  return (
    <section className="stack mt-8" aria-labelledby="payouts-held">
      <h2 className="h3" id="payouts-held">
        {m.payouts_admin_held()}
      </h2>
      <Failed error={held.error} onRetry={() => void held.refetch()} />
      {failure && (
        <Notice kind="bad" isAlert>
          {payoutErrorWords(failure)}
        </Notice>
      )}
      {held.data?.length === 0 && <p className="muted">{m.payouts_admin_held_none()}</p>}
      <ul className="grid">
        {held.data?.map(({ host, open, reason, flags }) => (
          <li key={host.id} className="stack py-4 border-t border-line">
            <p className="flex flex-wrap items-baseline justify-between gap-3">
              <Link className="font-label" to={`/admin/hosts/${host.id}`}>
                <bdi>{host.name || host.email}</bdi>
              </Link>
              <span className="num">{m.payouts_admin_held_open({ amount: showMoney(open) })}</span>
            </p>
            {reason !== null && (
              <div className="stack">
                <p className="wrap-anywhere">{reason}</p>
                <p>
                  <button
                    className="btn btn-secondary btn-sm"
                    type="button"
                    aria-busy={(release.isPending && release.variables === host.id) || undefined}
                    onClick={() => !release.isPending && release.mutate(host.id)}
                  >
                    {m.payouts_admin_release()}
                  </button>
                </p>
              </div>
            )}
            {flags.map((flag) => (
              <div key={flag.orderId + flag.kind} className="stack">
                <p>
                  {flagWords[flag.kind]()} ·{" "}
                  <Link className="num" to={`/admin/order-management?order=${flag.orderId}`}>
                    {m.payouts_admin_flag_order({ orderNumber: flag.orderNumber })}
                  </Link>
                </p>
                <FoldedForm
                  missing={m.payouts_admin_wrong_reason()}
                  title={m.payouts_admin_clear()}
                  label={m.payouts_admin_clear_reason()}
                  isPending={clear.isPending}
                  onSend={(found) => clear.mutate({ ...flag, reason: found })}
                />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
