import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { PayoutSettings } from "#contract/host/payouts.ts";
import type { HostPayout, NextPayout } from "#contract/payouts.ts";
import type { PayoutWait } from "#domain/payouts/payouts.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { payoutBadges, payoutReason, payoutStatusNames } from "#web/payouts/words.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PayoutAccount } from "./payout-account.tsx";
import { hostPayoutsQuery, payoutSettingsQuery } from "./queries.ts";

export const meta = () => pageMeta({ title: m.payouts_title() });

/** A host's past and coming payouts, and the account that they go to. */
export default function HostPayoutsPage() {
  const settings = useQuery(payoutSettingsQuery);
  const list = useInfiniteQuery(hostPayoutsQuery);
  const payouts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <header className="stack">
        <h1 className="h2">{m.payouts_title()}</h1>
        <p className="muted">{m.payouts_lead()}</p>
      </header>
      <Failed error={settings.error} onRetry={() => void settings.refetch()} />
      {settings.isPending && <Waiting />}
      {settings.data && <Next settings={settings.data} />}
      {settings.data && <PayoutAccount settings={settings.data} />}
      <section className="stack" aria-labelledby="payouts-list">
        <h2 className="h3" id="payouts-list">
          {m.payouts_list()}
        </h2>
        <Failed error={list.error} onRetry={() => void list.refetch()} />
        {list.isSuccess && payouts.length === 0 && <p className="muted">{m.payouts_none()}</p>}
        {payouts.length > 0 && (
          <ul className="grid">
            {payouts.map((payout) => (
              <PayoutRow key={payout.id} payout={payout} />
            ))}
          </ul>
        )}
        <MoreButton list={list} label={m.payouts_more()} />
      </section>
    </>
  );
}

function Next({ settings: { hold, next } }: { settings: PayoutSettings }) {
  return (
    <section className="stack" aria-labelledby="payouts-next">
      <h2 className="h3" id="payouts-next">
        {m.payouts_next()}
      </h2>
      {hold && (
        <Notice kind="warn">
          <p>
            <b>{m.payouts_held()}</b> {hold.reason ?? m.payouts_held_review()}
          </p>
        </Notice>
      )}
      <p className="lead num">{nextWords(next)}</p>
    </section>
  );
}

function nextWords({ on, amount, waitsFor }: NextPayout): string {
  const [sum, day] = [showMoney(amount), showDate(on)];
  if (Number(amount) === 0) return m.payouts_next_none({ day });
  return waitsFor === null
    ? m.payouts_next_amount({ amount: sum, day })
    : waitSentences[waitsFor]({ amount: sum });
}

const waitSentences: Record<PayoutWait, (named: { amount: string }) => string> = {
  held: m.payouts_next_held,
  no_account: m.payouts_next_no_account,
  new_account: m.payouts_next_new_account,
};

function PayoutRow({ payout }: { payout: HostPayout }) {
  const { name, amount, status, madeOn, paidOn, lastFour, reference, reason } = payout;
  const sent =
    paidOn &&
    (lastFour
      ? m.payouts_sent_on({ day: showDate(paidOn), lastFour })
      : m.payouts_sent_stripe({ day: showDate(paidOn) }));
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2 py-4 border-t border-line">
      <div className="grid flex-1 gap-0.5 min-w-0 text-sm/[1.45] [&>p]:text-ink-soft">
        <h3 className="text-base/[1.35] font-label num">{name}</h3>
        <p>{sent || m.payouts_of({ day: showDate(madeOn) })}</p>
        {sent && reference && <p className="wrap-anywhere">{m.payouts_reference({ reference })}</p>}
        {reason && <p className="wrap-anywhere">{payoutReason(reason, "host")}</p>}
      </div>
      <div className="grid gap-1 justify-items-end">
        <b className="num">{showMoney(amount)}</b>
        <span className={payoutBadges[status]}>{payoutStatusNames[status]()}</span>
      </div>
    </li>
  );
}
