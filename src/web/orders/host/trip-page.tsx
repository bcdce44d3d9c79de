import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import type { HostTrip } from "#contract/host/trips.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { ApiError } from "#web/api.ts";
import { endingReasonWords } from "#web/changes/continuity/reason-words.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { statusName } from "#web/ui/format/status-names.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { Route } from "./+types/trip-page.ts";
import { EarningsTable } from "./earnings-table.tsx";
import { HostedFacts } from "./hosted-facts.tsx";
import { hostTripQuery } from "./queries.ts";
import { nameOf } from "./words.ts";

const RentalReviews = lazyPart(() => import("#web/reviews/rental-reviews.tsx"), "RentalReviews");

const ConditionSection = lazyPart(() => import("#web/trips/condition-section.tsx"), "ConditionSection");
const RentalCharges = lazyPart(() => import("#web/charges/host/rental-charges.tsx"), "RentalCharges");
const EndHosted = lazyPart(() => import("#web/changes/continuity/end-hosted.tsx"), "EndHosted");

export const meta = () => pageMeta({ title: m.host_nav_trips() });

/** One rental of a host's car. */
export default function HostTripPage({ params: { id } }: Route.ComponentProps) {
  const { data: trip, error, refetch } = useQuery(hostTripQuery(id));
  if (error instanceof ApiError && [400, 404].includes(error.status))
    return (
      <div className="empty">
        <h1 className="h3">{m.host_trips_missing()}</h1>
        <p>{m.host_trips_missing_text()}</p>
        <Link className="btn btn-primary" to="/host/trips">
          {m.host_nav_trips()}
        </Link>
      </div>
    );
  if (!trip) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      <Trip trip={trip} />
    </>
  );
}

function Trip({ trip }: { trip: HostTrip }) {
  const { car, renter, earnings, stage, ending } = trip;
  // The rental goes on with another car or not at all: the promises for this car are over.
  const isGone = ending?.state === "offered";
  // Until the day of the next car, the rental is still driven with this host's car.
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const isDriven = trip.status === "in_progress" && today < trip.returnDate;
  return (
    <>
      <header className="stack">
        <p className="muted num">{m.host_trips_title({ number: trip.orderNumber })}</p>
        <h1 className="h2 break-keep">
          {m.host_trips_line({ name: nameOf(renter), car: shownCarName(car.name) })}
        </h1>
        <p>
          <span className={`badge badge-${trip.status}`}>{statusName(trip.status)}</span>
        </p>
      </header>
      {trip.isEarlier && <Notice>{m.host_trips_earlier()}</Notice>}
      {ending && <Notice kind="warn">{endedWords(ending)}</Notice>}
      <HostedFacts order={trip} isHandedOver={stage !== "upcoming"} />
      {renter.name && <p className="small muted">{m.host_request_known()}</p>}
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        {renter.name && (
          <Link className="link" to={`/host/messages/new?order=${trip.id}&to=renter`}>
            <span>{m.host_trips_message({ name: nameOf(renter) })}</span>
          </Link>
        )}
        <Link className="link" to={`/host/messages/new?order=${trip.id}`}>
          <span>{m.host_trips_message_us()}</span>
        </Link>
      </p>
      {!renter.name && stage === "past" && trip.status === "completed" && (
        <p className="small muted">{m.host_trips_over()}</p>
      )}
      {trip.status !== "cancelled" && !(isGone && stage === "upcoming") && (
        <Suspense>
          {trip.status === "completed" && <RentalReviews orderId={trip.id} side="host" />}
          <ConditionSection orderId={trip.id} />
          <RentalCharges orderId={trip.id} />
        </Suspense>
      )}
      {trip.status !== "cancelled" && !isGone && earnings && <EarningsTable earnings={earnings} />}
      <Suspense>{(!trip.isEarlier || isDriven) && !ending && <EndHosted trip={trip} />}</Suspense>
    </>
  );
}

/** The state of a rental that was ended, or that its host asks to end. */
function endedWords({ state, reason, answerUntil }: NonNullable<HostTrip["ending"]>): string {
  const why = endingReasonWords[reason]();
  if (state === "asked") return m.host_trips_ending_requested({ reason: why });
  return m.host_trips_ended({ reason: why, until: answerUntil ? showMomentInLosAngeles(answerUntil) : "" });
}
