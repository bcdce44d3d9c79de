import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Dispute } from "#contract/charges.ts";
import { chargeAnswerHours } from "#domain/charges/charges.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { useQueueAddress } from "#web/admin/use-queue-address.ts";
import { BackToQueue, itemsOf, WorkQueue } from "#web/admin/work-queue.tsx";
import { categoryNames } from "#web/charges/charge-words.ts";
import { ChargeView } from "#web/charges/charge-view.tsx";
import { type DisputeState, disputesQuery } from "#web/charges/queries.ts";
import { AdminCondition } from "#web/trips/condition-section.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { showAge } from "#web/ui/format/moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { showDate } from "#web/ui/format/show-date.ts";
import { DecideDispute } from "./decide-dispute.tsx";
import { ProposedBy } from "./order-charges.tsx";
import { WithdrawCharge } from "./withdraw-charge.tsx";

export const meta = () => pageMeta({ title: m.admin_disputes_title() });

const states: readonly { id: DisputeState; label: () => string }[] = [
  { id: "open", label: m.admin_disputes_open },
  { id: "closed", label: m.admin_disputes_closed },
];

/** Disputed charges to decide, the oldest first, with all details of each, and the decided charges. */
export default function DisputesPage() {
  const { state, chosenId, show } = useQueueAddress({ name: "state", states, usual: "open" });
  const list = useInfiniteQuery(disputesQuery(state));
  const chosen = itemsOf(list).find(({ charge }) => charge.id === chosenId);

  return (
    <>
      <AdminTitle title={m.admin_disputes_title()}>
        <RefreshButton />
      </AdminTitle>
      <WorkQueue
        title={m.admin_disputes_title()}
        states={states}
        state={state}
        onState={(next) => show(next)}
        list={list}
        renderRow={({ charge, order }) => (
          <>
            <b className="truncate font-label">{categoryNames[charge.category]()}</b>
            <span className="num text-right">{showMoney(charge.amount)}</span>
            <span className="muted">{order.renterName}</span>
            <span className="note num text-right">{showAge(charge.answeredAt ?? charge.proposedAt)}</span>
          </>
        )}
        idOf={({ charge }) => charge.id}
        chosenId={chosen?.charge.id}
        onChoose={(id) => show(state, id)}
        empty={
          <Empty
            icon="check"
            title={state === "open" ? m.admin_disputes_none() : m.admin_disputes_none_closed()}
          >
            {state === "open" && <p>{m.admin_disputes_none_text()}</p>}
          </Empty>
        }
        hint={m.admin_disputes_choose()}
      >
        {chosen && <Detail key={chosen.charge.id} dispute={chosen} onClose={() => show(state)} />}
      </WorkQueue>
    </>
  );
}

/** Everything of one dispute: what both sides say and show, the condition records, and the decision. */
function Detail({ dispute: { charge, order }, onClose }: { dispute: Dispute; onClose: () => void }) {
  return (
    <div className="grid gap-6 min-w-0">
      <header>
        <BackToQueue onClose={onClose}>{m.admin_disputes_back()}</BackToQueue>
        <h2 className="h3">
          {order.renterName}
          {order.carName && <> · {order.carName}</>}
        </h2>
        <p className="muted num">
          {showDate(order.pickupDate)} – {showDate(order.returnDate)}
        </p>
        <p className="flex flex-wrap gap-y-1 gap-x-5">
          <Link className="link" to={`/admin/order-management?order=${order.id}`}>
            <span>{m.admin_disputes_order({ number: order.orderNumber })}</span>
          </Link>
          <Link className="link" to={`/admin/messages?q=${encodeURIComponent(order.renterEmail)}`}>
            <span>{m.admin_disputes_messages()}</span>
          </Link>
        </p>
      </header>
      <ChargeView
        charge={charge}
        reader="team"
        note={
          <>
            <ProposedBy charge={charge} />
            {!charge.answer && (
              <Notice kind="info">{m.admin_disputes_silent({ hours: chargeAnswerHours })}</Notice>
            )}
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
