import type { City } from "#domain/cars/cars.ts";
import type { BodySent } from "#contract/endpoint.ts";
import type { createOrder } from "#contract/booking.ts";
import type { LiabilityOption } from "#domain/pricing/insurance.ts";
import type { Language } from "#domain/languages.ts";
import type { PaymentMethod } from "#domain/booking/payment-methods.ts";
import { isPickupTime } from "#domain/booking/pickup-times.ts";
import type { Tier } from "#domain/pricing/plans.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import type { CardSummary } from "#web/ui/form/card/card-check.ts";
import { fullName, type Renter } from "#web/booking/cached-renter.ts";

/** An order on the plan path, once everything is chosen. */
export type PlanOrder = { location: City; rental: Rental; tier: Tier; insurance: LiabilityOption };
export type Payment = { method: PaymentMethod; card?: CardSummary };

export const isWholeRenter = (renter: Renter): boolean =>
  renter.firstName !== "" && renter.lastName !== "" && isEmailAddress(renter.email);

/** The body of POST /api/orders. Of a card it holds the brand, the last four digits and the expiry. */
export function planOrderBody(
  order: PlanOrder,
  renter: Renter,
  payment: Payment,
  more: { totalPrice: string; promo: string; language: Language },
): BodySent<typeof createOrder> {
  const { promo, ...rest } = more;
  return {
    ...order.rental,
    tier: order.tier,
    location: order.location,
    insurance: order.insurance,
    customerName: fullName(renter),
    customerEmail: renter.email,
    ...(renter.mobile && { customerPhone: renter.mobile }),
    ...(renter.pickupLocation && { pickupLocation: renter.pickupLocation }),
    ...(isPickupTime(renter.pickupTime) && { pickupTime: renter.pickupTime }),
    paymentMethod: payment.method,
    ...(payment.card && { card: payment.card }),
    ...rest,
    ...(promo && { promo }),
  };
}
