import { Suspense } from "react";
import type { Answer } from "#contract/endpoint.ts";
import type { getOrder } from "#contract/orders.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { isAwaited } from "#domain/orders/lifecycle.ts";
import { needsProof } from "#domain/papers/insurance-proofs.ts";
import { PhaseMoon } from "#web/orders/phase-moon.tsx";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { orderHeading, whenToPay } from "./order-words.ts";

const OrderPhases = lazyPart(() => import("./order-phases.tsx"), "OrderPhases");

type Order = Answer<typeof getOrder>;

/** An order's number, date and heading, beside its moon. */
export function OrderHead({ order }: { order: Order }) {
  return (
    <header className="done-head mt-[clamp(2rem,5vw,3.5rem)] grid grid-cols-[auto_minmax(0,1fr)] items-center gap-5 max-sm:items-start max-sm:gap-4">
      <PhaseMoon status={order.status} className="size-16 max-sm:size-12 [&>circle]:stroke-[0.75]" />
      <div>
        <p className="muted num flex flex-wrap gap-x-3 *:whitespace-nowrap">
          <span>{m.order_title({ number: order.orderNumber })}</span>
          <span>{showDate(dateInLosAngeles(Date.parse(order.createdAt)))}</span>
        </p>
        <h1 className="h2">{orderHeading(order)}</h1>
      </div>
    </header>
  );
}

/** Says once, after the order was placed, that it has arrived. */
export function PlacedNotice() {
  return (
    <div className="no-print">
      <Notice kind="good">
        <p>
          <strong>{m.request_success_title()}</strong>
        </p>
        {/* A toast says this on the car's page. This page itself says the order's status. */}
        <p className="hidden noscript:block">{m.request_success_text()}</p>
      </Notice>
    </div>
  );
}

/** What comes next in an open order: the payment, what to bring, and the phases. */
export function WhatIsNext({ order }: { order: Order }) {
  return (
    <section className="stack" aria-labelledby="order-next">
      <h2 className="h3" id="order-next">
        {m.order_next()}
      </h2>
      {isAwaited(order.status) && (
        <>
          {order.status === "pending" && <p>{whenToPay(order)}</p>}
          <p>
            {needsProof({ source: order.source, insurance: order.insurance ?? null })
              ? m.order_next_bring()
              : m.order_next_bring_license()}
          </p>
        </>
      )}
      <Suspense>
        <OrderPhases order={order} />
      </Suspense>
    </section>
  );
}
