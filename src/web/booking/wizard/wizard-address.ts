import { furthestStep, type WizardStep, wizardSteps } from "#domain/booking/wizard.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import type { WizardBooking } from "#contract/account/booking.ts";

/** Each step has an address, so that Back, a reload and a link lead to it. */
export const stepAddress = (carId: string, step: WizardStep, order?: string): string =>
  `/book/${carId}?${new URLSearchParams({ step, ...(order && { order }) }).toString()}`;

/** The address that the provider's page leads back to. */
export const paidAddress = (carId: string, order: string): string =>
  `${stepAddress(carId, "confirmation", order)}&paid=check`;
/** The step from which a renter who didn't pay can open the provider's page again. */
export const unpaidAddress = (carId: string): string => `${stepAddress(carId, "verification")}&unpaid=1`;

export const indexOf = (step: WizardStep): number => wizardSteps.indexOf(step);

/**
 * The step that an address leads to: the step it names, but never past an unanswered question. An address without
 * a step leads to the renter's last step, unless it brings other dates.
 */
export function stepOf(
  query: URLSearchParams,
  booking: WizardBooking | undefined,
  rental: Rental | undefined,
): WizardStep {
  const furthest = furthestStep(booking);
  const named = wizardSteps.find((step) => step === query.get("step"));
  if (named) return indexOf(named) < indexOf(furthest) ? named : furthest;
  const bringsOthers =
    rental && (rental.pickupDate !== booking?.pickupDate || rental.returnDate !== booking.returnDate);
  return bringsOthers ? "vehicle" : furthest;
}
