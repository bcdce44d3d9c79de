import { Suspense } from "react";
import { data, Link, redirect, useRevalidator, useSearchParams } from "react-router";
import { cancelOrder, getOrder } from "#contract/orders.ts";
import { confirmOrderEmail } from "#contract/booking.ts";
import { isAwaited } from "#domain/orders/lifecycle.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import { api, ApiError } from "#web/api.ts";
import { useBusiness } from "#web/layout/business.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { OrderMoney } from "#web/payments/order-money.tsx";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import "#web/orders/orders.css";
import { Lead } from "#web/ui/lead.tsx";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/order-complete-page.ts";
import { OrderBill } from "./order-bill.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderHead, PlacedNotice, WhatIsNext } from "./order-complete-parts.tsx";
import { orderLead, printWords } from "./order-words.ts";
import { cancelOwnOrder, confirmOwnOrder, findOwnOrder, mayOwnOrders } from "./own-order.ts";
import type { Alternatives } from "#web/orders/request-outcome.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

/** Parts that not every order has are loaded on demand; parts that are only read are loaded after the buttons. */
const OrderNotFound = lazyPart(() => import("#web/layout/order-not-found.tsx"), "OrderNotFound");
const TakenInstead = lazyPart(() => import("#web/orders/request-outcome.tsx"), "TakenInstead");
const ConfirmEmail = lazyPart(() => import("./confirm-email.tsx"), "ConfirmEmail");
const CancelOrder = lazyPart(() => import("./cancel-order.tsx"), "CancelOrder");
const VisitorDocuments = lazyPart(() => import("#web/documents/visitor-documents.tsx"), "VisitorDocuments");
const CarOffer = lazyPart(() => import("#web/changes/car-offer.tsx"), "CarOffer");

const Replacements = lazyPart(() => import("#web/changes/continuity/replacements.tsx"), "Replacements");

const idIn = (request: Request): { id: string; key: string } => {
  const query = new URL(request.url).searchParams;
  return { id: query.get("order") ?? "", key: query.get("key") ?? "" };
};

/**
 * Shows an order that the server knows, or none. The page neither believes nor shows any other word of the
 * address.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { apiFetch } = context.get(scopeContext);
  const { id, key } = idIn(request);
  if (!id) return data({ order: undefined, isPlaced: false }, { status: 404 });
  try {
    const order = await api(getOrder, { params: { id }, query: { ...(key && { key }) } }, apiFetch);
    const isPlaced = new URL(request.url).searchParams.has("placed") && order.status === "pending";
    return data({ order, isPlaced });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      return data({ order: undefined, isPlaced: false }, { status: 404 });
    throw error;
  }
}

/** The result of a button on this page that failed; undefined if it succeeded. */
type Outcome = { failed: "cancel" | "confirm"; failure: string; instead?: Alternatives };

/** The part of the price that we keep, as the page showed it when the button was pressed. */
const keptOf = (form: FormData) => form.get("expectedKept")?.toString();

/** Two buttons of the page: one cancels, one confirms the email address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { apiFetch } = context.get(scopeContext);
  const { id, key } = idIn(request);
  const form = await request.formData();
  const isConfirming = form.get("intent") === "confirm-email";
  const holder = key ? { key } : {};
  try {
    if (isConfirming) await api(confirmOrderEmail, { params: { id }, body: holder }, apiFetch);
    else
      await api(cancelOrder, { params: { id }, body: { ...holder, expectedKept: keptOf(form) } }, apiFetch);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      return data(outcomeOf(isConfirming, error), { status: error.status });
    throw error;
  }
  return redirect(`/order-complete?${new URLSearchParams({ order: id, ...(key && { key }) })}`, 303);
}

function outcomeOf(isConfirming: boolean, { status, body }: ApiError): Outcome {
  if (!isConfirming) return { failed: "cancel", failure: m.order_cancel_failed() };
  const instead =
    body?.code === "car_taken"
      ? { nextFree: body.nextFree ?? [], similarCars: body.similarCars ?? [] }
      : undefined;
  if (instead) return { failed: "confirm", failure: m.order_confirm_email_gone(), instead };
  return {
    failed: "confirm",
    failure: status === 429 ? m.order_confirm_email_too_many() : m.order_confirm_email_failed(),
  };
}

/** The owner of an order needs no key: their session is in the browser, where the server can't see it. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { id, key } = idIn(request);
  const order = id && !key && mayOwnOrders() ? await findOwnOrder(id) : undefined;
  return order
    ? { order, isPlaced: new URL(request.url).searchParams.has("placed") && order.status === "pending" }
    : serverLoader();
}
clientLoader.hydrate = true as const;

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const { id, key } = idIn(request);
  if (key || !mayOwnOrders()) return serverAction();
  const form = await request.formData();
  const isConfirming = form.get("intent") === "confirm-email";
  try {
    await (isConfirming ? confirmOwnOrder(id) : cancelOwnOrder(id, keptOf(form)));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return outcomeOf(isConfirming, error);
    throw error;
  }
  return redirect(`/order-complete?${new URLSearchParams({ order: id })}`);
}

/** The key in the address is for the order's renter alone: no other site sees it, and no cache keeps the page. */
export const headers = () => ({
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "referrer-policy": "same-origin",
});
export const handle = { isUnlisted: true };
export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: loaderData?.order
      ? m.order_title({ number: loaderData.order.orderNumber })
      : m.order_not_found_title(),
  });

