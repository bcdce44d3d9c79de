import type { IsoDate } from "#domain/dates.ts";
import { hour, minute } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { Cents } from "#domain/money.ts";
import type { VerificationStatus } from "#domain/papers/verification.ts";

/** The booking steps, in their order. */
export const wizardSteps = ["vehicle", "insurance", "payment", "verification", "confirmation"] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** How long each step holds the car, and all of them together, in milliseconds. */
export const holdLength = 30 * minute;
export const longestHold = 120 * minute;
/** From how much time left on the hold is counted down on screen. */
export const countdownFrom = 10 * minute;

/** Shown as the total until there are dates; nobody is ever charged it. */
export const totalBeforeDates: Cents = 45_000;

/** How long a booking waits for its first payment, and how long before that time ends we warn the renter. */
export const unpaidBooking = { endsAfterHours: 72, warnBeforeHours: 24 } as const;

/** The same for an order that its host has accepted, where renters pay at a provider. */
export const unpaidAfterYes = { endsAfterHours: 24, warnBeforeHours: 12 } as const;

/** Until when the first payment of such an order may wait, from the yes on: never past its pickup. */
export const paysUntilAfterYes = (
  yesAt: number,
  { pickupDate, pickupTime }: { pickupDate: IsoDate; pickupTime: string },
): number =>
  Math.min(yesAt + unpaidAfterYes.endsAfterHours * hour, instantInLosAngeles(pickupDate, pickupTime));

/**
 * Where the renter pays at a provider, the time to pay ends so many hours before the pickup, and is never shorter
 * than the least, nor longer than to the pickup itself.
 */
export const timeToPay = { beforePickupHours: 12, leastHours: 4 } as const;

/** Until when the first payment of a booking that no host was asked about may wait where it is paid at a provider. */
export function paysUntil(
  bookedAt: number,
  { pickupDate, pickupTime }: { pickupDate: IsoDate; pickupTime: string },
): number {
  const pickup = instantInLosAngeles(pickupDate, pickupTime);
  const whole = bookedAt + unpaidBooking.endsAfterHours * hour;
  const usual = Math.min(whole, pickup - timeToPay.beforePickupHours * hour);
  return Math.min(pickup, Math.max(usual, bookedAt + timeToPay.leastHours * hour));
}

/**
 * Whether an unpaid booking ends by the clock where nobody charges it: sooner pickups are settled at the pickup, and
 * nobody's ends who hasn't learned how to pay.
 */
export const endsUnpaid = (
  rental: { pickupDate: IsoDate; pickupTime: string },
  { bookedAt, tellsHowToPay }: { bookedAt: number; tellsHowToPay: boolean },
): boolean =>
  tellsHowToPay &&
  bookedAt + unpaidBooking.endsAfterHours * hour <= instantInLosAngeles(rental.pickupDate, rental.pickupTime);

/** Days that an unfinished booking is kept since it was last touched. */
export const draftDays = 30;

/** Whether a booking is completed with a licence: both sides uploaded, and not found wanting. */
export const licenceServes = (hasImages: boolean, status: VerificationStatus): boolean =>
  hasImages && status !== "declined" && status !== "expired";

type Answers = { selectedInsurance: unknown; paymentMethod: unknown };

/** The furthest step that somebody's answers lead to: nobody goes past a question. */
export function furthestStep(booking: Answers | undefined): WizardStep {
  if (!booking) return "vehicle";
  if (!booking.selectedInsurance) return "insurance";
  return booking.paymentMethod ? "verification" : "payment";
}
