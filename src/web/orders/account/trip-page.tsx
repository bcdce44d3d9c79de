import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { isActive, isOpen } from "#domain/orders/lifecycle.ts";
import { ApiError } from "#web/api.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { makeStale } from "#web/make-stale.ts";
import { OrderBill } from "#web/orders/order/order-bill.tsx";
import { OrderFacts } from "#web/orders/order/order-facts.tsx";
import { orderHeading, orderLead, printWords } from "#web/orders/order/order-words.ts";
import { confirmOwnOrder } from "#web/orders/order/own-order.ts";
import { OrderMoney } from "#web/payments/order-money.tsx";
import { m } from "#web/paraglide/messages.js";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ownTitle } from "./own-title.ts";
import { ownOrderQuery } from "./queries.ts";
import { ownDates } from "./order-row.tsx";
import { nextCarWords } from "./next-car.ts";
import { NextForTrip } from "./next-for-trip.tsx";
import { StageBadge } from "./stage-badge.tsx";
import { WriteToUs } from "./write-to-us.tsx";
import "#web/orders/orders.css";
import "#web/styles/ask.css";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

/** Parts that not every trip has, or that fetch their own data, are loaded together with this page. */
const OrderNotFound = lazyPart(() => import("#web/layout/order-not-found.tsx"), "OrderNotFound");
const OrderPhases = lazyPart(() => import("#web/orders/order/order-phases.tsx"), "OrderPhases");
const TakenInstead = lazyPart(() => import("#web/orders/request-outcome.tsx"), "TakenInstead");
const Replacements = lazyPart(() => import("#web/changes/continuity/replacements.tsx"), "Replacements");
const ChangeHandover = lazyPart(() => import("./change-handover.tsx"), "ChangeHandover");
const RentalChanges = lazyPart(() => import("#web/changes/rental-changes.tsx"), "RentalChanges");
const CancelTrip = lazyPart(() => import("./cancel-trip.tsx"), "CancelTrip");
const TripCharges = lazyPart(() => import("#web/charges/trip-charges.tsx"), "TripCharges");
const ConditionSection = lazyPart(() => import("#web/trips/condition-section.tsx"), "ConditionSection");
const DocumentsSection = lazyPart(() => import("#web/documents/documents-section.tsx"), "DocumentsSection");
const InsuranceSection = lazyPart(() => import("#web/papers/insurance-proof.tsx"), "InsuranceSection");
const DriversSection = lazyPart(() => import("#web/drivers/drivers-section.tsx"), "DriversSection");
const TripHelp = lazyPart(() => import("#web/trips/trip-help.tsx"), "TripHelp");
const TripHistory = lazyPart(() => import("./trip-history.tsx"), "TripHistory");
const RentalReviews = lazyPart(() => import("#web/reviews/rental-reviews.tsx"), "RentalReviews");

export const meta = () => pageMeta({ title: m.trip_title() });

/** All of one order: what and when, what it costs, what has happened, what the renter may do. */
export default function TripPage() {
  const { orderId = "" } = useParams();
  const { data: order, error, refetch } = useQuery(ownOrderQuery(orderId));
  if (error instanceof ApiError && error.status === 404)
    return (
      <Suspense>
        <OrderNotFound />
      </Suspense>
    );
  if (!order)
    return (
      <WaitingOrFailed error={error} onRetry={() => void refetch()}>
        {m.own_orders_loading()}
      </WaitingOrFailed>
    );
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      <Trip order={order} />
    </>
  );
}

function leadOf(order: OwnOrderDetail): string {
  const { stage, toBringBack } = order;
  if (stage === "overdue" && toBringBack)
    return m.me_next_overdue({
      car: shownCarName(toBringBack.carName),
      date: showDate(toBringBack.dueOn),
    });
  if (stage === "overdue") return m.trip_overdue({ date: showDate(order.returnDate) });
  return order.returnDenied ? m.trip_lead_denied() : orderLead(order, order);
}

function Trip({ order }: { order: OwnOrderDetail }) {
  const cache = useQueryClient();
  return (
    <>
      <TripHead order={order} />
      <div className="grid items-start gap-x-[clamp(1.5rem,3vw,2.5rem)] gap-y-9 min-[60rem]:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] min-[60rem]:grid-rows-[auto_auto_1fr] max-[60rem]:grid-cols-1">
        <div className="grid grid-cols-1 gap-9">
          <TripNow order={order} />
          {order.car?.image && <TripPicture image={order.car.image} name={order.car.name} />}
        </div>
        <aside className="grid grid-cols-1 content-start gap-4.5 [&>section]:mt-4.5 min-[60rem]:[grid-area:1/2/span_2]">
          <OrderBill order={order} isPictured={false} />
          <OrderFacts order={order} city={order.location && cityOrName(order.location)} />
          <p className="no-print">
            <button className="btn btn-secondary btn-sm" type="button" onClick={() => window.print()}>
              <Icon name="print" />
              {printWords(order)}
            </button>
          </p>
          <Suspense>
            <DocumentsSection orderId={order.id} hasAgreement={isActive(order.status) && !order.replacing} />
          </Suspense>
        </aside>
        <div className="grid grid-cols-1 gap-9 min-[60rem]:[grid-area:2/1/span_2]">
          {order.charges.length > 0 && (
            <Suspense>
              <TripCharges charges={order.charges} />
            </Suspense>
          )}
          <OrderMoney
            money={order}
            payer={{
              orderId: order.id,
              onMoved: () => void makeStale(cache, "order"),
            }}
          />
          <Suspense>
            {isOpen(order.status) && <InsuranceSection orderId={order.id} />}
            {isOpen(order.status) && <DriversSection orderId={order.id} />}
            {order.status !== "pending" && <ConditionSection orderId={order.id} />}
          </Suspense>
        </div>
        <div className="grid grid-cols-1 gap-9 min-[60rem]:[grid-area:3/2]">
          {isOpen(order.status) && (
            <section className="stack" aria-labelledby="trip-way">
              <h2 className="h3" id="trip-way">
                {m.order_next()}
              </h2>
              <Suspense>
                <OrderPhases order={order} />
              </Suspense>
            </section>
          )}
          <Suspense>
            <TripHistory order={order} />
          </Suspense>
          <WriteToUs order={order} />
        </div>
      </div>
    </>
  );
}