export default function OrderCompletePage({
  loaderData: { order, isPlaced },
  actionData,
}: Route.ComponentProps) {
  const business = useBusiness();
  const { revalidate } = useRevalidator();
  const key = useSearchParams()[0].get("key") ?? undefined;
  if (!order)
    return (
      <Suspense>
        <OrderNotFound />
      </Suspense>
    );
  const isEnded = order.replacing || order.ended;
  const outcome: Outcome | undefined = actionData;
  return (
    <div className="page">
      <OrderHead order={order} />
      <div className="flow">
        <div className="grid grid-cols-1 gap-10">
          {isPlaced && <PlacedNotice />}
          {!isEnded && <Lead className="max-w-144 text-pretty">{orderLead(order, order.money)}</Lead>}
          <Suspense>
            {order.confirmable && (
              <ConfirmEmail failure={outcome?.failed === "confirm" ? outcome.failure : undefined} />
            )}
            {outcome?.instead && (
              <TakenInstead
                {...outcome.instead}
                text={outcome.failure}
                carId={order.car?.id}
                wanted={{ pickupDate: order.pickupDate, returnDate: order.returnDate }}
              />
            )}
          </Suspense>
          {order.offer && (
            <Suspense>
              <CarOffer
                orderId={order.id}
                orderKey={key}
                offer={order.offer}
                onAnswered={() => void revalidate()}
              />
            </Suspense>
          )}
          {isEnded && (
            <Suspense>
              <Replacements order={order} orderKey={key} onAnswered={() => void revalidate()} />
            </Suspense>
          )}
          {order.money && (
            <OrderMoney
              money={order.money}
              payer={{ orderId: order.id, key, onMoved: () => void revalidate() }}
            />
          )}
          {key && order.status !== "pending" && (
            <Suspense>
              <VisitorDocuments orderId={order.id} orderKey={key} />
            </Suspense>
          )}
          {order.status !== "cancelled" && order.status !== "completed" && <WhatIsNext order={order} />}
          <div className="acts no-print">
            <Link className={order.confirmable ? "btn btn-secondary" : "btn btn-primary"} to="/">
              {m.order_return_home()}
            </Link>
            <button className="btn btn-secondary needs-script" type="button" onClick={() => window.print()}>
              <Icon name="print" />
              {printWords(order)}
            </button>
          </div>
          {order.cancellable && (
            <Suspense>
              <CancelOrder
                orderNumber={order.orderNumber}
                price={"cancellation" in order ? order.cancellation : undefined}
                hasFailed={outcome?.failed === "cancel"}
              />
            </Suspense>
          )}
          {!order.cancellable && order.status === "pending" && (
            <p className="small muted -mt-6 no-print">{m.order_cancel_by_email()}</p>
          )}
        </div>
        <aside className="flow-side">
          <OrderBill order={order} />
          <OrderFacts order={order} city={order.location && cityOrName(order.location)} />
          {isAwaited(order.status) && (
            <p className="note grid gap-2 px-[clamp(0rem,2vw,1.75rem)]">
              {m.order_cancellation({ hours: freeCancellationHours })}
            </p>
          )}
          <p className="hidden print:block note px-[clamp(0rem,2vw,1.75rem)]">
            {business?.email}, {business?.phone}
          </p>
        </aside>
      </div>
    </div>
  );
}
