import type { OwnOrder } from "#contract/account/orders.ts";
import { m } from "#web/paraglide/messages.js";
import { tierName } from "#web/ui/format/plan-words.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";

/** What an order is called: its car, its plan while it has none, or the vehicle's id where that is all there is. */
export const ownTitle = ({
  carName,
  tier,
  vehicleId,
}: Pick<OwnOrder, "carName" | "tier" | "vehicleId">): string =>
  (carName && shownCarName(carName)) ?? (tier ? tierName(tier) : (vehicleId ?? m.order_car_open()));
