import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AdminOrder } from "#contract/admin/orders.ts";
import type { AdminStats } from "#contract/admin/dashboard.ts";
import { orderCountNames } from "#domain/orders/admin-lists.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { EndOrder } from "#web/changes/admin/end-order.tsx";
import { OfferCar } from "#web/changes/admin/offer-car.tsx";
import { OpenRequest } from "#web/changes/admin/open-request.tsx";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { inBothLanguages } from "#web/admin/words/in-both.ts";
import { statsQuery } from "#web/admin/queries.ts";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { Failed } from "#web/session/states.tsx";
import { Stats } from "#web/admin/stats.tsx";
import { wholeDollars } from "#web/ui/format/whole-dollars.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { OrderCharges } from "#web/charges/admin/order-charges.tsx";
import { AdminDrivers } from "#web/drivers/drivers-section.tsx";
import { AdminCondition } from "#web/trips/condition-section.tsx";
import { AdminDocuments } from "#web/documents/documents-section.tsx";
import { OrderPayments } from "#web/payments/admin/order-payments.tsx";
import { AdminReview } from "#web/reviews/admin-review.tsx";
import { tierName } from "#web/ui/format/plan-words.ts";
import type { OrderPartsOf } from "./order/order-dialog.tsx";
import { AdminOrders } from "./orders.tsx";
import { FreeCarChoice } from "./free-car-choice.tsx";
import { ExportOrders } from "./export-orders.tsx";
import { showNumber } from "#web/ui/format/show-number.ts";
import { statusNames } from "#web/ui/format/status-names.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";

export const meta = () => pageMeta({ title: m.admin_orders_title() });

/** Order management: every order, on a page of its own. */
export default function AdminOrdersPage() {
  const { data: stats, error, refetch } = useQuery(statsQuery);
  return (
    <>
      <AdminTitle
        title={m.admin_orders_title()}
        back={{ to: "/admin/dashboard", label: m.admin_orders_back() }}
      >
        <Link className="btn btn-primary" to="/admin/new-order">
          <AdminIcon name="plus" />
          {m.new_order_open()}
        </Link>
        <RefreshButton />
        <ExportOrders />
      </AdminTitle>
      <Failed error={error} onRetry={() => void refetch()} />
      {stats && <Stats stats={figures(stats)} />}
      <AllOrders />
    </>
  );
}

/** The name of an order: its car, or its plan while it has no car. */
export const titleOf = ({ carName, tier }: Pick<AdminOrder, "carName" | "tier">): string =>
  (carName && shownCarName(carName)) ?? (tier ? tierName(tier) : m.order_car_open());

const figures = (stats: AdminStats) => [
  { label: inBothLanguages(m.admin_orders_figure_all), value: showNumber(stats.totalOrders) },
  ...orderStatuses
    .filter((status) => status !== "cancelled")
    .map((status) => ({
      label: inBothLanguages(statusNames[status]),
      value: showNumber(stats[orderCountNames[status]]),
    })),
  { label: inBothLanguages(m.admin_orders_figure_revenue), value: wholeDollars(stats.totalRevenue) },
];

const partsOf: OrderPartsOf = (order) => ({
  money: (
    <>
      <OpenRequest orderId={order.id} />
      <OfferCar order={order} CarChoice={FreeCarChoice} />
      <OrderPayments orderId={order.id} />
      <AdminDocuments orderId={order.id} />
    </>
  ),
  trip: (
    <>
      <AdminDrivers orderId={order.id} />
      <AdminCondition orderId={order.id} />
      <EndOrder order={order} />
      <OrderCharges orderId={order.id} />
      <AdminReview orderId={order.id} />
    </>
  ),
});

/** All orders; each order's dialog has the parts of every feature. */
export const AllOrders = () => <AdminOrders titleOf={titleOf} partsOf={partsOf} />;
