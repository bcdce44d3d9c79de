import { useQuery } from "@tanstack/react-query";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { CreditList } from "#web/earnings/credit-list.tsx";
import { EarningsOverview } from "#web/earnings/earnings-overview.tsx";
import { hostCreditsQuery, hostEarningsQuery } from "./queries.ts";

export const meta = () => pageMeta({ title: m.earnings_title() });

/** The earnings of a host's cars: this month, the next payout, past and coming months, and every line. */
export default function HostEarningsPage() {
  const { data, error, isPending, refetch } = useQuery(hostEarningsQuery);
  return (
    <>
      <header className="stack">
        <h1 className="h2">{m.earnings_title()}</h1>
        <p className="muted">{m.earnings_lead()}</p>
      </header>
      <Failed error={error} onRetry={() => void refetch()} />
      {isPending && <Waiting />}
      {data && <EarningsOverview earnings={data} reader="host" payoutsPath="/host/payouts" />}
      <CreditList query={hostCreditsQuery} reader="host" toOrder={(orderId) => `/host/trips/${orderId}`} />
    </>
  );
}
