import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { BesideRequest, HostRequestDetail } from "#contract/host/requests.ts";
import { ApiError } from "#web/api.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { Route } from "./+types/request-page.ts";
import { AnswerRequest } from "./answer-request.tsx";
import { EarningsTable } from "./earnings-table.tsx";
import { HostedFacts } from "./hosted-facts.tsx";
import { hostRequestQuery } from "./queries.ts";
import { datesOf, nameOf, reasonNames, requestStateWords } from "./words.ts";

export const meta = () => pageMeta({ title: m.host_nav_requests() });

/** One request: the renter, the dates, the earnings, what else is planned for the car then, and the answer. */
export default function HostRequestPage({ params: { id } }: Route.ComponentProps) {
  const { data: request, error, refetch } = useQuery(hostRequestQuery(id));
  if (error instanceof ApiError && [400, 404].includes(error.status))
    return (
      <div className="empty">
        <h1 className="h3">{m.host_request_missing()}</h1>
        <p>{m.host_request_missing_text()}</p>
        <Link className="btn btn-primary" to="/host/requests">
          {m.host_nav_requests()}
        </Link>
      </div>
    );
  if (!request) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      <Request request={request} />
    </>
  );
}

function Request({ request }: { request: HostRequestDetail }) {
  const { car, renter, earnings, state, answerUntil, reason, words } = request;
  const isWaiting = state === "waiting";
  return (
    <>
      <header className="stack">
        <p className="muted num">{m.host_request_title({ number: request.orderNumber })}</p>
        <h1 className="h2 break-keep">
          {m.host_request_line({ name: nameOf(renter), car: shownCarName(car.name) })}
        </h1>
        {answerUntil ? (
          <p className="text-bad font-label num flex items-center gap-2">
            <Icon name="clock" />
            {m.host_request_by({ moment: showMomentInLosAngeles(answerUntil) })}
          </p>
        ) : (
          <p>
            <span className="badge">{requestStateWords(request)}</span>
          </p>
        )}
        <p className="lead num">{m.host_request_earns({ amount: showMoney(earnings.total) })}</p>
      </header>
      {reason && (
        <Notice>
          <p>{m.host_request_said({ reason: reasonNames[reason]() })}</p>
          {words && <p>{words}</p>}
        </Notice>
      )}
      {request.isAwaitingPayment && <Notice>{m.host_request_unpaid_text()}</Notice>}
      {request.isUnheld && <Notice kind="warn">{m.host_request_unheld()}</Notice>}
      {isWaiting && request.isOwn && <Notice kind="bad">{m.host_request_own()}</Notice>}
      {isWaiting && !request.isOwn && (
        <>
          <AnswerRequest request={request} />
          <p className="stack">
            <Link className="link" to={`/host/messages/new?order=${request.id}&to=renter`}>
              <span>{m.host_request_ask()}</span>
            </Link>
            <span className="small muted">{m.host_request_ask_hint()}</span>
          </p>
        </>
      )}
      {request.hasRental && (
        <p>
          <Link className="btn btn-primary" to={`/host/trips/${request.id}`}>
            {m.host_request_trip()}
          </Link>
        </p>
      )}
      <HostedFacts order={request} />
      {isWaiting && <p className="small muted">{m.host_request_hidden()}</p>}
      <EarningsTable earnings={earnings} />
      <Beside beside={request.beside} />
    </>
  );
}

const besideNames: Record<BesideRequest["kind"], (label: string) => string> = {
  order: (orderNumber) => m.calendar_order({ orderNumber }),
  block: (note) => note || m.host_request_beside_block(),
  feed: (label) => label,
  held: m.host_request_beside_held,
};

/** Other bookings and blocks of the car around the days of the request. */
function Beside({ beside }: { beside: readonly BesideRequest[] }) {
  return (
    <section className="stack" aria-labelledby="host-beside">
      <h2 className="h3" id="host-beside">
        {m.host_request_beside()}
      </h2>
      {beside.length === 0 ? (
        <p className="muted">{m.host_request_beside_none()}</p>
      ) : (
        <ul className="grid gap-1 text-sm/[1.5] num">
          {beside.map(({ kind, from, until, label }) => (
            <li key={kind + from + label}>
              {datesOf({ from, until })} · {besideNames[kind](label)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
