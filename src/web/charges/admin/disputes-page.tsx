import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { Dispute } from "#contract/charges.ts";
import { formatDate } from "#domain/dates.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { RefreshButton } from "#web/admin/refresh-button.tsx";
import { Empty, Failed, Waiting } from "#web/admin/states.tsx";
import { Tabs } from "#web/admin/tabs.tsx";
import { categoryNames } from "#web/charges/charge-words.ts";
import { ChargeView } from "#web/charges/charge-view.tsx";
import { type DisputeState, disputesQuery } from "#web/charges/queries.ts";
import { AdminCondition } from "#web/condition/condition-section.tsx";
import { currentLanguage } from "#web/i18n/language.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { showAge } from "#web/ui/format/moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { DecideDispute } from "./decide-dispute.tsx";
import { ProposedBy } from "./order-charges.tsx";
import { WithdrawCharge } from "./withdraw-charge.tsx";
import styles from "./disputes.module.css";

export const meta = () => pageMeta({ title: m.admin_disputes_title() });

const states: readonly { id: DisputeState; label: () => string }[] = [
  { id: "open", label: m.admin_disputes_open },
  { id: "closed", label: m.admin_disputes_closed },
];

/** Charges that somebody has to decide, the oldest first, with everything about each; and those that were. */
export default function DisputesPage() {
  const [search, setSearch] = useSearchParams();
  const state = states.find(({ id }) => id === search.get("state"))?.id ?? "open";
  const list = useInfiniteQuery(disputesQuery(state));
  const found = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = found.find(({ charge }) => charge.id === search.get("id"));
  const show = (next: DisputeState, id?: string) =>
    setSearch({ ...(next !== "open" && { state: next }), ...(id && { id }) }, { preventScrollReset: true });

  return (
    <>
      <AdminTitle title={m.admin_disputes_title()}>
        <RefreshButton />
      </AdminTitle>
      <Tabs
        label={m.admin_disputes_title()}
        tabs={states.map(({ id, label }) => ({
          id,
          label: label(),
          count: state === id ? list.data?.pages[0]?.total || undefined : undefined,
        }))}
        current={state}
        onChoose={(next) => show(next)}
      >
        <Failed error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <Waiting />}
        {list.data && found.length === 0 && (
          <Empty
            icon="check"
            title={state === "open" ? m.admin_disputes_none() : m.admin_disputes_none_closed()}
          >
            {state === "open" && <p>{m.admin_disputes_none_text()}</p>}
          </Empty>
        )}
        {found.length > 0 && (
          <div className={chosen ? `${styles.desk} ${styles.reading}` : styles.desk}>
            <div className={styles.list}>
              <Queue found={found} chosen={chosen?.charge.id} onChoose={(id) => show(state, id)} />
              {list.hasNextPage && (
                <button
                  className="btn btn-secondary btn-sm"
                  type="button"
                  aria-busy={list.isFetchingNextPage || undefined}
                  onClick={() => void list.fetchNextPage()}
                >
                  {m.admin_more()}
                </button>
              )}
            </div>
            {chosen ? (
              <Detail key={chosen.charge.id} dispute={chosen} onClose={() => show(state)} />
            ) : (
              <p className={`muted ${styles.hint}`}>{m.admin_disputes_choose()}</p>
            )}
          </div>
        )}
      </Tabs>
    </>
  );
}

type QueueProps = { found: readonly Dispute[]; chosen: string | undefined; onChoose: (id: string) => void };

function Queue({ found, chosen, onChoose }: QueueProps) {
  return (
    <ul className={styles.queue}>
      {found.map(({ charge, order }) => (
        <li key={charge.id}>
          <button
            type="button"
            aria-current={charge.id === chosen || undefined}
            onClick={() => onChoose(charge.id)}
          >
            <b>{categoryNames[charge.category]()}</b>
            <span className="num">{showMoney(charge.amount)}</span>
            <span className="muted">{order.renterName}</span>
            <span className="muted">{showAge(charge.answeredAt ?? charge.proposedAt)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Everything of one dispute: what both sides say and show, the condition records, and the decision. */
function Detail({ dispute: { charge, order }, onClose }: { dispute: Dispute; onClose: () => void }) {
  const language = currentLanguage();
  return (
    <div className={styles.detail}>
      <header>
        <p className={styles.back}>
          <button className="btn btn-quiet btn-sm" type="button" onClick={onClose}>
            {m.admin_disputes_back()}
          </button>
        </p>
        <h2 className="h3">
          {order.renterName}
          {order.carName && <> · {order.carName}</>}
        </h2>
        <p className="muted num">
          {formatDate(order.pickupDate, language)} – {formatDate(order.returnDate, language)}
        </p>
        <p className={styles.links}>
          <Link className="link" to={`/admin/order-management?order=${order.id}`}>
            {m.admin_disputes_order({ number: order.orderNumber })}
          </Link>
          <Link className="link" to={`/admin/messages?q=${encodeURIComponent(order.renterEmail)}`}>
            {m.admin_disputes_messages()}
          </Link>
        </p>
      </header>
      <ChargeView
        charge={charge}
        saidTitle={m.charges_said_renter()}
        note={
          <>
            <ProposedBy charge={charge} />
            {!charge.answer && <Notice kind="info">{m.admin_disputes_silent()}</Notice>}
          </>
        }
      />
      {charge.status === "contested" &&
        (charge.mayDecide ? (
          <DecideDispute charge={charge} />
        ) : (
          <Notice kind="info">{m.charges_failed_another()}</Notice>
        ))}
      {charge.mayWithdraw && <WithdrawCharge charge={charge} />}
      <AdminCondition orderId={order.id} />
    </div>
  );
}
