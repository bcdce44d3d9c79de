import { useSearchParams } from "react-router";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { tierName } from "#web/ui/format/plan-words.ts";
import "#web/orders/orders.css";
import { NewOrderForm } from "./new-order-form.tsx";

export const meta = () => pageMeta({ title: m.new_order_title() });

/** The page where an administrator enters an order that was made by telephone. */
export default function NewOrderPage() {
  const [search] = useSearchParams();
  return (
    <>
      <AdminTitle
        title={m.new_order_title()}
        back={{ to: "/admin/order-management", label: m.admin_orders_title() }}
      />
      <NewOrderForm carId={search.get("car") ?? ""} tierName={tierName} />
    </>
  );
}