function TripHead({ order }: { order: OwnOrderDetail }) {
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const nextCar = nextCarWords(order, today);
  return (
    <header className="grid gap-4">
      <p>
        <Link className="link small" to="/dashboard/trips">
          <Icon name="back" />
          {m.account_orders()}
        </Link>
      </p>
      <div className="me-head">
        <div>
          <h1 className="h2">{ownTitle(order)}</h1>
          <p className="muted num">{order.orderNumber}</p>
          <p className="muted">{ownDates(order)}</p>
          {nextCar && <p>{nextCar}</p>}
        </div>
        <StageBadge stage={order.stage} />
      </div>
    </header>
  );
}

/** The trip's present state, and what the renter may do. */
function TripNow({ order }: { order: OwnOrderDetail }) {
  const cache = useQueryClient();
  const now = useRef<HTMLHeadingElement>(null);
  return (
    <section className="stack" aria-labelledby="trip-now">
      <h2 className="h3" id="trip-now" tabIndex={-1} ref={now}>
        {order.stage === "overdue" ? m.trip_overdue_title() : orderHeading(order)}
      </h2>
      {order.replacing || order.ended ? (
        <Suspense>
          <Replacements order={order} onAnswered={() => makeStale(cache, "order")} />
        </Suspense>
      ) : (
        <p>{leadOf(order)}</p>
      )}
      <NextForTrip order={order} />
      {order.status === "in_progress" && (
        <Suspense>
          <TripHelp orderId={order.id} />
        </Suspense>
      )}
      {(order.status === "completed" || order.stretches.length > 1) && (
        <div className="stack" id="trip-reviews">
          <Suspense>
            <RentalReviews orderId={order.id} side="renter" />
          </Suspense>
        </div>
      )}
      <Actions order={order} onCanceled={() => now.current?.focus()} />
    </section>
  );
}

function TripPicture({ image, name }: { image: string; name: string }) {
  return (
    <div className="relative w-full max-h-80 aspect-2/1 rounded-lg overflow-hidden [background:var(--stage)]">
      <img
        className="absolute inset-0 w-auto h-full mx-auto pt-3 pb-4 [mask:var(--stage-edge)]"
        src={image}
        alt={name}
        width="780"
        height="520"
      />
    </div>
  );
}

type ActionsProps = { order: OwnOrderDetail; onCanceled: () => void };

/** What the renter may do now; an error is shown beside the button that failed. */
function Actions({ order, onCanceled }: ActionsProps) {
  const cache = useQueryClient();
  const confirming = useMutation({
    mutationFn: () => confirmOwnOrder(order.id),
    onSettled: () => makeStale(cache, "order"),
  });
  const taken =
    confirming.error instanceof ApiError && confirming.error.body?.code === "car_taken"
      ? confirming.error.body
      : undefined;

  return (
    <>
      {taken && (
        <Suspense>
          <TakenInstead
            nextFree={taken.nextFree ?? []}
            similarCars={taken.similarCars ?? []}
            text={m.order_confirm_email_gone()}
            carId={order.car?.id}
            wanted={{ pickupDate: order.pickupDate, returnDate: order.returnDate }}
          />
        </Suspense>
      )}
      {confirming.error && !taken && (
        <Notice kind="bad" isAlert>
          {confirming.error instanceof ApiError && confirming.error.status === 429
            ? m.order_confirm_email_too_many()
            : m.order_confirm_email_failed()}
        </Notice>
      )}
      {order.actions.confirmEmail.allowed && (
        <p>
          <button
            className="btn btn-primary"
            type="button"
            aria-busy={confirming.isPending || undefined}
            onClick={() => !confirming.isPending && confirming.mutate()}
          >
            {m.order_confirm_email()}
          </button>
        </p>
      )}
      <Suspense>{order.actions.handover.allowed && <ChangeHandover order={order} />}</Suspense>
      <Suspense>
        <RentalChanges order={order} />
        <CancelTrip order={order} onCanceled={onCanceled} />
      </Suspense>
    </>
  );
}
