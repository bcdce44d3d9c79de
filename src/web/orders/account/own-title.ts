import type { OwnOrder } from "#contract/account/orders.ts";
import { m } from "#web/paraglide/messages.js";
import { tierName } from "#web/ui/format/plan-words.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";

/** The name of an order: its car, or its plan while it has no car, or only the vehicle's id if need be. */
export const ownTitle = ({
  carName,
  tier,
  vehicleId,
}: Pick<OwnOrder, "carName" | "tier" | "vehicleId">): string =>
  (carName && shownCarName(carName)) ?? (tier ? tierName(tier) : (vehicleId ?? m.order_car_open()));
