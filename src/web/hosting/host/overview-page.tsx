import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import type { HostCar } from "#contract/host-cars.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { hostChangesQuery } from "#web/changes/queries.ts";
import { AddCar } from "#web/cars/host/add-car.tsx";
import { ownCarName } from "#web/cars/host/own-car-name.ts";
import { ownCarsQuery } from "#web/cars/host/queries.ts";
import { useToday } from "#web/layout/business.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { showDate } from "#web/ui/format/show-date.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { hostRequestsQuery } from "#web/orders/host/queries.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { applicationQuery } from "#web/accounts/queries.ts";
import { type HostStep, hostSteps } from "./host-steps.ts";
import { WorkedExample } from "./worked-example.tsx";

export const meta = () => pageMeta({ title: m.host_nav_overview() });

/** A host's overview: the next steps, the most urgent first, and the number of cars in each state. */
export default function HostOverviewPage() {
  const list = useInfiniteQuery(ownCarsQuery);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  // The steps and figures are those of all cars, of which a host has a few hundred at most.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const application = useQuery(applicationQuery);
  const cars = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const steps = hostSteps(cars, useToday());
  const mayHost = application.data?.status === "approved";
  const requests = useInfiniteQuery({ ...hostRequestsQuery("waiting"), enabled: mayHost });
  const changes = useInfiniteQuery({ ...hostChangesQuery, enabled: mayHost });
  const waiting = [
    ...(requests.data?.pages.flatMap(({ items }) => items) ?? []).map(({ id, car, answerUntil }) => ({
      id,
      to: `/host/requests/${id}`,
      car: car.name,
      answerUntil,
      words: m.host_next_request,
    })),
    ...(changes.data?.pages.flatMap(({ items }) => items) ?? []).map(({ id, car, answerUntil }) => ({
      id,
      to: "/host/requests",
      car,
      answerUntil,
      words: m.host_next_change,
    })),
  ].toSorted((one, other) => ((one.answerUntil ?? "") < (other.answerUntil ?? "") ? -1 : 1));

  return (
    <>
      <header className="me-head">
        <h1 className="h2">{m.host_title()}</h1>
        {cars.length > 0 && <AddCar />}
      </header>
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {application.data && <Standing {...application.data} hasCars={cars.length > 0} />}
      {steps.length + waiting.length > 0 && (
        <section aria-labelledby="host-next">
          <h2 className="h3 mb-3" id="host-next">
            {m.host_next_title()}
          </h2>
          <ul className="grid gap-2">
            {waiting.map(({ id, to, car, answerUntil, words }) => (
              <StepRow key={id} icon="clock" isBad to={to}>
                {words({
                  car: shownCarName(car),
                  moment: answerUntil ? showMomentInLosAngeles(answerUntil) : "",
                })}
              </StepRow>
            ))}
            {steps.map((step) => (
              <Step key={step.kind + step.car.id} step={step} />
            ))}
          </ul>
        </section>
      )}
      {list.isSuccess && cars.length > 0 && <Figures cars={cars} hasMore={list.hasNextPage} />}
      {list.isSuccess && cars.length === 0 && (
        <>
          <section className="stack" aria-labelledby="host-begin">
            <h2 className="h3" id="host-begin">
              {m.host_begin_title()}
            </h2>
            <ol className="grid grid-cols-3 gap-x-8 gap-y-5 max-md:grid-cols-1">
              {[
                [m.host_begin_one(), m.host_begin_one_text()],
                [m.host_begin_two(), m.host_begin_two_text()],
                [m.host_begin_three(), m.host_begin_three_text()],
              ].map(([title, text], place) => (
                <li key={title} className="grid gap-1 content-start text-sm/[1.5]">
                  <b className="text-base">
                    {place + 1}. {title}
                  </b>
                  <span className="text-ink-soft">{text}</span>
                </li>
              ))}
            </ol>
            <AddCar label={m.host_add_first()} />
          </section>
          <WorkedExample />
        </>
      )}
    </>
  );
}

