import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { NextStep } from "#contract/account/orders.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { profileQuery } from "#web/accounts/queries.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { useToday } from "#web/layout/business.ts";
import { OrderRow } from "#web/orders/account/order-row.tsx";
import { nextStepWords } from "#web/orders/account/next-step-words.ts";
import { ownTitle } from "#web/orders/account/own-title.ts";
import { overviewQuery } from "#web/orders/account/queries.ts";
import { UnconfirmedOrders } from "#web/orders/account/unconfirmed-orders.tsx";
import { m } from "#web/paraglide/messages.js";
import { displayName } from "#web/session/stored-session.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { CurrentTrip } from "#web/orders/account/current-trip.tsx";
import styles from "#web/account/overview.module.css";

export const meta = () => pageMeta({ title: m.account_title() });

/** The renter's overview: next steps, the current trip, how many trips there were, and the latest events. */
export default function OverviewPage() {
  const { data: answer, error: profileError } = useQuery(profileQuery);
  const { data: overview, error } = useQuery(overviewQuery);
  const profile = answer?.profile;
  const name = profile
    ? displayName({ fullName: profile.full_name, username: profile.username ?? "", email: profile.email })
    : "";

  return (
    <>
      <header className="me-head">
        <h1 className="h2">{name ? m.account_welcome({ name }) : m.account_title()}</h1>
      </header>
      <Failed error={profileError} title={m.account_profile_unread()} />
      <Failed error={error} />
      <UnconfirmedOrders />
      {!overview && !error && <Waiting />}
      {overview && (
        <>
          {overview.next.length > 0 && <NextSteps steps={overview.next} />}
          {overview.current && <CurrentTrip order={overview.current} />}
          <dl className="grid grid-cols-[repeat(3,auto)] justify-between gap-x-8 gap-y-4 py-5 border-y border-line max-md:grid-cols-3 max-md:grid-rows-[auto_auto] max-md:justify-normal max-md:gap-x-4 max-md:gap-y-0">
            <Figure name={m.me_total_trips()}>{overview.totalTrips}</Figure>
            <Figure name={m.me_upcoming_trips()}>
              {overview.upcomingTrips}{" "}
              <small className="text-sm/[inherit] font-text tracking-[0] text-ink-faint max-md:block max-md:text-xs/[1.35]">
                {m.me_upcoming_when()}
              </small>
            </Figure>
            <Figure name={m.account_member_since()}>
              {profile && dateInLosAngeles(Date.parse(profile.created_at)).slice(0, 4)}
            </Figure>
          </dl>
          <section className="grid grid-cols-1 gap-5 scroll-mt-24" aria-labelledby="recent">
            <div className="me-head">
              <h2 className="h3" id="recent">
                {m.me_recent()}
              </h2>
              {overview.totalTrips > 0 && (
                <Link className="link small" to="/dashboard/trips">
                  {m.me_all_trips()}
                  <Icon name="arrow" />
                </Link>
              )}
            </div>
            {overview.recent.length === 0 ? (
              <div className="empty">
                <p>{m.own_orders_none()}</p>
                <Link className="btn btn-primary" to="/cars">
                  {m.layout_browse_cars()}
                </Link>
              </div>
            ) : (
              <ul className="order-list">
                {overview.recent.map((order) => (
                  <OrderRow key={order.id} order={order} title={ownTitle(order)} />
                ))}
              </ul>
            )}
          </section>
        </>
      )}
      <nav className={`${styles.quick} grid grid-cols-4 gap-3 max-md:grid-cols-2`} aria-label={m.me_quick()}>
        {quickLinks.map(({ to, label, icon }) => (
          <Link
            key={to}
            className="flex items-center gap-2.5 min-h-14 px-4 py-2 text-sm/[1.3] font-label no-underline"
            to={to}
          >
            <Icon name={icon} />
            {label()}
          </Link>
        ))}
      </nav>
    </>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="max-md:grid max-md:grid-rows-subgrid max-md:row-span-2">
    <dt className="text-sm/[1.4] text-ink-soft">{name}</dt>
    <dd className="text-xl/[1.25] font-title tracking-[-0.02em] tabular-nums">{children}</dd>
  </div>
);

const quickLinks: readonly { to: string; label: () => string; icon: IconName }[] = [
  { to: "/cars", label: m.layout_browse_cars, icon: "search" },
  { to: "/dashboard/messages", label: m.me_quick_messages, icon: "mail" },
  { to: "/dashboard/saved", label: m.me_quick_saved, icon: "heart" },
  { to: "/dashboard/settings", label: m.account_settings, icon: "gear" },
];

const stepIcons: Record<NextStep["kind"], IconName> = {
  overdue: "alert",
  replacement: "key",
  offer: "key",
  payment: "clock",
  charge: "clock",
  licence: "user",
  insurance_proof: "shield",
  agreement: "pen",
  return_near: "calendar",
  confirm_email: "mail",
  pickup_near: "calendar",
  awaiting_answer: "clock",
  review: "star",
  review_earlier_car: "star",
};

function stepPlace({ kind, orderId }: NextStep): string {
  if (kind === "licence") return "/dashboard/license";
  if (kind === "agreement") return `/dashboard/trips/${orderId}/agreement`;
  if (kind === "payment") return `/dashboard/trips/${orderId}#order-payments`;
  if (kind === "charge") return `/dashboard/trips/${orderId}#trip-charges`;
  if (kind === "review") return `/trip-complete/${orderId}`;
  if (kind === "review_earlier_car") return `/dashboard/trips/${orderId}#trip-reviews`;
  return kind === "insurance_proof" ? `/dashboard/insurance/${orderId}` : `/dashboard/trips/${orderId}`;
}

/** As many steps as a person sees at a glance; the other steps are on the orders' pages. */
const mostSteps = 4;

function NextSteps({ steps }: { steps: NextStep[] }) {
  const today = useToday();
  const isLate = ({ kind, on }: NextStep) => kind === "overdue" || (kind === "payment" && on < today);
  return (
    <section aria-labelledby="next-steps">
      <h2 className="sr-only" id="next-steps">
        {m.me_next()}
      </h2>
      <ul className={`${styles.steps} grid gap-2`}>
        {steps.slice(0, mostSteps).map((step) => (
          <li
            key={step.kind + step.orderId}
            className={`relative grid grid-cols-[1.25rem_minmax(0,1fr)_1rem] items-center gap-3 min-h-12 px-4 py-2.5 text-sm/[1.45] ${isLate(step) ? "text-bad" : ""}`}
          >
            <Icon name={isLate(step) ? "alert" : stepIcons[step.kind]} />
            <Link className="font-label no-underline before:absolute before:inset-0" to={stepPlace(step)}>
              {nextStepWords(step, today)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
