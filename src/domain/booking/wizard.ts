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
/** When this much time is left on the hold, the screen starts a countdown. Milliseconds. */
export const countdownFrom = 10 * minute;

/** Shown as the total until there are dates; nobody is ever charged it. */
export const totalBeforeDates: Cents = 45_000;

/** How long a booking waits for its first payment, and how long before that time ends we warn the renter. */
export const unpaidBooking = { endsAfterHours: 72, warnBeforeHours: 24 } as const;

/** How long an order that its host has accepted waits for its first payment, where renters pay at a provider. */
export const unpaidAfterAcceptance = { endsAfterHours: 24, warnBeforeHours: 12 } as const;

/**
 * Where the renter pays at a provider, the time to pay ends `beforePickupHours` before the pickup. It lasts at
 * least `leastHours`, but never longer than to the pickup itself.
 */
export const timeToPay = { beforePickupHours: 12, leastHours: 4 } as const;

/** The latest first payment of a booking that needed no host's answer, where the renter pays at a provider. */
export function payDeadline(
  bookedAt: number,
  { pickupDate, pickupTime }: { pickupDate: IsoDate; pickupTime: string },
): number {
  const pickup = instantInLosAngeles(pickupDate, pickupTime);
  const whole = bookedAt + unpaidBooking.endsAfterHours * hour;
  const usual = Math.min(whole, pickup - timeToPay.beforePickupHours * hour);
  return Math.min(pickup, Math.max(usual, bookedAt + timeToPay.leastHours * hour));
}

/**
 * Whether an unpaid booking that nobody charges ends automatically. A booking with a sooner pickup is paid at the
 * pickup, and no booking ends unless its renter has learned how to pay.
 */
export const endsUnpaid = (
  rental: { pickupDate: IsoDate; pickupTime: string },
  { bookedAt, tellsHowToPay }: { bookedAt: number; tellsHowToPay: boolean },
): boolean =>
  tellsHowToPay &&
  bookedAt + unpaidBooking.endsAfterHours * hour <= instantInLosAngeles(rental.pickupDate, rental.pickupTime);

/** Days that an unfinished booking is kept after its last change. */
export const draftDays = 30;

/** Whether a licence is enough to complete a booking: both sides uploaded, neither declined nor expired. */
export const licenceServes = (hasImages: boolean, status: VerificationStatus): boolean =>
  hasImages && status !== "declined" && status !== "expired";

type Answers = { selectedInsurance: unknown; paymentMethod: unknown };

/** The furthest step that the renter's answers allow: nobody can skip a question. */
export function furthestStep(booking: Answers | undefined): WizardStep {
  if (!booking) return "vehicle";
  if (!booking.selectedInsurance) return "insurance";
  return booking.paymentMethod ? "verification" : "payment";
}
