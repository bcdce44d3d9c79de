import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { closeDifference, type Difference } from "#contract/admin/reconciliation.ts";
import { providerName } from "#domain/payments/providers.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { toast } from "#web/ui/toast.ts";
import { reportKindNames, statusNames } from "./finance-words.ts";
import { FoldedForm } from "#web/ui/form/folded-form.tsx";
import { differencesQuery } from "./queries.ts";

/** Differences between providers' reports and our books, each to close with a note. Hidden without any. */
export function Differences() {
  const cache = useQueryClient();
  const { data = [] } = useQuery(differencesQuery);
  const close = useMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      api(closeDifference, { params: { id }, body: { note } }),
    onSuccess: () => toast({ title: m.finance_difference_closed() }),
    onSettled: () => makeStale(cache, "money"),
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="finance-differences">
      <h2 className="h3" id="finance-differences">
        {m.finance_differences()}
      </h2>
      <p className="muted">{m.finance_differences_note()}</p>
      <Failed error={close.error} />
      <ul className="text-sm/[inherit]">
        {data.map((difference) => (
          <li
            key={difference.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 border-b border-line"
          >
            <Facts {...difference} />
            <span className="badge badge-bad">{statusNames[difference.status]()}</span>
            <FoldedForm
              label={m.finance_note()}
              missing={m.finance_note_wrong()}
              isSmall
              title={m.finance_difference_close()}
              isPending={close.isPending}
              onSend={(note) => close.mutate({ id: difference.id, note })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const shown = (amount: string | null) => (amount === null ? "–" : showMoney(amount));

/** Our amounts are in US dollars. The provider's may be in another currency. */
const shownTheirs = ({ theirs, currency }: Difference) =>
  theirs === null || currency === "usd"
    ? shown(theirs)
    : m.finance_recon_foreign({ amount: theirs, currency: currency.toUpperCase() });

function Facts(difference: Difference) {
  const { provider, kind, ref, ours, on, order } = difference;
  return (
    <div className="flex-[1_1_16rem] min-w-0 wrap-anywhere [&>span]:block [&>span]:text-ink-soft">
      <b>{`${providerName(provider)} · ${reportKindNames[kind]()} · ${showDate(on)}`}</b>
      <span className="num">{ref}</span>
      <span className="num">
        {m.finance_difference_sums({ theirs: shownTheirs(difference), ours: shown(ours) })}
      </span>
      {order && <Link to={`/admin/order-management?order=${order.id}`}>{order.number}</Link>}
    </div>
  );
}
