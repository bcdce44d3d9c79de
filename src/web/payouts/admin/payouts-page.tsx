import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { payoutStatuses } from "#domain/payouts/payouts.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { useQueueAddress } from "#web/admin/use-queue-address.ts";
import { itemsOf, WorkQueue } from "#web/admin/work-queue.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { payoutStatusNames } from "#web/payouts/words.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { BankFiles } from "./bank-files.tsx";
import { DeniedPickups } from "./denied-pickups.tsx";
import { HeldHosts } from "./held-hosts.tsx";
import { PayoutDetail } from "./payout-detail.tsx";
import { adminPayoutsQuery } from "./queries.ts";

export const meta = () => pageMeta({ title: m.payouts_admin_title() });

const states = payoutStatuses.map((id) => ({ id, label: payoutStatusNames[id] }));

/** Payouts to hosts by status, the bank's files, and hosts whose payouts are held. */
export default function PayoutsPage() {
  const { state: status, chosenId, show } = useQueueAddress({ name: "status", states, usual: "made" });
  const list = useInfiniteQuery(adminPayoutsQuery(status));
  const chosen = itemsOf(list).find(({ id }) => id === chosenId);
  const [said, setSaid] = useState("");

  return (
    <>
      <AdminTitle title={m.payouts_admin_title()}>
        <RefreshButton />
      </AdminTitle>
      <p className={said ? "note mb-3" : "sr-only"} role="status">
        {said}
      </p>
      <BankFiles />
      <WorkQueue
        title={m.payouts_admin_title()}
        states={states}
        state={status}
        onState={(next) => show(next)}
        list={list}
        renderRow={({ name, host, amount, madeOn }) => (
          <>
            <b className="truncate font-label">
              <bdi>{host.name || host.email}</bdi>
            </b>
            <span className="note num">{showMoney(amount)}</span>
            <span className="muted num">
              {name} · {showDate(madeOn)}
            </span>
          </>
        )}
        idOf={({ id }) => id}
        chosenId={chosen?.id}
        onChoose={(id) => show(status, id)}
        empty={<Empty icon="check" title={m.payouts_admin_none()} />}
        hint={m.payouts_admin_choose()}
      >
        {chosen && (
          <PayoutDetail
            key={chosen.id}
            payout={chosen}
            onMoved={(words) => {
              setSaid(words);
              show(status);
            }}
            onClose={() => show(status)}
          />
        )}
      </WorkQueue>
      <DeniedPickups />
      <HeldHosts />
    </>
  );
}
