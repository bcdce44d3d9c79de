import { data, Link, redirect } from "react-router";
import { cancelOrder, getOrder, type Order } from "#contract/orders.ts";
import { dateInLosAngeles, formatDate } from "#domain/dates.ts";
import { api, ApiError } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { useBusiness } from "#web/layout/business.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { tierName, tierText } from "#web/plans/plan-words.ts";
import { scopeContext } from "#web/scope.ts";
import "#web/styles/orders.css";
import { townName } from "#web/ui/city-name.ts";
import { Icon } from "#web/ui/icon.tsx";
import { showMoney } from "#web/ui/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { Route } from "./+types/order-complete-page.ts";
import { Bill } from "./bill.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderPhases, PhaseMoon } from "./order-phases.tsx";
import { OrderNotFound } from "./order-not-found.tsx";
import { cancelOwnOrder, findOwnOrder, mayOwnOrders } from "./own-order.ts";

const idIn = (request: Request): { id: string; key: string } => {
  const query = new URL(request.url).searchParams;
  return { id: query.get("order") ?? "", key: query.get("key") ?? "" };
};

/** Shows an order that the server knows, or none. Nothing else in the address is believed, and none of it is shown. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { apiFetch } = context.get(scopeContext);
  const { id, key } = idIn(request);
  if (!id) return data({ order: undefined, isPlaced: false }, { status: 404 });
  try {
    const order = await api(getOrder, { params: { id }, query: { ...(key && { key }) } }, apiFetch);
    const isPlaced = new URL(request.url).searchParams.has("placed") && order.status === "pending";
    return data({ order, isPlaced });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return data({ order: undefined, isPlaced: false }, { status: 404 });
    throw error;
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { apiFetch } = context.get(scopeContext);
  const { id, key } = idIn(request);
  try {
    await api(cancelOrder, { params: { id }, body: { key } }, apiFetch);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return data({ hasFailed: true }, { status: error.status });
    throw error;
  }
  return redirect(`/order-complete?${new URLSearchParams({ order: id, key })}`, 303);
}

/** The owner of an order needs no key: their session is in the browser, where the server can't see it. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { id, key } = idIn(request);
  const order = id && !key && mayOwnOrders() ? await findOwnOrder(id) : undefined;
  return order ? { order, isPlaced: new URL(request.url).searchParams.has("placed") && order.status === "pending" } : serverLoader();
}
clientLoader.hydrate = true as const;

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const { id, key } = idIn(request);
  if (key || !mayOwnOrders()) return serverAction();
  const order = await cancelOwnOrder(id);
  return order ? redirect(`/order-complete?${new URLSearchParams({ order: id })}`) : { hasFailed: true };
}

/** The key in the address is for the order's renter alone: no other site hears of it, nobody keeps the page. */
export const headers = () => ({ "cache-control": "no-store", "x-robots-tag": "noindex", "referrer-policy": "same-origin" });
export const handle = { isUnlisted: true };
export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({ title: loaderData?.order ? m.order_title({ number: loaderData.order.orderNumber }) : m.order_not_found_title() });

export default function OrderCompletePage({ loaderData: { order, isPlaced }, actionData }: Route.ComponentProps) {
  const business = useBusiness();
  if (!order) return <OrderNotFound />;
  const language = currentLanguage();
  const isOpen = order.status === "pending" || order.status === "confirmed";
  return (
    <div className="page">
      <header className="done-head">
        <PhaseMoon status={order.status} />
        <div>
          <p className="muted num">
            {m.order_number_on({ number: order.orderNumber, date: formatDate(dateInLosAngeles(Date.parse(order.createdAt)), language) })}
          </p>
          <h1 className="h2">{heading(order)}</h1>
        </div>
      </header>
      <div className="flow">
        <div className="flow-main">
          {isPlaced && (
            <div className="no-print">
              <Notice kind="good">
                <p>
                  <strong>{m.request_success_title()}</strong>
                </p>
                <p>{m.request_success_text()}</p>
              </Notice>
            </div>
          )}
          <p className="lead done-lead">{lead(order)}</p>
          {order.status !== "cancelled" && (
            <section className="group" aria-labelledby="order-next">
              <h2 id="order-next">{m.order_next()}</h2>
              <OrderPhases order={order} />
            </section>
          )}
          <div className="flow-foot flow-foot-start no-print">
            <Link className="btn btn-primary" to="/">
              {m.order_return_home()}
            </Link>
            <button className="btn btn-secondary needs-script" type="button" onClick={() => window.print()}>
              <Icon name="print" />
              {m.order_print()}
            </button>
          </div>
          {order.cancellable && <CancelOrder orderNumber={order.orderNumber} hasFailed={Boolean(actionData?.hasFailed)} />}
          {!order.cancellable && order.status === "pending" && <p className="small muted flow-note no-print">{m.order_cancel_by_letter()}</p>}
        </div>
        <aside className="flow-side">
          <OrderBill order={order} />
          <OrderFacts order={order} town={order.location && townName(order.location)} />
          {isOpen && <p className="note flow-terms">{m.order_cancellation()}</p>}
          <p className="print-only note flow-terms">
            {business?.email}, {business?.phone}
          </p>
        </aside>
      </div>
    </div>
  );
}

function OrderBill({ order }: { order: Order }) {
  const { car, tier } = order;
  return (
    <Bill
      title={car ? car.name : tier ? tierName(tier) : m.order_car_open()}
      text={car ? m.order_car_meta({ year: car.year, town: townName(car.city) }) : tier ? tierText(tier) : ""}
      shot={car?.image && <img src={car.image} alt="" width="104" height="72" />}
      price={order}
      rentalLabel={tier ? m.order_line_plan_months({ count: order.months }) : m.order_line_daily({ count: order.days })}
    >
      {order.status === "pending" && (
        <dl className="sum">
          <div className="now">
            <dt>{m.checkout_due_now()}</dt>
            <dd>{showMoney("0.00")}</dd>
          </div>
        </dl>
      )}
    </Bill>
  );
}

function heading(order: Order): string {
  if (order.status === "pending") return order.source === "plan" ? m.order_heading_plan() : m.order_heading_request();
  if (order.status === "confirmed") return m.order_heading_confirmed();
  if (order.status === "in_progress") return m.order_heading_in_progress();
  return order.status === "completed" ? m.order_heading_completed() : m.order_heading_cancelled();
}

function lead(order: Order): string {
  const { status, customerEmail: email } = order;
  if (status === "pending") return order.source === "plan" ? m.order_lead_plan({ email }) : m.order_lead_request({ email });
  if (status === "confirmed") return m.order_lead_confirmed();
  if (status === "in_progress") return m.order_lead_in_progress();
  return status === "completed" ? m.order_lead_completed() : m.order_lead_cancelled();
}
