import { Suspense } from "react";
import type { Order } from "#contract/orders.ts";
import { m } from "#web/paraglide/messages.js";
import { tierName, tierText } from "#web/ui/format/plan-words.ts";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showRate } from "#web/ui/format/show-rate.ts";
import { Bill } from "./bill.tsx";
import { isAwaitingPayment } from "./order-words.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

/** Only orders that wait need this: its script is loaded with them. */
const InstalmentPlan = lazyPart(() => import("#web/orders/instalment-plan.tsx"), "InstalmentPlan");

/** What was ordered and what it costs. `isPictured` is false if the page shows the car already. */
export function OrderBill({ order, isPictured = true }: { order: Order; isPictured?: boolean }) {
  const { car, tier } = order;
  return (
    <Bill
      title={car ? shownCarName(car.name) : tier ? tierName(tier) : m.order_car_open()}
      text={
        car ? m.order_car_meta({ year: car.year, city: cityOrName(car.city) }) : tier ? tierText(tier) : ""
      }
      shot={isPictured && car?.image && <img src={car.image} alt="" width="104" height="72" />}
      price={order}
      {...(!tier && { rate: showRate(order) })}
      rentalLabel={
        tier ? m.order_line_plan_months({ count: order.months }) : m.order_line_daily({ count: order.days })
      }
    >
      {order.status === "pending" && !isAwaitingPayment(order) && (
        <Suspense>
          <InstalmentPlan price={order} rental={order} />
        </Suspense>
      )}
    </Bill>
  );
}