type StandingProps = {
  status: "none" | "pending" | "approved" | "declined";
  since: string | null;
  wasHost: boolean;
  hasCars: boolean;
};

/** Whether the user may host, in words; nothing for a host with a car. */
function Standing({ status, since, wasHost, hasCars }: StandingProps) {
  const date = since ? showDate(dateInLosAngeles(Date.parse(since))) : "";
  if (status === "pending")
    return <Notice>{hasCars ? m.host_pending({ date }) : m.host_pending_no_car({ date })}</Notice>;
  if (status === "declined") return <Notice kind="bad">{m.host_declined({ date })}</Notice>;
  if (status === "none" && wasHost)
    return (
      <Notice>
        <p>{m.host_pages_former()}</p>
        <p className="mt-1">
          <a className="link" href="/autowealth/#apply">
            {m.hosting_apply_again()}
          </a>
        </p>
      </Notice>
    );
  if (status === "approved" && !hasCars) return <Notice kind="good">{m.host_approved_no_car()}</Notice>;
  return null;
}

const icons: Record<HostStep["kind"], IconName> = {
  paper_over: "alert",
  calendar_clash: "alert",
  declined: "alert",
  paper_ends: "clock",
  calendar_failing: "alert",
  changes_declined: "info",
  draft: "pen",
  paused: "info",
  submitted: "clock",
};

function Step({ step }: { step: HostStep }) {
  const { kind, car } = step;
  const name = ownCarName(car);
  const date = step.on ? showDate(step.on) : "";
  const words: Record<HostStep["kind"], () => string> = {
    paper_over: () => m.host_next_paper_over({ car: name, date }),
    calendar_clash: () => m.host_next_calendar_clash({ car: name }),
    declined: () => m.host_next_declined({ car: name }),
    paper_ends: () => m.host_next_paper_ends({ car: name, date }),
    calendar_failing: () => m.host_next_calendar_failing({ car: name }),
    changes_declined: () => m.host_next_changes({ car: name }),
    draft: () => m.host_next_draft({ car: name, count: car.lacks.length }),
    paused: () => m.host_next_paused({ car: name }),
    submitted: () => m.host_next_submitted({ car: name }),
  };
  const isBad = kind === "paper_over" || kind === "calendar_clash" || kind === "declined";
  const to = kind.startsWith("calendar")
    ? "/host/calendar#other-calendars"
    : `/host/cars/${car.id}${kind.startsWith("paper") ? "?step=papers" : ""}`;
  return (
    <StepRow icon={icons[kind]} isBad={isBad} to={to}>
      {words[kind]()}
    </StepRow>
  );
}

type StepRowProps = { icon: IconName; isBad: boolean; to: string; children: string };

const StepRow = ({ icon, isBad, to, children }: StepRowProps) => (
  <li
    className={`relative grid grid-cols-[1.25rem_minmax(0,1fr)_1rem] items-center gap-3 min-h-12 px-4 py-2.5 rounded-md bg-sunken text-sm/[1.45] ${isBad ? "text-bad" : ""}`}
  >
    <Icon name={icon} />
    <Link className="font-label no-underline wrap-anywhere before:absolute before:inset-0" to={to}>
      {children}
    </Link>
    <Icon name="right" />
  </li>
);

function Figures({ cars, hasMore }: { cars: HostCar[]; hasMore: boolean }) {
  const count = (...states: HostCar["state"][]) => cars.filter(({ state }) => states.includes(state)).length;
  const figures: [string, number][] = [
    [m.host_state_listed(), count("listed")],
    [m.host_state_paused(), count("paused")],
    [m.host_state_submitted(), count("submitted")],
    [m.host_state_draft(), count("draft", "declined")],
  ];
  // With more cars than were read, the figures would be wrong.
  if (hasMore) return null;
  return (
    <dl className="grid grid-cols-4 gap-x-8 gap-y-4 py-5 border-y border-line max-sm:grid-cols-2">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt className="text-sm/[1.4] text-ink-soft">{name}</dt>
          <dd className="text-xl/[1.25] font-title tracking-[-0.02em] tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
